"""Differences between platforms: locks, files, paths, file names, streams."""
