"""The secrets of a match: the file that keeps them, and the salts of private parts."""
