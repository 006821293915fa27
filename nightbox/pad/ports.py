"""Serial ports as people meet them: which are here, why one refuses, and the mend. Nothing is opened here,
and pyserial is not known.
"""

from __future__ import annotations

import errno
import getpass
import grp
from collections.abc import Iterable
from pathlib import Path

from nightbox.errors import guess

_PLACES = ("serial/by-id/*", "ttyACM*", "ttyUSB*", "ttyAMA*", "serial[0-9]*")
_CMDLINE = Path("/proc/cmdline")


def ports_here(dev: Path = Path("/dev")) -> list[str]:
    """The ports that a pad could be on, the lasting names first."""
    return [str(port) for place in _PLACES for port in sorted(dev.glob(place))]


def refusal(error: BaseException, port: str, here: Iterable[str] | None = None) -> str:
    """Why `port` could not be opened, or was lost, and what mends it. Any exception has a text."""
    if isinstance(error, ModuleNotFoundError):
        return "pyserial is not installed: pip install 'nightbox[serial]'"
    match _number(error):
        case errno.ENOENT:
            return _missing(port, ports_here() if here is None else list(here))
        case errno.EACCES | errno.EPERM:
            return _forbidden(port)
        case errno.EAGAIN | errno.EBUSY:
            return f"{port} is in use by another program: stop it (sudo fuser -v {port} names it)"
        case errno.ENOTTY | errno.EISDIR | errno.EINVAL:
            return f"{port} is not a serial port"
        case errno.EIO | errno.ENXIO | errno.ENODEV | errno.EBADF:
            return f"{port} was pulled out"
        case _ if isinstance(error, ValueError):
            return str(error)
        case _:
            return f"{port} failed: {error or type(error).__name__}"


def _number(error: BaseException) -> int | None:
    """The errno, also where pyserial and termios hide it: in the first argument, or in a text."""
    number = getattr(error, "errno", None)
    if isinstance(number, int):
        return number
    first = error.args[0] if error.args else None
    if isinstance(first, int):
        return first
    text = str(error)
    if "Could not configure port" in text:
        return errno.ENOTTY
    gone = "returned no data" in text or "closed" in text or isinstance(error, TypeError)
    return errno.EIO if gone else None


def _missing(port: str, here: list[str]) -> str:
    if not here:
        return f"{port} is not there, and no other serial port is: is the pad plugged in?"
    return f"{port} is not there; these are: {', '.join(here)}{guess(port, here)}"


def _forbidden(port: str) -> str:
    try:
        group = grp.getgrgid(Path(port).stat().st_gid).gr_name
        user = getpass.getuser()
    except (OSError, KeyError):
        return f"{port} may not be opened by this user: give it to a group of his with chgrp"
    return (
        f"{port} belongs to group {group!r} and {user!r} may not open it: "
        f"sudo usermod -aG {group} {user} and log in again"
    )


def console_on(port: str, cmdline: Path = _CMDLINE) -> str:
    """A text when the kernel talks on that port itself, as where a Pi's serial console is on; or nothing."""
    try:
        words = cmdline.read_text("ascii", "replace").split()
        names = {Path(port).name, Path(port).resolve().name}
    except OSError:
        return ""
    for word in words:
        console = word.removeprefix("console=").partition(",")[0]
        if word.startswith("console=") and console in names:
            return f"; the kernel's console is on it: take {word!r} out of cmdline.txt, and stop its getty"
    return ""
