"""What is not the normal course: kinds, circumstances, and the rows that rule on them.

Knows no game and no table state: it turns a kind with its circumstances into a ruling.
"""
