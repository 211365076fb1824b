"""Runs SAM's commands, each in a process that is forked from this one and so has SAM's modules already: to read and compile
them takes longer than most commands do.

Listens on the Unix socket that is its argument, and ends with its stdin. A connection sends one line of JSON and gets two
lines: the number of the process, and its exit code.
"""

import gc
import json
import os
import select
import signal
import socket
import sys

# What the commands import when they are called. `local invoke` and `validate --lint`:
import cfnlint.api  # noqa: F401
import samcli.commands.local.cli_common.invoke_context  # noqa: F401
import samcli.commands.local.invoke.cli  # noqa: F401
import samcli.commands.validate.lib.exceptions  # noqa: F401
import samcli.commands.validate.validate  # noqa: F401
import samcli.lib.translate.sam_template_validator  # noqa: F401
import samcli.local.docker.manager  # noqa: F401
from samcli.cli.main import cli


def serve(path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    print("listening", flush=True)
    gc.freeze()
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            answer(connection)
            return
        connection.close()


def answer(connection):
    with connection, connection.makefile("rw", encoding="utf-8") as file:
        request = json.loads(file.readline())
        process = os.fork()
        if process != 0:
            print(process, file=file, flush=True)
            _, status = os.waitpid(process, 0)
            print(os.waitstatus_to_exitcode(status), file=file, flush=True)
            return
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    for descriptor, path in [(0, os.devnull), (1, request["stdout"]), (2, request["stderr"])]:
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), descriptor)
    sys.argv = ["sam", *request["args"]]
    cli()


if __name__ == "__main__":
    # Forked processes are waited for by nobody but the one that forked them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    serve(sys.argv[1])
