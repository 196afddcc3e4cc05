"""What the past of a match comes to, kept on disk so that no command has to read it again; never evidence."""
