"""Reference values of magnetostatics; sources are named in the records."""
from mpmath import cos, hypot, ln, lu_solve, matrix, mpf, pi, quad, sin, tan

from common import main, mu_0


def wire(I_w, d, low, high):
    # Biot-Savart along the wire.
    return mu_0 * I_w / (4 * pi) * quad(lambda s: d / (s**2 + d**2) ** mpf("1.5"), [low, 0, high])


def loop(I_w, r_l, z):
    # Axial part of the Biot-Savart integral: every element is at one distance.
    return mu_0 * I_w / (4 * pi) * (2 * pi * r_l) / (r_l**2 + z**2) * (r_l / hypot(r_l, z))


def dipole(m_d, theta, r):
    B_r = mu_0 * m_d * 2 * cos(theta) / (4 * pi * r**3)
    B_t = mu_0 * m_d * sin(theta) / (4 * pi * r**3)
    return hypot(B_r, B_t)


def shell(mu_r, r_a, r_b):
    # Scalar potentials -(H r) + A/r^2 outside, B r + C/r^2 in the shell, D r inside (times cos theta, H = 1).
    a, b = r_a, r_b
    M = matrix([
        [1 / b**2, -b, -1 / b**2, 0],
        [-2 / b**3, -mu_r, 2 * mu_r / b**3, 0],
        [0, a, 1 / a**2, -a],
        [0, mu_r, -2 * mu_r / a**3, -1],
    ])
    return -1 / lu_solve(M, matrix([b, 1, 0, 0]))[3]


FUNCTIONS = {
    # Ampere: field times circumference.
    "MG1": lambda I_w, r: mu_0 * I_w / (2 * pi * r),
    "MG2": loop,
    "MG3": lambda I_w, theta_1, theta_2, d: wire(I_w, d, -d * tan(theta_1), d * tan(theta_2)),
    # Ampere with the enclosed part of the current.
    "MG4": lambda I_w, r, r_w: mu_0 * (I_w / (pi * r_w**2)) * (pi * r**2) / (2 * pi * r),
    "MG5": lambda mu_r, N_t, I_w, L_c: mu_0 * mu_r * I_w * (N_t / L_c),
    "MG7": lambda N_t, I_w, r: mu_0 * (N_t * I_w) / (2 * pi * r),
    # Two loops at half a radius.
    "MG8": lambda N_t, I_w, r_c: 2 * N_t * loop(I_w, r_c, r_c / 2),
    "MG9": lambda I_1, I_2, d: I_2 * (mu_0 * I_1 / (2 * pi * d)),
    "MG10": lambda I_w, L_w, B, theta: I_w * L_w * (B * sin(theta)),
    "MG11": lambda q, v, B, theta: q * v * (B * sin(theta)),
    "MG12": lambda N_t, I_w, A, B, theta: (N_t * I_w * A) * B * sin(theta),
    "MG13": lambda N_t, I_w, A: N_t * I_w * A,
    "MG14": dipole,
    "MG16": lambda B, mu_r: B * (B / (mu_0 * mu_r)) / 2,
    # Linked flux per current.
    "MG17": lambda mu_r, N_t, A, L_c: N_t * (mu_0 * mu_r * N_t / L_c) * A,
    "MG18": lambda mu_r, N_t, h_t, r_b, r_a: N_t * h_t * quad(
        lambda r: mu_0 * mu_r * N_t / (2 * pi * r), [r_a, r_b]),
    "MG19": lambda r_b, r_a: quad(lambda r: mu_0 / (2 * pi * r), [r_a, r_b]),
    # Internal mu_0/(8 pi) for each wire plus the external flux.
    "MG20": lambda d, r_w: 2 * (mu_0 / (8 * pi)) + mu_0 / (2 * pi) * ln((d / r_w) ** 2),
    "MG21": lambda r_l, r_w: mu_0 * r_l * (ln(8) + ln(r_l) - ln(r_w) - 2),
    "MG24": shell,
    "MG25": lambda N_t, Delta_Phi, t: N_t * (Delta_Phi / t),
    "MG26": lambda B, L_r, v: quad(lambda s: v * B, [0, L_r]),
    "MG27": lambda B, A, theta=0: A * (B * cos(theta)),
    "MG28": lambda L, Delta_I, t: L * (Delta_I / t),
}

if __name__ == "__main__":
    main("magnetostatics", FUNCTIONS)
