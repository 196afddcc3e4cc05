"""Writers turn a document into text; they know no rule."""
