"""Training that stays on a GPU: tables, opponents, decisions and updates. Needs the extra ``[cuda]``."""
