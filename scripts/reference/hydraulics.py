"""Reference values of hydraulics; sources are named in the records."""
from mpmath import cbrt, cos, findroot, mpf, pi, quad, sqrt, tan

from common import g_n, main


def jump(y_1, v_1, g=g_n):
    """Momentum balance of a jump: q v + g y^2/2 is the same on both sides; the root that is not y_1."""
    q = v_1 * y_1
    return findroot(lambda y: y * y_1 * (y + y_1) - 2 * q**2 / g, q * sqrt(2 / (g * y_1)))


def jump_loss(y_2, y_1):
    """Difference of the specific energies with q from the momentum balance (q^2/g = y1 y2 (y1+y2)/2)."""
    q2_g = y_1 * y_2 * (y_1 + y_2) / 2
    return (y_1 + q2_g / (2 * y_1**2)) - (y_2 + q2_g / (2 * y_2**2))


def wave_speed(K_l, rho, D_p, Y_p, t_w):
    """Compliance of the liquid and of the wall in series."""
    return 1 / sqrt(rho * (1 / K_l + D_p / (Y_p * t_w)))


def varied_depth(S_0, n_M, q_w, y_0, x, g=g_n):
    """The place is the integral of dx/dy; sought the depth between the start and the normal depth."""
    normal = ((n_M * q_w)**2 / S_0)**(mpf(3) / 10)
    slope = lambda y: (1 - q_w**2 / (g * y**3)) / (S_0 - (n_M * q_w)**2 / y**(mpf(10) / 3))
    place = lambda y: quad(slope, [y_0, (y + y_0) / 2, y]) / x - 1
    near = y_0 + (normal - y_0) * mpf("0.9")
    return findroot(place, (near, y_0 + (normal - y_0) / 10), solver="anderson", tol=mpf(10)**-60)


FUNCTIONS = {
    "HYD1": lambda R_h, S_0, n_M: R_h**(mpf(2) / 3) * sqrt(S_0) / n_M,
    "HYD2": lambda C_z, R_h, S_0: C_z * sqrt(R_h * S_0),
    # Froude number one.
    "HYD3": lambda q_w, g=g_n: findroot(lambda y: g * y**3 - q_w**2, cbrt(q_w**2 / g)),
    "HYD4": lambda y, q_w, g=g_n: y + (q_w / y)**2 / (2 * g),
    "HYD5": jump,
    "HYD6": jump_loss,
    # Torricelli's speed over the height of the nappe.
    "HYD7": lambda C_d, b_w, H_w, g=g_n: C_d * b_w * H_w * sqrt(2 * g * H_w) * quad(lambda x: 2 * x**2, [0, 1]),
    "HYD8": lambda C_d, theta, H_w, g=g_n: C_d * sqrt(2 * g) * 2 * tan(theta / 2) * H_w**2 * sqrt(H_w)
    * quad(lambda x: 2 * x**2 * (1 - x**2), [0, 1]),
    # Critical depth 2/3 of the total head, speed sqrt(g y).
    "HYD9": lambda C_d, b_w, H_t, g=g_n: C_d * b_w * (2 * H_t / 3) * sqrt(g * (2 * H_t / 3)),
    "HYD10": lambda rho, a_w, Delta_v: rho * a_w * Delta_v,
    "HYD11": wave_speed,
    "HYD12": lambda L_p, Q, C_HW, D_p: mpf("10.67") * L_p * (Q / C_HW)**mpf("1.852") / D_p**mpf("4.8704"),
    "HYD13": lambda rho, Q, H_p, eta_p, g=g_n: (rho * Q) * (g * H_p) / eta_p,
    "HYD14": lambda omega, Q, H_p, g=g_n: omega * sqrt(Q) / sqrt(sqrt((g * H_p)**3)),
    "HYD15": lambda p_s, p_v, rho, z_s, H_f, g=g_n: p_s / (rho * g) - p_v / (rho * g) - z_s - H_f,
    # Momentum and energy over the expansion with continuity A1 v1 = A2 v2.
    "HYD16": lambda v_1, v_2, g=g_n: (v_1**2 - v_2**2) / (2 * g) - v_2 * (v_1 - v_2) / g,
    "HYD17": lambda u_2, c_2u, u_1, c_1u, g=g_n: u_2 * c_2u / g - u_1 * c_1u / g,
    # Force is the change of the whirl component of the relative velocity.
    "HYD18": lambda rho, Q, u_b, v_j, k_b, beta_j: rho * Q * u_b * (v_j - (u_b + k_b * (v_j - u_b) * cos(beta_j))),
    # First over second moment of the depth: (I_c + A y_c^2)/(A y_c).
    "HYD19": lambda y_c, I_c, A: (I_c + A * y_c**2) / (A * y_c),
    "HYD20": lambda K_h, z_2, z_1, r_2, r_1: 2 * pi * K_h * quad(lambda z: z, [z_1, z_2])
    / quad(lambda r: 1 / r, [r_1, (r_1 + r_2) / 2, r_2]),
    "HYD21": varied_depth,
    "HYD22": lambda tau_b, rho_s, rho_w, d_g, g=g_n: tau_b / (rho_s * g * d_g - rho_w * g * d_g),
    "HYD23": lambda theta_s, s_g, d_g, g=g_n: 8 * (theta_s
        - mpf(47) / 1000)**mpf("1.5") * sqrt((s_g - 1) * g * d_g) * d_g,
    # Undamped U-tube: omega^2 = g A_t/(L A_s); amplitude is the first speed of the surface over omega.
    "HYD24": lambda v_0, L_t, A_t, A_s, g=g_n: (v_0 * A_t / A_s) / sqrt(g * A_t / (L_t * A_s)),
}

if __name__ == "__main__":
    main("hydraulics", FUNCTIONS)
