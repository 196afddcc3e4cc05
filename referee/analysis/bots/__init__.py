"""Players that are programs: who they are, how they are asked, and what becomes of their answers."""
