"""Reads an archive with stream-unzip and does the contest's edits on bytes: python3 stream-unzip.py ARCHIVE OUTPUT."""

import sys

from stream_unzip import stream_unzip

CHUNK_BYTES = 256 * 1024
PHONE_DRESS = b'\t\n\v\f\r x().-'


def read(path):
    with open(path, 'rb') as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def lines_of(chunks):
    """Whole lines, a list for each chunk."""
    rest = b''
    for chunk in chunks:
        lines = (rest + chunk).split(b'\n')
        rest = lines.pop()
        yield lines


def edit(lines, email, phone, dropped):
    for line in lines:
        fields = line.split(b'|')
        if fields[email] and fields[phone]:
            fields[phone] = fields[phone].translate(None, PHONE_DRESS)
            for index in dropped:
                del fields[index]
            yield b'|'.join(fields) + b'\n'


def main(archive, output):
    with open(output, 'wb', buffering=CHUNK_BYTES) as out:
        for _name, _size, chunks in stream_unzip(read(archive), chunk_size=CHUNK_BYTES):
            blocks = lines_of(chunks)
            first = next(blocks)
            names = first.pop(0).split(b'|')
            dropped = sorted((names.index(b'notes'), names.index(b'sentence')), reverse=True)
            email, phone = names.index(b'email'), names.index(b'phone')
            out.write(b'|'.join(name for index, name in enumerate(names) if index not in dropped) + b'\n')
            out.writelines(edit(first, email, phone, dropped))
            for lines in blocks:
                out.writelines(edit(lines, email, phone, dropped))


main(*sys.argv[1:])
