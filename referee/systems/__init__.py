"""The rules, one package per family of games."""
