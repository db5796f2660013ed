"""Reference values of exotic_states; sources are named in the records."""
from mpmath import exp, expm1, mpf

from common import main


def link_probability(b0, b1, w_ij, b2, z_i, z_j):
    """Logistic function of the log-odds."""
    odds = exp(b0 + b1 * w_ij + b2 * z_i * z_j)
    return odds / (1 + odds)


FUNCTIONS = {
    # Unemployment above its natural rate lowers inflation below expectation.
    "ESO6": lambda pi_e, beta, u_t, u_n, eps_t: pi_e + beta * (u_n - u_t) + eps_t,
    "ESO14": link_probability,
    # Exponential decline with distance.
    "ESO18": lambda R0, alpha, d: R0 * (mpf(1) + expm1(-alpha * d)),
}

if __name__ == "__main__":
    main("exotic_states", FUNCTIONS)
