"""The faces of the family beside its rules; each is imported when it is first asked for."""
