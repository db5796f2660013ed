"""Reference values of crystal; sources are named in the records."""
from mpmath import acos, asin, cos, det, diff, exp, expj, fabs, matrix, mpf, norm, pi, quad, sin, sqrt

from common import N_A, c, hbar, k_B, m_e, main, q_e


def metric(a, b, c_l, alpha, beta, gamma):
    return matrix([
        [a * a, a * b * cos(gamma), a * c_l * cos(beta)],
        [a * b * cos(gamma), b * b, b * c_l * cos(alpha)],
        [a * c_l * cos(beta), b * c_l * cos(alpha), c_l * c_l],
    ])


def spacing(h, k, l, a, b, c_l, alpha, beta, gamma):
    # Length of the reciprocal vector with the inverse metric; lengths in units of a.
    M = metric(mpf(1), b / a, c_l / a, alpha, beta, gamma) ** -1
    v = matrix([h, k, l])
    return a / sqrt((v.T * M * v)[0])


def cubic_tensor(x_11, x_12, shear):
    """Tensor of fourth rank of a cubic crystal; shear is the component 2323."""
    T = {}
    for i in range(3):
        for j in range(3):
            for k in range(3):
                for l in range(3):
                    if i == j == k == l:
                        v = x_11
                    elif i == j and k == l:
                        v = x_12
                    elif (i == k and j == l) or (i == l and j == k):
                        v = shear
                    else:
                        v = mpf(0)
                    T[i, j, k, l] = v
    return T


def young(S_11, S_12, S_44, m_1, m_2, m_3):
    # The component 2323 of the compliance tensor is S_44/4; the strain along m per stress along m.
    T = cubic_tensor(S_11, S_12, S_44 / 4)
    m = [m_1, m_2, m_3]
    n = sum(x * x for x in m)
    s = sum(T[i, j, k, l] * m[i] * m[j] * m[k] * m[l]
            for i in range(3) for j in range(3) for k in range(3) for l in range(3))
    return n**2 / s


def birch(B_0, B_p, V_0, V):
    # Minus the derivative of the energy by the volume (in units of V_0).
    def energy(v):
        y = v ** (-mpf(2) / 3)
        return mpf(9) / 16 * B_0 * ((y - 1) ** 3 * B_p + (y - 1) ** 2 * (6 - 4 * y))
    return -diff(energy, V / V_0)


def row(N, delta_p):
    return fabs(sum(expj(n * delta_p) for n in range(int(N)))) ** 2


def hydrogen_like(a_B, theta, lam):
    # Fourier transform of exp(-2 r/a)/(pi a^3), lengths in units of a.
    q = 4 * pi * sin(theta) / lam * a_B
    return quad(lambda r: 4 * r**2 * exp(-2 * r) * sin(q * r) / (q * r), [0, 1, 3, 8, 20, 65])


def electron(V_a):
    # Momentum from the total energy.
    E = m_e * c**2 + q_e * V_a
    p = sqrt(E**2 - (m_e * c**2) ** 2) / c
    return 2 * pi * hbar / p


def structure_factor(h_m, k_m, l_m, **p):
    # Waves of all atoms as complex numbers.
    atoms = [k[2:] for k in p if k.startswith("f_")]
    return fabs(sum(p["f_" + i] * expj(2 * pi * (h_m * p["x_" + i] + k_m * p["y_" + i] + l_m * p["z_" + i]))
                    for i in atoms))


FUNCTIONS = {
    "CRY1": lambda n_o, d_p, **k: asin(n_o * k["lambda"] / (2 * d_p)),
    "CRY2": lambda a, h_m, k_m, l_m: spacing(h_m, k_m, l_m, a, a, a, pi / 2, pi / 2, pi / 2),
    "CRY3": lambda h_m, k_m, a, l_m, c_h: spacing(h_m, k_m, l_m, a, a, c_h, pi / 2, pi / 2, 2 * pi / 3),
    "CRY4": lambda beta, h_m, a, k_m, b, l_m, c_l: spacing(h_m, k_m, l_m, a, b, c_l, pi / 2, beta, pi / 2),
    "CRY5": lambda a, b, c_l, alpha_l, beta_l, gamma_l: a * b * c_l * sqrt(
        det(metric(mpf(1), mpf(1), mpf(1), alpha_l, beta_l, gamma_l))),
    "CRY6": lambda h_1, h_2, k_1, k_2, l_1, l_2: acos(
        (h_1 * h_2 + k_1 * k_2 + l_1 * l_2) / (norm([h_1, k_1, l_1]) * norm([h_2, k_2, l_2]))),
    "CRY7": lambda Z_f, M, V_c: Z_f * (M / N_A) / V_c,
    "CRY8": lambda K_s, beta_s, theta, **k: K_s * k["lambda"] / (beta_s * cos(theta)),
    # Squared amplitude factor exp(-q^2 u/2), q = 4 pi sin(theta)/lambda.
    "CRY9": lambda u_2, theta, **k: exp(-((4 * pi * sin(theta) / k["lambda"]) ** 2) * u_2 / 2) ** 2,
    "CRY10": lambda theta: (1 + cos(2 * theta) ** 2) / (sin(theta) * sin(2 * theta) / 2),
    "CRY11": row,
    "CRY12": lambda r_A, r_X, r_B: (r_A + r_X) / (sqrt(2) * (r_B + r_X)),
    "CRY13": lambda nu_i, z_p, z_m, r_p, r_m: mpf("1.2025e-4") * nu_i * z_p * z_m * (
        r_p + r_m - mpf("3.45e-11")) / (r_p + r_m) ** 2,
    "CRY14": lambda x_b, a_1, a_2: a_1 + x_b * (a_2 - a_1),
    "CRY15": lambda N_l, N_i, E_F, T: sqrt(N_l * N_i * exp(-E_F / (k_B * T))),
    "CRY16": structure_factor,
    "CRY17": young,
    "CRY18": electron,
    "CRY19": lambda a_B, theta, **k: hydrogen_like(a_B, theta, k["lambda"]),
    "CRY20": birch,
}

if __name__ == "__main__":
    main("crystal", FUNCTIONS)
