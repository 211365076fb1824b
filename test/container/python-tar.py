"""Packs each case of its input as a tar, and tells how Python's tarfile reads that tar."""

import base64
import io
import json
import sys
import tarfile

FORMATS = {"ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT}


def pack(case):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=FORMATS[case["format"]], pax_headers=case["global"]) as tar:
        for member in case["members"]:
            content = base64.b64decode(member["content"])
            info = tarfile.TarInfo(member["name"])
            info.type = member["type"].encode()
            info.size = len(content) if member["type"] == "0" else 0
            info.linkname = member["target"]
            info.mtime = member["mtime"]
            info.uname = member["owner"]
            info.pax_headers = member["attributes"]
            try:
                tar.addfile(info, io.BytesIO(content))
            except ValueError:
                pass  # ustar has no room for the name.
    return file.getvalue()


def read(bytes):
    files, others = {}, []
    with tarfile.open(fileobj=io.BytesIO(bytes)) as tar:
        for info in tar:
            if info.isreg():
                files[info.name] = base64.b64encode(tar.extractfile(info).read()).decode()
            elif not info.isdir():
                others.append(info.name)
    return {"files": files, "others": others}


for case in json.load(sys.stdin):
    tar = pack(case)
    print(json.dumps({"tar": base64.b64encode(tar).decode(), **read(tar)}))
