"""Reference values of geophysical; sources are named in the records."""
from mpmath import atan2, cos, exp, matrix, mpc, mpf, pi, quad, re, root, sin, sqrt

from common import G, g_n, main, mu_0

OMEGA_E, R_EARTH = mpf("7.292115e-5"), mpf(6371000)


def bouguer(rho, z_s):
    """Attraction of rings above the point at the base of the slab, at unit depth: 2 pi G rho int z
    r/(r^2+z^2)^(3/2)."""
    ring = quad(lambda t: sin(t), [0, pi / 2])
    return 2 * pi * G * rho * z_s * ring


def flexure(w_0, x, alpha_f):
    """Real part of (1 - i) exp(-(1 - i) x/alpha)... the decaying solution with zero slope at the load."""
    s = mpc(1, -1) / alpha_f
    return w_0 * re(mpc(1, -1) * exp(-s * x))


def geotherm(T_0, q_m, z, k_t, A_0, D_r):
    """Integral of the heat flux over the conductivity."""
    flux = lambda y: q_m + A_0 * D_r * exp(-y / D_r)
    return T_0 + quad(flux, [0, z]) / k_t


def schlumberger(a_e, b_e, V_m, I_c):
    """Potentials of the two point electrodes on a half-space at the two potential electrodes."""
    near, far = a_e - b_e / 2, a_e + b_e / 2
    geometric = (1 / near - 1 / far) - (1 / far - 1 / near)
    return 2 * pi / geometric * V_m / I_c


def dipole_field(B_0, R_E, r, lambda_m):
    """Radial and horizontal component."""
    scale = B_0 * (R_E / r)**3
    return sqrt((2 * scale * sin(lambda_m))**2 + (scale * cos(lambda_m))**2)


def theis(Q, r, S_a, T_a, t):
    """E1 by quadrature of exp(-u y)/y from 1 to infinity."""
    u = r**2 * S_a / (4 * T_a * t)
    well = quad(lambda y: exp(-u * exp(y)), [0, 2, 4, 6, 8, 10, 12])
    return Q / (4 * pi * T_a) * well


def great_circle(phi_1, phi_2, Delta_lambda, R_E=R_EARTH):
    """Angle between the unit vectors from cross and scalar product."""
    a = matrix([cos(phi_1), 0, sin(phi_1)])
    b = matrix([cos(phi_2) * cos(Delta_lambda), cos(phi_2) * sin(Delta_lambda), sin(phi_2)])
    cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return R_E * atan2(sqrt(sum(x**2 for x in cross)), (a.T * b)[0])


def rebound(eta_m, rho_m, lambda_d, g=g_n):
    """2 eta k/(rho g) with k = 2 pi/lambda."""
    return 2 * eta_m * (2 * pi / lambda_d) / (rho_m * g)


FUNCTIONS = {
    "GPH1": lambda gamma_e, k_g, phi, e_2: gamma_e * (1 + k_g * (1 - cos(phi)**2)) / sqrt(1 - e_2 * (1 - cos(phi)**2)),
    "GPH2": lambda g_0, z, R_E: 2 * z * (g_0 / R_E),
    "GPH3": bouguer,
    "GPH4": lambda Delta_rho, a_s, z, x: G * (Delta_rho * 4 * pi * a_s**3 / 3) / (x**2 + z**2) * z / sqrt(x**2 + z**2),
    "GPH5": lambda Delta_rho, a_c, z, x: 2 * G * (pi * a_c**2 * Delta_rho) / sqrt(x**2 + z**2) * z / sqrt(x**2 + z**2),
    # Centrifugal acceleration with and without the eastward speed, and the northward part.
    "GPH6": lambda v, phi, alpha_z, Omega_E=OMEGA_E, R_E=R_EARTH: (
        ((Omega_E * R_E * cos(phi) + v * sin(alpha_z))**2 - (Omega_E * R_E * cos(phi))**2) / R_E
        + (v * cos(alpha_z))**2 / R_E),
    # Weight of mountain plus root replaces mantle: rho_c (z + r) = rho_m r.
    "GPH7": lambda rho_c, z_m, rho_m: z_m / (rho_m / rho_c - 1),
    "GPH8": lambda rho_0, D_c, z_e: rho_0 / (1 + z_e / D_c),
    "GPH9": lambda E_Y, t_e, nu_p, Delta_rho, g=g_n: root(E_Y * t_e**3 / (3 * (1 - nu_p) * (1 + nu_p) * Delta_rho * g),
        4),
    "GPH10": flexure,
    "GPH11": lambda k_t, Delta_T, kappa, t: k_t * Delta_T / sqrt(kappa * t) * (2 / sqrt(pi) / 2),
    # Isostasy: column contraction rho alpha int dT erfc = rho alpha Delta_T 2 sqrt(kappa t/pi).
    "GPH12": lambda d_r, rho_m, alpha_v, Delta_T, kappa, t, rho_w: d_r + 2 * sqrt(kappa * t / pi) * alpha_v * Delta_T
    / (1 - rho_w / rho_m),
    "GPH13": geotherm,
    "GPH14": lambda a_A, rho_w, phi_p, m_A, S_w, n_A: a_A * rho_w * phi_p**(-m_A) * S_w**(-n_A),
    "GPH15": schlumberger,
    "GPH16": lambda E_x, B_y, omega: (E_x / (B_y / mu_0))**2 / (mu_0 * omega),
    "GPH17": lambda lambda_m: atan2(2 * sin(lambda_m), cos(lambda_m)),
    "GPH18": dipole_field,
    "GPH19": theis,
    "GPH20": rebound,
    "GPH21": lambda omega_p, Delta_p, R_E=R_EARTH: (R_E * sin(Delta_p)) * omega_p,
    "GPH22": great_circle,
    # Axis over sqrt(cos^2 + (1 - e^2) sin^2).
    "GPH23": lambda a_E, e_2, phi: a_E / sqrt(cos(phi)**2 + (1 - e_2) * sin(phi)**2),
    "GPH24": lambda M_r, rho, r, Phi_s: -rho * (G * M_r / r**2) / Phi_s,
    "GPH25": lambda nu_p, Delta_V, d_s, r: (1 - nu_p) / pi * Delta_V * d_s / (r**2 + d_s**2) / sqrt(r**2 + d_s**2),
    # u = int 2 A (rho g sin)^3 (H - z)^3 dz.
    "GPH26": lambda A_G, rho_i, alpha_s, H_i, g=g_n: quad(
        lambda z: 2 * A_G * (rho_i * g * sin(alpha_s) * (H_i - z))**3, [0, H_i]),
}

if __name__ == "__main__":
    main("geophysical", FUNCTIONS)
