"""What is kept: the journal, the protocol, scores and exports. Nothing here decides what the box does."""
