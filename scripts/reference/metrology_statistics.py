"""Reference values of metrology_statistics; sources are named in the records."""
from mpmath import (atan, binomial, cos, exp, fprod, gamma, log, matrix, mpf, ncdf, pi, polyroots,
                    quad, sqrt)

from common import main


def correlated(s_1, u_1, s_2, u_2, r_12):
    """Quadratic form of the sensitivities with the covariance matrix."""
    covariance = matrix([[u_1**2, r_12 * u_1 * u_2], [r_12 * u_1 * u_2, u_2**2]])
    s = matrix([s_1, s_2])
    return sqrt((s.T * covariance * s)[0])


def effective(u_1, u_2, nu_1, nu_2):
    """Variance of the summed variance: each has 2 u^4/nu."""
    spread = 2 * u_1**4 / nu_1 + 2 * u_2**4 / nu_2
    return 2 * (u_1**2 + u_2**2)**2 / spread


def student(nu, t_s):
    """Twice the tail of the density; t = sqrt(nu) tan(a) makes the range finite."""
    norm = gamma((nu + 1) / 2) / (sqrt(pi) * gamma(nu / 2))
    return 2 * norm * quad(lambda a: cos(a)**(nu - 1), [atan(t_s / sqrt(nu)), pi / 2])


def chi_squared(nu, x_2):
    density = lambda x: x**(nu / 2 - 1) * exp(-x / 2) / (2**(nu / 2) * gamma(nu / 2))
    return quad(density, [x_2, x_2 + 10, x_2 + 40, x_2 + 120, x_2 + 300])


def variance_ratio(nu_2, nu_1, F_s):
    """Tail of the density in y = nu_1 F/(nu_2 + nu_1 F)."""
    norm = gamma((nu_1 + nu_2) / 2) / (gamma(nu_1 / 2) * gamma(nu_2 / 2))
    start = nu_1 * F_s / (nu_2 + nu_1 * F_s)
    return norm * quad(lambda y: y**(nu_1 / 2 - 1) * (1 - y)**(nu_2 / 2 - 1), [start, 1])


def marked(K_l, k_d, N_l, n_s):
    """Draw the marked ones first, then the others, times the number of orders."""
    k, n = int(k_d), int(n_s)
    first = fprod((K_l - i) / (N_l - i) for i in range(k))
    rest = fprod((N_l - K_l - j) / (N_l - k - j) for j in range(n - k))
    return binomial(n, k) * first * rest


def wilson(p_o, z_q, n_o):
    """Smaller root p of (p_o - p)^2 = z^2 p (1 - p)/n."""
    roots = polyroots([1 + z_q**2 / n_o, -(2 * p_o + z_q**2 / n_o), p_o**2],
                      maxsteps=200, extraprec=200)
    return min(root.real for root in roots)


def buoyancy(m_w, rho_a, rho_w, rho_b):
    """Weight less buoyancy is the same on both sides."""
    return (m_w - rho_a * m_w / rho_w) / (1 - rho_a / rho_b)


def platinum(R_0, T):
    t = T - mpf("273.15")
    return R_0 * (1 + t * (mpf("3.9083e-3") - mpf("5.775e-7") * t))


def weighted(**p):
    """Results taken in one after the other, each moving the mean by its gain."""
    mean, variance = p["x_1"], p["u_1"] ** 2
    for i in range(2, len(p) // 2 + 1):
        gain = variance / (variance + p[f"u_{i}"] ** 2)
        mean += gain * (p[f"x_{i}"] - mean)
        variance *= 1 - gain
    return mean


FUNCTIONS = {
    "STA1": correlated,
    "STA2": lambda s_o, n_o: sqrt(s_o**2 / n_o),
    "STA3": effective,
    "STA4": lambda x, mu_x, sigma_x: exp(-((x - mu_x) / sigma_x)**2 / 2) / sqrt(2 * pi * sigma_x**2),
    "STA5": lambda mu_x, x, sigma_x: ncdf((x - mu_x) / sigma_x),
    "STA6": student,
    "STA7": chi_squared,
    "STA8": variance_ratio,
    "STA9": lambda m_1, m_2, s_1, n_1, s_2, n_2: (m_1 - m_2) / sqrt(s_1 * s_1 / n_1 + s_2 * s_2 / n_2),
    "STA10": lambda n_t, k_s, p_s: fprod((n_t - k_s + j) / j for j in range(1, int(k_s) + 1))
        * p_s**k_s * (1 - p_s)**(n_t - k_s),
    "STA11": lambda lambda_m, k_e: exp(-lambda_m) * fprod(lambda_m / j for j in range(1, int(k_e) + 1)),
    "STA12": marked,
    "STA13": wilson,
    "STA14": weighted,
    "STA15": lambda L_u, mu_p, L_l, sigma_p: min(L_u - mu_p, mu_p - L_l) / (3 * sigma_p),
    # Integral of the hazard (beta/eta) (t/eta)^(beta - 1).
    "STA16": lambda t, eta_w, beta_w: exp(-quad(lambda s: beta_w * s**(beta_w - 1), [0, t / eta_w])),
    "STA17": buoyancy,
    "STA18": platinum,
    "STA19": lambda x_l, x_r, U_l, U_r: (x_l - x_r) / sqrt(U_l**2 + U_r**2),
    "STA20": lambda mu_G, beta_G, T_y: mu_G - beta_G * log(-log((T_y - 1) / T_y)),
}

if __name__ == "__main__":
    main("metrology_statistics", FUNCTIONS)
