"""The shell: parse, call the desk, print, exit."""
