"""What one platform does otherwise than another: locks, files, paths, names of files, streams."""
