"""The referee: an independent judge of what a table's controller rules, asks for and orders.

It keeps an account of its own from what reached the controller (`evidence`, `book`), says from
tables of its own what must follow (`tables`), compares (`judge`) and, where a simulation lets it
look at the felt, tells what nobody could have known (`truth`). It shares nothing with the
controller but the words: a referee that asked the rules of the controller could not find a mistake
in them.
"""
