"""What is given away: which pages, without which data, and under which terms.

``selection``  which of the kept pages, by filters, by published rules of quality, by chance
``rules``      rule sets of quality as they were published, with the reason for each refusal
``personal``   addresses and numbers of people, replaced in texts
``rights``     licences and refusals that pages state
``card``       the card that comes with a data set
"""
