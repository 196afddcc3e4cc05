"""Writers that turn a document into text, independent of the rules."""
