"""One deployment engine: plan, create, update, roll back, delete."""
