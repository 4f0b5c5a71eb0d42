"""How nodes are bought."""
