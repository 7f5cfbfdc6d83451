"""The pure rules: events in, rulings and state out. No clock, no input or output, no randomness."""
