"""The page that replays a match, with its markup, style sheet and script."""
