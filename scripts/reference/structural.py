"""Reference values of structural; sources are named in the records.

FEA_DISPLACEMENT: one bar element, assembled and solved."""
from mpmath import cbrt, cos, eigsy, findroot, lu_solve, matrix, mpf, pi, quad, sin, sinh, sqrt

from common import main


def bar_displacement(F, L, E, A):
    """Two-node stiffness matrix with node 1 fixed by an elimination, solved for node 2."""
    k = E * A / L
    stiffness = matrix([[k, -k], [-k, k]])
    reduced = matrix([[stiffness[1, 1]]])
    return lu_solve(reduced, matrix([F]))[0]


def principal(s_x, s_y, tau):
    """Largest eigenvalue of the stress matrix in the plane."""
    return max(eigsy(matrix([[s_x, tau], [tau, s_y]]), eigvals_only=True))


def inclined(s_x, s_y, theta, tau):
    """n . sigma n."""
    n = matrix([cos(theta), sin(theta)])
    return (n.T * matrix([[s_x, tau], [tau, s_y]]) * n)[0]


def mises(s_x, s_y, tau):
    """Root of half the sum of the squared differences of the principal stresses."""
    s_1, s_2 = eigsy(matrix([[s_x, tau], [tau, s_y]]), eigvals_only=True)
    return sqrt(((s_1 - s_2)**2 + s_1**2 + s_2**2) / 2)


def shaft(M_t, D_o, D_i):
    """Torque times outer radius over the polar moment from its integral."""
    polar = quad(lambda r: 2 * pi * r**3, [D_i / 2, D_o / 2])
    return M_t * (D_o / 2) / polar


def lame(p, r_i, r_o, r):
    """sigma = a + b/r^2 with the radial stress a - b/r^2 equal to -p inside and 0 outside."""
    a, b = lu_solve(matrix([[1, -1 / r_i**2], [1, -1 / r_o**2]]), matrix([-p, 0]))
    return a + b / r**2


def secant(P, e_0, c_f, L, E_Y, A, r_g):
    """Compression and bending by the moment at midspan of the beam-column P e/cos(k L/2)."""
    I = A * r_g**2
    k = sqrt(P / (E_Y * I))
    return P / A + P * e_0 / cos(k * L / 2) * c_f / I


def reduction(lambda_b, alpha_i):
    """Smaller root of chi^2 lambda^2 - 2 Phi chi + 1 = 0 (Ayrton-Perry)."""
    phi_2 = 1 + alpha_i * (lambda_b - mpf("0.2")) + lambda_b**2
    return findroot(lambda x: (1 - x) * (1 - x * lambda_b**2) - x * alpha_i * (lambda_b - mpf("0.2")), 1 / phi_2)


def lateral(E_Y, I_z, G_s, J_t, I_w, L):
    """Critical moment from the weak-axis force P_z and the torsional term: sqrt(P_z (G J + pi^2 E I_w/L^2))."""
    P_z = pi**2 * E_Y * I_z / L**2
    return sqrt(P_z * (G_s * J_t + pi**2 * E_Y * I_w / L**2))


def concrete(A_s, f_y, d, f_c, b):
    """Equilibrium of the steel with the stress block, moment about the steel."""
    T = A_s * f_y
    a = T / (mpf("0.85") * f_c * b)
    return mpf("0.85") * f_c * a * b * d - T * a / 2


def impact(h_f, delta_s):
    """Energy: W (h + x) = W x^2/(2 delta)."""
    x = findroot(lambda y: y**2 / (2 * delta_s) - y - h_f, delta_s + sqrt(2 * h_f * delta_s) + delta_s)
    return x / delta_s


def hertz(F_n, nu_1, E_1, nu_2, E_2, R_1, R_2):
    radius = R_1 * R_2 / (R_1 + R_2)
    compliance = (1 - nu_1) * (1 + nu_1) / E_1 + (1 - nu_2) * (1 + nu_2) / E_2
    return cbrt(mpf(3) / 4 * F_n * radius * compliance)


FUNCTIONS = {
    "FEA_DISPLACEMENT": bar_displacement,
    "ST1": lambda N_x, A, M_b, y, I: (N_x * I + M_b * y * A) / (A * I),
    "ST2": lambda E_Y, alpha_L, Delta_T: E_Y * (0 - alpha_L * Delta_T),
    "ST3": principal,
    "ST4": inclined,
    "ST5": mises,
    "ST6": lambda E_Y, nu: E_Y / (2 + 2 * nu),
    "ST7": shaft,
    "ST8": lambda M_t, L, G_s, J_t: L * (M_t / (G_s * J_t)),
    "ST9": lambda M_t, A_m, t_w: (M_t / (2 * A_m)) / t_w,
    # Balance of a half ring: 2 t sigma = 2 r p.
    "ST10": lambda p, r, t_w: (2 * r * p) / (2 * t_w),
    "ST11": lame,
    "ST12": lambda E_Y, I, K_e, L: E_Y * I * (pi / (K_e * L))**2,
    # Parabola through sigma_y tangent to Euler's curve at half the yield strength.
    "ST13": lambda sigma_y, s_l, E_Y: sigma_y * (1 - sigma_y * s_l**2 / (4 * pi**2 * E_Y)),
    "ST14": secant,
    "ST15": reduction,
    # Moment of the half span about midspan.
    "ST16": lambda w_h, L, f_s: (w_h * L / 2 * L / 2 - w_h * L / 2 * L / 4) / f_s,
    "ST17": lambda a, L: quad(lambda x: sqrt(1 + sinh(x / a)**2), [-L / 2, L / 2]),
    "ST19": lateral,
    "ST20": lambda E_Y, t_s, r_s, nu: E_Y / sqrt(3) / sqrt((1 - nu) * (1 + nu)) * t_s / r_s,
    # Ring of stiffness D = E t^3/(12 (1 - nu^2)): p = 3 D/r^3.
    "ST21": lambda E_Y, t_w, nu, r_m: 3 * (E_Y * t_w**3 / (12 * (1 - nu**2))) / r_m**3,
    "ST22": concrete,
    "ST23": lambda f_c: mpf(4700) * sqrt(f_c / mpf(10)**6) * mpf(10)**6,
    "ST24": impact,
    # Virtual work: w L^2 theta/4 = 4 M theta.
    "ST25": lambda M_p, L: 4 * M_p / (L**2 / 4),
    "ST26": lambda n_c, E_Y, I_c, h_s: n_c * (12 * E_Y * I_c / h_s**3),
    "ST27": hertz,
    "ST28": lambda P, P_E: P_E / (P_E - P),
    "ST29": lambda K_z, K_zt, K_d, v_b: mpf("0.613") * K_z * K_zt * K_d * v_b**2,
    "ST30": lambda F, A: F / A,
}

if __name__ == "__main__":
    main("structural", FUNCTIONS)
