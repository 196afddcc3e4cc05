"""Strict readers of texts: values with their places, validated as records."""
