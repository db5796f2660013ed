"""The arithmetic of a table's rows with numpy alone: no uncertainty, gate, seal, server or text.

    table_rows.py ROWS...  prints one JSON object: values a second of processor time by rows.
"""

import json
import sys
import time

import numpy as np

SECONDS = 0.5
G = 6.6743e-11


def rate(rows: int) -> float:
    m2 = np.arange(1, rows + 1, dtype=np.float64)
    m1 = np.float64(5.9722e24)
    r = np.float64(3.844e8)
    done = 0
    start = time.process_time()
    while True:
        values = G * m1 * m2 / r**2
        done += values.size
        spent = time.process_time() - start
        if spent >= SECONDS:
            return done / spent


print(json.dumps({rows: rate(int(rows)) for rows in sys.argv[1:]}))
