"""What cases of the skirmish may say."""
