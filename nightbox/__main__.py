"""python -m nightbox"""

from nightbox.cli import main

raise SystemExit(main())
