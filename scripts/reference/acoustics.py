"""Reference values of acoustics; sources are named in the records."""
from mpmath import exp, expj, fabs, ln, log10, lu_solve, matrix, mpf, pi, quad, sqrt

from common import R_gas, main


def db(ratio):
    """Decibels from the natural logarithm."""
    return 10 * ln(ratio) / ln(10)


def boundary(Z_1, Z_2):
    # Continuity of pressure and velocity: 1 + r = t, (1 - r)/Z_1 = t/Z_2.
    r, t = lu_solve(matrix([[-1, 1], [1 / Z_1, 1 / Z_2]]), matrix([1, 1 / Z_1]))
    return t**2 * Z_1 / Z_2


def piston(rho, v_s, u_0, r_d, a_p, lambda_):
    # Rayleigh integral over rings of the piston.
    k = 2 * pi / lambda_
    ring = lambda s: s * expj(-k * sqrt(r_d**2 + s**2)) / sqrt(r_d**2 + s**2)
    return fabs(rho * v_s * k * u_0 * quad(ring, [0, a_p / 2, a_p]))


def a_weighting(f):
    f_1, f_2, f_3, f_4 = mpf("20.6"), mpf("107.7"), mpf("737.9"), mpf(12194)
    s = 1j * f
    # Poles of the analogue filter: two at f_1 and f_4, one at f_2 and f_3; four zeros.
    H = f_4**2 * s**4 / ((s + f_1) ** 2 * (s + f_2) * (s + f_3) * (s + f_4) ** 2)
    return 2 * db(fabs(H)) + 2


FUNCTIONS = {
    "AC1": lambda p: 2 * db(p / mpf("2e-5")),
    "AC2": lambda W: 10 * (log10(W) + 12),
    "AC3": lambda J_s: 10 * (log10(J_s) + 12),
    "AC4": lambda gamma_s, T, M: sqrt(gamma_s * (R_gas / M) * T),
    # Mass and compliance of a unit volume of the mixture.
    "AC5": lambda x_g, rho_l, rho_g, K_l, K_g: 1 / sqrt(
        (rho_l + x_g * (rho_g - rho_l)) * (x_g / K_g + (1 - x_g) / K_l)),
    "AC6": lambda rho, v_s: rho * v_s,
    # Pressure times particle velocity.
    "AC7": lambda p, rho, v_s: p * (p / (rho * v_s)),
    "AC8": boundary,
    # Mass rho S l on the spring rho v^2 S^2/V; the density cancels.
    "AC9": lambda v_s, S_n, V, l_e: sqrt((v_s**2 * S_n**2 / V) / (S_n * l_e)) / (2 * pi),
    "AC12": lambda V, A_eq: mpf("0.161") * V / A_eq,
    "AC13": lambda V, S_w, a_m: mpf("0.161") * V / (S_w * ln(1 / (1 - a_m))),
    "AC14": lambda L_W, Q_d, r_d, S_w, a_m: L_W + db(
        Q_d / (4 * pi * r_d**2) + 4 * (1 - a_m) / (S_w * a_m)),
    "AC15": lambda T_60, V: sqrt(4000000 * T_60 / V),
    # |1 + i omega m/(2 rho v)|^2 of the wall between two half-spaces.
    "AC16": lambda f, m_A, rho, v_s: db(fabs(1 + 1j * (2 * pi * f) * m_A / (2 * rho * v_s)) ** 2),
    # Bending wave speed (omega^2 B/m)^(1/4) equal to v_s.
    "AC17": lambda v_s, m_A, B_w: sqrt(v_s**4 * m_A / B_w) / (2 * pi),
    "AC18": lambda omega, eta, eta_b, kappa, c_v, c_p, rho, v_s: omega**2 / (2 * rho * v_s**3) * (
        4 * eta / 3 + eta_b + kappa * (c_p - c_v) / (c_p * c_v)),
    # Powers add.
    "AC19": lambda **L: db(sum(exp(level * ln(10) / 10) for level in L.values())),
    "AC20": lambda rho, v_s, u_0, r_d, a_p, **k: piston(rho, v_s, u_0, r_d, a_p, k["lambda"]),
    "AC21": a_weighting,
    "AC22": lambda L_N: exp(ln(2) * (L_N / 10 - 4)),
    "AC23": lambda n_m, f_A: f_A * exp((n_m - 69) * ln(2) / 12),
    # Stiffness 12 pi gamma p r against the radiation mass 4 pi r^3 rho.
    "AC25": lambda gamma_s, p_0, rho, r_b: sqrt(
        12 * pi * gamma_s * p_0 * r_b / (4 * pi * r_b**3 * rho)) / (2 * pi),
    # Wave vector of the mode.
    "AC26": lambda v_s, n_x, n_y, n_z, l_x, l_y, l_z: v_s / (2 * pi) * sqrt(
        (pi * n_x / l_x) ** 2 + (pi * n_y / l_y) ** 2 + (pi * n_z / l_z) ** 2),
    "AC27": lambda delta_l, **k: db(3 + 40 * delta_l / k["lambda"]),
    "AC28": lambda L_A: 28800 * exp(-(L_A - 85) / 3 * ln(2)),
    # Distance over which the crest gains 1/k on the wave.
    "AC31": lambda v_s, L, n=1: v_s / (2 * L / n),
    "AC32": lambda v_s, L, n=1: v_s / (4 * L / (2 * n - 1)),
    "AC33": lambda T: mpf("331.3") * (T / mpf("273.15"))**(mpf(1) / 2),
    "AC34": lambda v_s, t: v_s * (t - t / 2),
}

if __name__ == "__main__":
    main("acoustics", FUNCTIONS)
