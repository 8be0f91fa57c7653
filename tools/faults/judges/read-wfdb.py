"""Reads a WFDB record of format 16, from the WFDB manual (header(5), signal(5), annot(5)), without any code of the product.

read-wfdb.py RECORD.hea OUT.bin: verifies the first samples and the checksums of the header, writes the 16-bit frames and
prints the annotations as JSON: sample, code, text.
"""
import json
import os
import sys

import numpy

header, target = sys.argv[1], sys.argv[2]
folder = os.path.dirname(header)
lines = [line for line in open(header, encoding="ascii").read().split("\n") if line and not line.startswith("#")]
record, leads, _rate, samples = lines[0].split()[:4]
leads, samples = int(leads), int(samples)
signals = [line.split() for line in lines[1 : leads + 1]]
assert all(fields[1] == "16" for fields in signals)
frames = numpy.fromfile(os.path.join(folder, signals[0][0]), "<i2").reshape(samples, leads)
for lead, fields in enumerate(signals):
    assert int(frames[0, lead]) == int(fields[5]), "first sample"
    total = int(frames[:, lead].astype(numpy.int64).sum())
    assert (total - int(fields[6])) % 65536 == 0, "checksum"
frames.tofile(target)

words = numpy.fromfile(os.path.join(folder, record + ".atr"), "<u2")
notes, at, place = [], 0, 0
while words[place] != 0:
    code, step = int(words[place]) >> 10, int(words[place]) & 0x3FF
    place += 1
    if code == 59:  # SKIP: a step of 32 bits, the high half first
        step = (int(words[place]) << 16) | int(words[place + 1])
        at += step - (1 << 32) if step >= 1 << 31 else step
        place += 2
    elif code == 63:  # AUX: a text for the annotation before it
        text = words[place : place + (step + 1) // 2].tobytes()[:step]
        notes[-1][2] = text.rstrip(b"\0").decode("ascii")
        place += (step + 1) // 2
    elif code < 50:
        at += step
        notes.append([at, code, ""])
print(json.dumps(notes))
