"""`python -m pioche` is the command line."""

import sys

from pioche.cli import main

sys.exit(main())
