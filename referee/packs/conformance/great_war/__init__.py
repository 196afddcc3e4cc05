"""What cases of the Great War may say."""
