"""The pictures of docs/player-guide.md: the window's, scene by scene, and the page's."""
