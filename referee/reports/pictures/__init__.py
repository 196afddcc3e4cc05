"""Maps and charts as SVG."""
