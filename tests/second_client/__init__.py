"""A second client, in JavaScript, written from the documents alone, and the tests that run it."""
