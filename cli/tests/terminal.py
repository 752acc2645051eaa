"""Runs a shell line on a terminal of 100 columns and prints what it shows."""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    # The line starts when the terminal has its size.
    sys.stdin.readline()
    os.execv("/bin/sh", ["sh", "-c", sys.argv[1]])
# A program that waits for input ends the run.
signal.alarm(30)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
settings = termios.tcgetattr(terminal)
settings[3] &= ~termios.ECHO
termios.tcsetattr(terminal, termios.TCSANOW, settings)
os.write(terminal, b"\n")
shown = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(status))
