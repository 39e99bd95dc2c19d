"""The benchmarks, which nobody would notice to be broken."""
