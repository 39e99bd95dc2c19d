"""The soak: thousands of rounds with faults and slips, and what must hold through all of them."""
