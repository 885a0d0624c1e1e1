"""The forms of words: which words of pages a word of a query stands for.

``languages``  those whose words have rules, and how they are chosen
``stemming``   words of pages become stems, words of a query their forms
"""
