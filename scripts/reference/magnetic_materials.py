"""Reference values of magnetic_materials; sources are named in the records."""
from mpmath import cbrt, cos, exp, fsum, inf, mpf, pi, quad, sqrt, tan

from common import k_B, m_e, main, mu_0, mu_B, q_e


def projections(J):
    return [-J + k for k in range(int(2 * J) + 1)]


def curie(n_d, g_J, J, T):
    """Mean square of the moment along the field over k_B T."""
    mean_square = fsum((g_J * mu_B * m)**2 for m in projections(J)) / (2 * J + 1)
    return mu_0 * n_d * mean_square / (k_B * T)


def brillouin(n_d, g_J, J, B, T):
    """Boltzmann average over the levels of the moment."""
    weights = [(m, exp(g_J * mu_B * m * B / (k_B * T))) for m in projections(J)]
    return n_d * g_J * mu_B * fsum(m * w for m, w in weights) / fsum(w for _, w in weights)


def langevin(n_d, m_d, B, T):
    x = m_d * B / (k_B * T)
    weight = quad(lambda u: exp(x * u), [-1, 0, 1])
    return n_d * m_d * quad(lambda u: u * exp(x * u), [-1, 0, 1]) / weight


def spheroid(m_r):
    """Integral of the potential of an ellipsoid with half axes m_r, 1, 1."""
    # s = y^2 - m_r^2 turns the integral over s into a rational one over y.
    return m_r * quad(lambda y: 1 / (y**2 * (y**2 - m_r**2 + 1)), [m_r, 2 * m_r, inf])


def switching(K_u, M_s, psi):
    """Stoner and Wohlfarth's form with the cube root of the tangent."""
    t = cbrt(tan(psi))
    return 2 * K_u / (mu_0 * M_s) * sqrt(1 - t**2 + t**4) / (1 + t**2)


def eddy_loss(B_p, d, f, rho_e):
    """Mean over the thickness of (x dB/dt)^2/rho; the mean square of dB/dt is half its peak."""
    rate_square = (2 * pi * f * B_p)**2 / 2
    return quad(lambda x: x**2 * rate_square / rho_e, [-d / 2, 0, d / 2]) / d


FUNCTIONS = {
    "MAG1": curie,
    "MAG2": lambda C_c, T, theta_c: C_c / (T - theta_c),
    "MAG3": brillouin,
    "MAG4": langevin,
    "MAG5": lambda n_a, Z, r2_avg: -mu_0 * n_a * Z * q_e**2 * (2 * r2_avg / 3) / (4 * m_e),
    # mu_0 mu_B^2 times the density of states 3 n/(2 E_F) of both spins.
    "MAG6": lambda n_e, E_F: mu_0 * mu_B**2 * (mpf(3) / 2 * n_e / E_F),
    "MAG7": lambda M_0, T, T_b: M_0 - M_0 * sqrt(T / T_b)**3,
    "MAG8": lambda chi_m, H_a, N_d: H_a / (1 / chi_m + N_d),
    "MAG9": spheroid,
    "MAG10": lambda z_n, J_ex, S: z_n * J_ex * (S * (S + 1)) / k_B * 2 / 3,
    "MAG11": lambda A_ex, K_u: pi * A_ex / sqrt(A_ex * K_u),
    # 3/2 (cos^2 - 1/3) is the second Legendre polynomial.
    "MAG12": lambda lambda_s, theta: lambda_s * (3 * cos(2 * theta) + 1) / 4,
    "MAG13": switching,
    "MAG14": eddy_loss,
    "MAG15": lambda k_h, f, B_p, n_s: k_h * f * B_p**n_s,
    "MAG16": lambda tau_0, K_u, V, T: tau_0 * exp(K_u * V / (k_B * T)),
    "MAG17": lambda gamma_g, H_a, M: gamma_g / (2 * pi) * sqrt((mu_0 * H_a) * (mu_0 * (H_a + M))),
    # Half the remanence at half the coercive field.
    "MAG18": lambda B_r, mu_rec: (B_r / 2) * (B_r / (mu_0 * mu_rec) / 2),
}

if __name__ == "__main__":
    main("magnetic_materials", FUNCTIONS)
