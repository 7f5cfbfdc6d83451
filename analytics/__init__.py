"""Statistics over the tables: one module a family, each figure with its definition."""
