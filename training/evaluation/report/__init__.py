"""Tables, pages and pictures of an arena."""
