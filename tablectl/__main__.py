"""`python -m tablectl` is `tablectl`."""

from tablectl.cli.main import main

if __name__ == "__main__":
    main()
