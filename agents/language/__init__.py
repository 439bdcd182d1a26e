"""Language-model agents: any server with the usual chat-completions interface.

``llm:NAME`` names such an agent wherever a name is expected; see `cardzoo.agents.language.agent`.
"""
