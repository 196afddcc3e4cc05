"""Base classes for game systems that are described by tables of questions, orders and events."""
