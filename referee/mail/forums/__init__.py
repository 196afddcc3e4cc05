"""Letters that players write in forums: notification mails, and the topics of Discourse."""
