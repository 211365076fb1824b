# Reads the archives whose paths come in, a line each, and prints what is in each of them as a line of JSON.
import json
import sys
import zipfile
import zlib


def read(path):
    try:
        with zipfile.ZipFile(path) as archive:
            files = []
            for info in archive.infolist():
                if not info.is_dir():
                    content = archive.read(info)
                    files.append([info.filename, len(content), zlib.crc32(content)])
            return {"files": files}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(read(line.rstrip("\n"))), flush=True)
