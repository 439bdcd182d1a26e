"""What the scripted agents of kindred games share."""
