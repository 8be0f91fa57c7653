"""Reads an EDF+ with MNE and writes its steps and notes.

read-edf.py IN.edf OUT.bin MICROVOLTS_PER_STEP: writes the steps of all leads as 16-bit frames; prints JSON with the rate,
the start, the notes and the largest distance of a value from a whole step.
"""
import json
import sys

import mne
import numpy

source, target, gain = sys.argv[1], sys.argv[2], float(sys.argv[3])
mne.set_log_level("ERROR")
raw = mne.io.read_raw_edf(source, preload=False)
samples = len(raw.times)
furthest = 0.0
with open(target, "wb") as out:
    for at in range(0, samples, 500_000):
        steps = raw.get_data(start=at, stop=min(samples, at + 500_000)) * 1e6 / gain
        whole = numpy.rint(steps)
        furthest = max(furthest, float(numpy.abs(steps - whole).max()))
        out.write(whole.T.astype("<i2").tobytes())
marks = raw.annotations
notes = [
    [float(onset), float(duration), str(text)]
    for onset, duration, text in zip(marks.onset, marks.duration, marks.description)
]
start = raw.info["meas_date"]
print(
    json.dumps(
        {
            "hz": raw.info["sfreq"],
            "labels": raw.ch_names,
            "start": start.isoformat() if start else None,
            "furthest": furthest,
            "notes": notes,
        }
    )
)
