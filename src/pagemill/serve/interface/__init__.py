"""The same for programs: JSON answers, and an OpenAPI document that says what they are.

Reading order: ``answers`` (one function for each address), ``schema`` (dataclasses as JSON
Schema), ``openapi`` (the document, made of both).
"""
