"""Reference values of the kernel records, from the definitions in docs/registry.md."""
from mpmath import cos, floor, fmod, log, mpf, pi, sin

from common import k_B, main

T_c = mpf(0.777000777)  # s, the double of the decimal
alpha_K = mpf(1e-3)
BOUND = mpf(1e-4)
THRESHOLD = mpf(0.0091)

FUNCTIONS = {
    "KO42": lambda t: 1 + alpha_K * sin(2 * pi * fmod(t, T_c) / T_c),
    "ON0": lambda t: floor(t / T_c),
    "QL1": lambda delta_S, S: delta_S / abs(S) / BOUND,
    # The threshold is reached again when alpha is lowered by this much.
    "VX": lambda V: -alpha_K * (V - THRESHOLD) / V,
    "ZEQ000": lambda t: fmod(t, T_c) / T_c,
    # d/dt of 1 + alpha sin(2 pi t/T) at t = phase T.
    "ZEQ00": lambda phase: alpha_K * (2 * pi / T_c) * cos(2 * pi * phase),
    # k T ln 2 for each bit.
    "LZ1": lambda bits_n, T: bits_n * (k_B * T * log(2)),
}

if __name__ == "__main__":
    main("kernel", FUNCTIONS)
