"""Answers in words, a subject a module."""
