"""Code shared by the scripted agents of related games."""
