"""Writes protocol/math/random/sobolNumbers.ts: primitive polynomials and initial direction numbers.

Source of the numbers: S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections,
SIAM J. Sci. Comput. 30 (2008) 2635, file new-joe-kuo-6.21201, as SciPy ships it.
Run: python3 scripts/math/sobol.py
"""
import os
import numpy as np
import scipy.stats

DIMENSIONS = 256
table = np.load(os.path.join(os.path.dirname(scipy.stats.__file__), "_sobol_direction_numbers.npz"))
rows = []
for d in range(1, DIMENSIONS):
    poly = int(table["poly"][d])
    degree = poly.bit_length() - 1
    rows.append(" ".join(np.base_repr(int(v), 36).lower() for v in [poly, *table["vinit"][d][:degree]]))
lines, line = [], ""
for row in rows:
    part = row + ","
    if len(line) + len(part) > 90:
        lines.append(line)
        line = ""
    line += part
lines.append(line.rstrip(","))
with open("protocol/math/random/sobolNumbers.ts", "w") as out:
    out.write(
        "/**\n * Primitive polynomials and initial direction numbers of dimensions 2 to %d, base 36: the polynomial "
        "with all its\n"
              " * coefficients, then m_1 ... m_s. Written by scripts/math/sobol.py.\n"
              " * Source: Joe and Kuo, SIAM J. Sci. Comput. 30 (2008) 2635, new-joe-kuo-6.21201.\n */\n" % DIMENSIONS)
    out.write("export const SOBOL_NUMBERS = [\n")
    for text in lines:
        out.write('  "%s",\n' % text.rstrip(","))
    out.write('].join(",");\n')
