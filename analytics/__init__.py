"""Statistics over the tables, one definition each; a figure carries its n, a rate its interval."""
