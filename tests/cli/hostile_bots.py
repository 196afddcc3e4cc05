"""Programs that attack the referee in the place of a bot. Each answers its first question with its loot."""

HEAD = """#!/usr/bin/env python3
import ctypes, json, os, signal, socket, subprocess, sys, threading, time
SHELF, PORT, SOCKET = {shelf!r}, {port}, {socket!r}
SECRET, JOURNAL = SHELF + "/war/secret.json", SHELF + "/war/journal.jsonl"
loot = []
def attempt(action, *arguments):
    try:
        loot.append(str(action(*arguments)))
    except BaseException as error:
        loot.append(type(error).__name__)
def read(path):
    with open(path, "rb") as file:
        return file.read(1 << 20)
def search(folder, seconds=0.7):
    end = time.monotonic() + seconds
    for where, _, names in os.walk(folder):
        for name in names:
            if name in ("secret.json", "journal.jsonl"):
                attempt(read, os.path.join(where, name))
        if time.monotonic() > end:
            return
def answer():
    sys.stdin.readline()
    print(json.dumps({{"letter": " ".join(loot)[:100000]}}), flush=True)
PARENT = os.getppid()
"""

STEAL = {
    "proc cwd": "attempt(lambda: search(os.readlink(f'/proc/{PARENT}/cwd')))",
    "proc root": "attempt(read, f'/proc/{PARENT}/root' + SECRET); attempt(read, '/proc/1/root' + SECRET)",
    "proc environ": """
for one in (PARENT, 1):
    attempt(read, f'/proc/{one}/environ')
    attempt(read, f'/proc/{one}/cmdline')
""",
    "proc memory": "[attempt(read, f'/proc/{one}/mem') for one in (PARENT, 1)]",
    "files": "search('/')",
    "a known path": "attempt(read, SECRET); attempt(read, JOURNAL); attempt(os.listdir, SHELF)",
    "folders above": "[search(os.path.join(*(['..'] * deep)), 0.2) for deep in range(1, 7)]",
    "temporary files": "search('/dev/shm'); search('/tmp'); search('/var/tmp')",
    "environment": "loot.append(str(dict(os.environ)))",
    "open files": "[attempt(os.read, number, 1 << 16) for number in range(3, 300)]",
    "symbolic links": """
for link in (os.symlink, os.link):
    attempt(link, SECRET, link.__name__)
    attempt(read, link.__name__)
""",
    "copies by another program": "attempt(subprocess.check_output, ['/bin/cat', SECRET])",
    "new namespaces": "attempt(ctypes.CDLL(None).unshare, 0x10020000); attempt(read, SECRET)",
    "another user": "attempt(os.setuid, 0); attempt(read, SECRET)",
    "ptrace": "attempt(ctypes.CDLL(None).ptrace, 16, PARENT, 0, 0); attempt(read, f'/proc/{PARENT}/mem')",
    "system calls of 32 bits": "attempt(ctypes.CDLL(None).syscall, 0x40000000 + 2, SECRET.encode(), 0)",
}
"""Attempts to read a secret, by their way."""

SPOIL = {
    "chmod": "attempt(os.chmod, SECRET, 0o666); attempt(os.chmod, SHELF + '/war', 0o777)",
    "truncate": "attempt(os.truncate, JOURNAL, 0)",
    "remove": "attempt(os.unlink, JOURNAL); attempt(os.rename, SHELF + '/war', SHELF + '/gone')",
    "append": "attempt(open, JOURNAL, 'a')",
    "signals": "[attempt(os.kill, one, signal.SIGKILL) for one in (PARENT, {pid})]",
    "signals to all": "attempt(os.kill, -1, signal.SIGKILL)",
    "stop": "attempt(os.kill, PARENT, signal.SIGSTOP)",
    "program": "attempt(os.unlink, sys.argv[0]); attempt(open, sys.argv[0], 'w')",
}
"""Attempts to harm the match, the referee or the program's own file."""

CONNECT = {
    "network": """
def connect():
    socket.create_connection(('127.0.0.1', PORT), 1).sendall(b'hello')
attempt(connect)
""",
    "datagrams": """
def send():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'hello', ('127.0.0.1', PORT))
attempt(send)
""",
    "sockets": """
def connect(path):
    socket.socket(socket.AF_UNIX).connect(path)
attempt(connect, SOCKET)
attempt(connect, chr(0) + SOCKET)
""",
}
"""Attempts to reach another program."""

EXHAUST = {
    "memory": "held = []\nwhile True: held.append(bytearray(1 << 26))",
    "memory in many processes": """
attempt(lambda: [os.fork() for _ in range(6)])
held = [bytearray(1 << 24) for _ in range(4)]
time.sleep(100)
""",
    "CPU": "while True: pass",
    "threads": "while True: threading.Thread(target=time.sleep, args=(100,)).start()",
    "disk": """
def fill(folder):
    for number in range(200):
        with open(f'{folder}/{number}', 'wb') as file:
            file.write(bytes(1 << 24))
attempt(fill, '.')
attempt(fill, '/proc')
loot.append(os.popen('df -m . | tail -n 1').read())
""",
    "one large file": "file = open('large', 'wb')\nwhile True: file.write(bytes(1 << 24))",
    "fork bomb": "while True:\n    try: os.fork()\n    except OSError: time.sleep(0.01)",
    "grandchild": """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(47)
    os._exit(0)
os.wait()
""",
    "flood": "while True: os.write(1, b'x' * 65536)",
    "flood of lines": "while True: os.write(1, b'{}\\n' * 9999)",
    "hang": "time.sleep(1000)",
    "hang after reading": "sys.stdin.readline(); time.sleep(1000)",
    "ignores signals": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]; time.sleep(1000)",
    "closes its streams": "os.close(0); os.close(1); time.sleep(1000)",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "open files": "held = []\nwhile True: held.append(open('/dev/null'))",
}
"""Attempts to use up the machine, or the time of the referee."""
