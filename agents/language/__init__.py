"""Language models as players: any server with the usual chat-completions interface.

``llm:NAME`` is such an agent wherever an agent is named; see `cardzoo.agents.language.agent`.
"""
