"""`python -m tablectl` is `tablectl`, and both begin here.

Nothing is imported before `main` that takes time: whoever changes their mind in the first moment
gets a quiet end and no traceback out of an import.
"""

import sys
from importlib import import_module

INTERRUPTED = 130


def main() -> None:
    try:
        import_module("tablectl.cli.main").main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
