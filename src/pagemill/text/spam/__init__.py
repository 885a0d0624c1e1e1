"""What a text shows of being made for search engines instead of readers, one sign in each file.

``compressing``  it shrinks far more than texts do
``repeating``    it says the same runs of words again
``stuffing``     few words make up most of it
``linking``      most of its words are what links are called
``score``        all signs together, as one number with its reasons

Each sign is a share from 0 (as readers write) to 1 (as no reader is meant to see). None of them
proves anything: what they are used for is to look at a page later, and to list it further down.
"""
