"""The shell: parse, call, print, exit."""
