"""Packs: one folder of YAML per game. This file keeps a stranger's folder of the same name from being read."""
