"""Games that race along where there is no server: in practice, beside one's own."""
