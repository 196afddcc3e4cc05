"""Packs: one folder of YAML per game. With this file, no stranger's folder of that name is read instead."""
