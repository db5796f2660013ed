"""Reference values of quantum_mechanics; sources are named in the records."""
from mpmath import cos, exp, mpc, pi, sin, sqrt

from common import c, h, hbar, m_e, main


def barrier(V_0, E, m, L):
    """Transmission from the matching conditions at both walls, with complex amplitudes."""
    if E >= V_0:
        raise ValueError("the record is about energies below the barrier")
    k = sqrt(2 * m * E) / hbar
    kappa = sqrt(2 * m * (V_0 - E)) / hbar
    grow, decay = exp(kappa * L), exp(-kappa * L)
    ratio = mpc(0, 1) * (k * k - kappa * kappa) / (2 * k * kappa)
    amplitude = 1 / ((grow + decay) / 2 - ratio * (grow - decay) / 2)
    return abs(amplitude) ** 2


def upper_eigenvalue(H_11, H_22, H_12):
    """Larger root of the characteristic polynomial x^2 - trace x + determinant."""
    trace, determinant = H_11 + H_22, H_11 * H_22 - H_12 * H_12
    return (trace + sqrt(trace * trace - 4 * determinant)) / 2


def rabi(Omega, Delta, t):
    """Rabi formula with the generalised Rabi frequency."""
    generalised = sqrt(Omega**2 + Delta**2)
    return (Omega / generalised) ** 2 * (1 - cos(generalised * t)) / 2


FUNCTIONS = {
    "QM1": lambda V, k, m: V + (hbar * k) ** 2 / (2 * m),
    # sigma_x sigma_p = hbar/2.
    "QM2": lambda sigma_x: hbar / 2 / sigma_x,
    "QM3": lambda A_1, A_2, phi: abs(A_1 + A_2 * exp(mpc(0, 1) * phi)) ** 2,
    "QM4": lambda a_00, a_01, a_10, a_11: abs(2 * (a_00 * a_11 - a_01 * a_10)),
    "QM5": upper_eigenvalue,
    # h^2 n^2 / (8 m L^2), with h = 2 pi hbar.
    "QM6": lambda n, m, L: (2 * pi * hbar * n / L) ** 2 / (8 * m),
    "QM7": lambda s: hbar * sqrt(s * (s + 1)),
    "QM8": barrier,
    "QM9": lambda p: h / p,
    "QM10": lambda nu: h * nu,
    "QM11": lambda nu, W_f: h * nu - W_f,
    # (hbar omega)^2 = (c hbar k)^2 + (m c^2)^2.
    "QM12": lambda k, m: sqrt((c * hbar * k) ** 2 + (m * c**2) ** 2) / hbar,
    "QM13": lambda omega, n: (2 * n + 1) * hbar * omega / 2,
    "QM14": rabi,
    # Compton wavelength times (1 - cos theta) = 2 sin^2(theta/2).
    "QM15": lambda theta: 2 * pi * hbar / (m_e * c) * 2 * sin(theta / 2) ** 2,
    "QM16": lambda M, rho_E: 2 * pi / hbar * abs(M) ** 2 * rho_E,
    "QM17": lambda a_re, a_im: abs(mpc(a_re, a_im)) ** 2,
}

if __name__ == "__main__":
    main("quantum_mechanics", FUNCTIONS)
