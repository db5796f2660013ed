"""Reference values of lasers_photonics; sources are named in the records."""
from mpmath import asin, exp, expm1, findroot, im, ln, matrix, mpc, mpf, pi, quad, sqrt

from common import c, h, k_B, main, q_e


def einstein(nu):
    # Planck's law against the balance A + B u = B u exp(h nu/k T) of levels of one degeneracy, at any temperature.
    T = mpf(4321)
    u = 8 * pi * h * nu**3 / c**3 / expm1(h * nu / (k_B * T))
    return u * (exp(h * nu / (k_B * T)) - 1)


def q_at(w_0, z, lam):
    """1/q of a Gaussian beam at the distance z from its waist: 1/R - i lambda/(pi w^2)."""
    return 1 / (z + mpc(0, pi * w_0**2 / lam))


def radius(inverse_q, lam):
    return sqrt(lam / (pi * -im(inverse_q)))


def focused(w_0, f_l, lam):
    # Behind the lens 1/q loses 1/f; the waist has the same Rayleigh range Im(q).
    q = 1 / (q_at(w_0, 0, lam) - 1 / f_l)
    return sqrt(im(q) * lam / pi)


def resonator(L_r, R_m, lam):
    # Self-consistent q in the middle for half the round trip: half the length, mirror, half the length.
    half = matrix([[1, L_r / 2], [0, 1]])
    M = half * matrix([[1, 0], [-2 / R_m, 1]]) * half
    A, B, C, D = M[0, 0], M[0, 1], M[1, 0], M[1, 1]
    # q = (A q + B)/(C q + D)
    q = ((A - D) - sqrt(mpc((D - A) ** 2 + 4 * B * C))) / (2 * C)
    return sqrt(abs(im(q)) * lam / pi)


def amplified(J_s, G_0, J_i):
    # dJ/dz = g_0 J_s (1 - exp(-J/J_s)); gain times length is ln G_0.
    need = ln(G_0)
    f = lambda J_o: quad(lambda J: -1 / (J_s * expm1(-J / J_s)), [J_i, J_o]) - need
    return findroot(f, (J_i * 2, J_i * 10), tol=1e-40)


FUNCTIONS = {
    "PHO1": einstein,
    "PHO2": lambda w_0, z, **k: radius(q_at(w_0, z, k["lambda"]), k["lambda"]),
    "PHO3": lambda n, w_0, **k: w_0**2 * pi / (k["lambda"] / n),
    "PHO4": lambda M_sq, w_0, **k: M_sq * (k["lambda"] / (pi * w_0)),
    "PHO5": lambda z, w_0, **k: 1 / q_at(w_0, z, k["lambda"]).real,
    # Normalization: the integral of E_0 exp(-2 r^2/w^2) over the plane is the power.
    "PHO6": lambda P_b, w: P_b / (2 * pi * w**2 * quad(lambda x: x * exp(-2 * x**2), [0, 1, 3, 12])),
    "PHO7": lambda w_0, f_l, **k: focused(w_0, f_l, k["lambda"]),
    "PHO8": lambda n_g, L_r: 1 / (2 * L_r * n_g / c),
    "PHO9": lambda R_1, R_2: pi * sqrt(sqrt(R_1 * R_2)) / (1 - sqrt(R_1 * R_2)),
    # Inverse of the energy loss rate.
    "PHO10": lambda n, a_i, R_1, R_2, L_r: 1 / ((c / n) * (a_i + ln(1 / R_1) / (2 * L_r) + ln(1 / R_2) / (2 * L_r))),
    # Round trip gain one: R_1 R_2 exp(2 (g - a) L) = 1.
    "PHO11": lambda a_i, R_1, R_2, L_r: findroot(
        lambda g: R_1 * R_2 * exp(2 * (g - a_i) * L_r) - 1, a_i + 1500),
    "PHO12": lambda L_r, R_1, R_2: (1 - L_r / R_1) * (1 - L_r / R_2),
    "PHO13": lambda L_r, R_m, **k: resonator(L_r, R_m, k["lambda"]),
    "PHO14": lambda nu, delta_nu_c, P_o: pi * (h * nu) * delta_nu_c**2 / P_o,
    "PHO15": lambda a_c, n_1, n_2, **k: 2 * pi / k["lambda"] * a_c * sqrt((n_1 - n_2) * (n_1 + n_2)),
    "PHO16": lambda a_c, V_f: a_c * (mpf("0.65") + mpf("1.619") / (V_f * sqrt(V_f)) + mpf("2.879") / V_f**6),
    "PHO17": lambda D_c, L_f, delta_lambda: D_c * delta_lambda * L_f,
    # Ray at the critical angle travels n_1/n_2 times as far as the axial ray.
    "PHO18": lambda L_f, n_1, n_2: L_f * n_1 / c * (n_1 / n_2 - 1),
    "PHO20": lambda g_0, J_l, J_sat: g_0 * J_sat / (J_sat + J_l),
    "PHO21": amplified,
    # Root of dispersion length over nonlinear length.
    "PHO22": lambda T_0, gamma_n, P_p, b_2: sqrt((T_0**2 / b_2) / (1 / (gamma_n * P_p))),
    "PHO23": lambda n_2I, J_l, L_m, **k: (2 * pi / k["lambda"]) * (n_2I * J_l) * L_m,
    # Index change n^3 r E/2 times length is half a wavelength.
    "PHO24": lambda d_e, n, r_e, L_m, **k: (k["lambda"] / 2) / (n**3 * r_e / (2 * d_e) * L_m),
    "PHO25": lambda f_s, v_s, **k: asin(k["lambda"] / (2 * (v_s / f_s))),
    "PHO26": lambda eta_q, **k: eta_q * q_e / (h * c / k["lambda"]),
    "PHO27": lambda **k: h * (c / k['lambda']),
}

if __name__ == "__main__":
    main("lasers_photonics", FUNCTIONS)
