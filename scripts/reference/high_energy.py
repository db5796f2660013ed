"""Reference value of HEP4: strong coupling to one loop."""
from mpmath import log, pi

from common import main


def strong_coupling(n_f, Q, Lambda):
    """4 pi / (beta_0 ln(Q^2/Lambda^2)) with beta_0 = 11 - 2 n_f/3 for three colours."""
    beta_0 = 11 - 2 * n_f / 3
    return 4 * pi / (beta_0 * 2 * log(Q / Lambda))


FUNCTIONS = {"HEP4": strong_coupling}

if __name__ == "__main__":
    main("high_energy", FUNCTIONS)
