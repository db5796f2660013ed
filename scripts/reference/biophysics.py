"""Reference value of BINDING_AFFINITY: standard free energy of binding."""
from mpmath import log, mpf

from common import N_A, k_B, main

STANDARD = mpf(1000)  # mol/m^3

FUNCTIONS = {
    # -R T ln K_a with K_a = 1/K_d relative to 1 mol/L, R = N_A k_B.
    "BINDING_AFFINITY": lambda T, K_d: -(N_A * k_B) * T * log(STANDARD / K_d),
}

if __name__ == "__main__":
    main("biophysics", FUNCTIONS)
