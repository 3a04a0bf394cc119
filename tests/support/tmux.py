"""A terminal of its own for the tests, by tmux: what is typed, what is on the screen."""

import os
import re
import subprocess
import time

PATIENCE = 60  # seconds after which what was waited for has not come


class Tmux:
    """One window in a server of its own, in which a shell runs a script."""

    def __init__(self, folder, number, script, columns=80, rows=24):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("NO_COLOR", "COLORTERM", "TMUX", "TMUX_PANE")}
        environment |= {"LC_ALL": "C.UTF-8", "SHELL": "/bin/sh"}
        self._call = ["tmux", "-S", str(folder / f"tmux-{number}"), "-f", "/dev/null", "-u"]
        self.keys = []  # all that has been typed
        subprocess.run([*self._call, "new", "-d", "-x", str(columns), "-y", str(rows),
                        "-c", str(folder), f"{script}; echo ENDED $?; exec sleep 1000"],
                       env=environment, check=True)

    def do(self, *arguments):
        return subprocess.run([*self._call, *arguments], check=True,
                              stdout=subprocess.PIPE).stdout.decode()

    def type(self, *keys):
        """Names of keys, as tmux has them: Left, Space, q."""
        self.keys += keys
        self.do("send-keys", *keys)

    def resize(self, columns, rows):
        self.do("resize-window", "-x", str(columns), "-y", str(rows))

    def lines(self, *options):
        return self.do("capture-pane", "-p", *options).splitlines()

    def text(self):
        return "\n".join(self.lines())

    def flag(self, name):
        return self.do("display-message", "-p", f"#{{{name}}}").strip()

    def _explain(self, wanted, text):
        """A message of what has not come, and how the window is: it may be the only trace of it."""
        state = self.do("display-message", "-p", "#{pane_current_command}, alternate screen "
                        "#{alternate_on}, #{pane_width}x#{pane_height}").strip()
        lines = "\n".join(line for line in text.splitlines() if line.strip())
        return (f"after {PATIENCE} seconds {wanted} has not come; keys so far: "
                f"{' '.join(self.keys)}; in the window: {state}; on the screen:\n{lines}")

    def until(self, holds, wanted="what was waited for"):
        """Waits until something holds of the text on the screen; returns that text."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            if holds(text):
                return text
            if time.monotonic() > end:
                raise AssertionError(self._explain(wanted, text))
            time.sleep(0.02)

    def until_shown(self, pattern):
        return self.until(lambda text: re.search(pattern, text), repr(pattern))

    def close(self):
        subprocess.run([*self._call, "kill-server"], check=False, stderr=subprocess.DEVNULL)
