"""Several processes in one post office: its lock, their claims on mails, and their transactions."""
