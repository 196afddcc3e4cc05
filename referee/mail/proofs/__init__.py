"""What shows who wrote a mail: tokens, the word of a server, signatures."""
