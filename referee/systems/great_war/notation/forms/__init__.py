"""The letters that could answer a question: proposals, plans and their forms."""
