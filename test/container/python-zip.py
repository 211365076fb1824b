"""Writes archives within archives with Python's zipfile, in every way that it can write one."""

import io
import json
import random
import sys
import zipfile


class Pipe(io.RawIOBase):
    """Cannot seek, so zipfile writes sizes behind the data."""

    def __init__(self):
        self.bytes = b""

    def writable(self):
        return True

    def write(self, bytes):
        self.bytes += bytes
        return len(bytes)


def pack(files, method, streamed, zip64):
    target = Pipe() if streamed else io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        archive.comment = b"packed by Python"
        for name, content in files.items():
            with archive.open(name, "w", force_zip64=zip64) as file:
                file.write(content)
    return target.bytes if streamed else target.getvalue()


numbers = random.Random(17)
lines = "".join(f"{numbers.random()},{numbers.random()}\n" for _ in range(4_000))
content = {"a.csv": lines.encode(), "d/\u00fc.txt": "\u00fc".encode(), "empty": b""}
inner = {}
for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
    for streamed in (False, True):
        for zip64 in (False, True):
            name = f"{method} {streamed} {zip64}.zip"
            inner[name] = pack(content, method, streamed, zip64)
with open(sys.argv[1], "wb") as file:
    file.write(pack({f"of python/{name}": bytes for name, bytes in inner.items()}, zipfile.ZIP_DEFLATED, False, False))
with open(sys.argv[2], "wb") as file:
    file.write(pack(inner, zipfile.ZIP_STORED, False, True))
print(json.dumps({"archives": list(inner), "files": {name: bytes.decode() for name, bytes in content.items()}}))
