"""Reference values of biophysics; sources are named in the records."""
from mpmath import cbrt, diff, euler, exp, findroot, log, mpf, pi, polyroots, quad, sqrt

from common import N_A, R_gas, eps_0, k_B, main, q_e

STANDARD = mpf(1000)  # mol/m^3


def goldman(T, P_K, K_o, P_Na, Na_o, P_Cl, Cl_i, K_i, Na_i, Cl_o):
    """Voltage at which the constant-field currents of the three ions cancel."""
    def current(V):
        u = q_e * V / (k_B * T)
        def flux(P, z, inside, outside):
            return z**2 * P * u * (inside - outside * exp(-z * u)) / (1 - exp(-z * u))
        return flux(P_K, 1, K_i, K_o) + flux(P_Na, 1, Na_i, Na_o) + flux(P_Cl, -1, Cl_i, Cl_o)
    return findroot(current, (mpf("-0.07"), mpf("-0.04")))


def length_constant(R_m, d_f, R_i):
    """Root of axial conductance times length over membrane conductance per length."""
    axial = R_i / (pi * d_f**2 / 4)
    membrane = R_m / (pi * d_f)
    return sqrt(membrane / axial)


def input_resistance(R_m, R_i, d_f):
    return sqrt((R_m / (pi * d_f)) * (R_i / (pi * d_f**2 / 4)))


def allosteric(x_L, n_s, L_0, c_r):
    """Logarithmic derivative of the binding polynomial."""
    polynomial = lambda x: (1 + x)**n_s + L_0 * (1 + c_r * x)**n_s
    return x_L * diff(polynomial, x_L) / (n_s * polynomial(x_L))


def depletion(P_t, L_t, K_d):
    """Bound b from (P - b)(L - b) = K b, smaller root."""
    roots = polyroots([mpf(1), -(P_t + L_t + K_d), P_t * L_t], maxsteps=200, extraprec=200)
    return min(root.real for root in roots) / P_t


def jointed_chain(L_c, F_p, b_K, T):
    u = F_p * b_K / (k_B * T)
    weight = quad(lambda y: exp(u * y), [-1, 0, 1])
    return L_c * quad(lambda y: y * exp(u * y), [-1, 0, 1]) / weight


def worm_like(P_l, L_c):
    """Double integral of the tangent correlation over the chain."""
    return 2 * quad(lambda s: (L_c - s) * exp(-s / P_l), [0, L_c])


def rupture(T, r_F, x_b, k_0):
    """Maximum of the density k(F)/r exp(-int k dF/r): d ln k/dF = k/r."""
    force = k_B * T / x_b
    return findroot(lambda f: k_0 * exp(f) * force / r_F - 1, mpf(6)) * force


def tube(kappa_b, sigma_m):
    """Least of bending and tension energy per length over the radius."""
    energy = lambda r: pi * kappa_b / r + 2 * pi * sigma_m * r
    best = sqrt(kappa_b / (2 * sigma_m))
    return energy(best)


def capture(D_t, a_c, n_c, N_r, s_r):
    """Two conductances in series: to the sphere, and through the discs 4 D s each."""
    sphere, discs = 4 * pi * D_t * a_c, 4 * D_t * s_r * N_r
    return n_c / (1 / sphere + 1 / discs)


def melting(H_d, S_d, C_t):
    """Where the equilibrium constant is 4/C_t."""
    return findroot(lambda T: -(H_d - T * S_d) / (R_gas * T) - log(4 * 1000 / C_t), mpf(330))


FUNCTIONS = {
    # -R T ln K_a with K_a = 1/K_d relative to 1 mol/L, R = N_A k_B.
    "BINDING_AFFINITY": lambda T, K_d: -(N_A * k_B) * T * log(STANDARD / K_d),
    "BIO1": lambda T, c_o, c_i, z: k_B * T * (log(c_o) - log(c_i)) / (z * q_e),
    "BIO2": goldman,
    "BIO3": length_constant,
    "BIO4": input_resistance,
    "BIO5": lambda g_Na, m_a, h_i, V_m, E_Na: h_i * g_Na * m_a**3 * (V_m - E_Na),
    "BIO6": lambda z_g, V_m, V_h, T: exp(z_g * q_e * V_m / (k_B * T)) / (
        exp(z_g * q_e * V_m / (k_B * T)) + exp(z_g * q_e * V_h / (k_B * T))),
    "BIO7": lambda K_h, L_f, n_H: 1 / (1 + (K_h / L_f)**n_H),
    "BIO8": allosteric,
    "BIO9": depletion,
    "BIO10": lambda I_50, L_f, K_d: I_50 * K_d / (K_d + L_f),
    "BIO11": jointed_chain,
    "BIO12": lambda T, x_e, L_c, P_l: k_B * T / P_l * (
        (L_c / (L_c - x_e))**2 / 4 - mpf(1) / 4 + x_e / L_c),
    "BIO13": worm_like,
    "BIO14": lambda k_0, F_p, x_b, T: k_0 * exp(F_p * x_b / (k_B * T)),
    "BIO15": rupture,
    # Where the pair energy equals k_B T.
    "BIO16": lambda eps_r, T: q_e**2 / (4 * pi * eps_0 * eps_r) / (k_B * T),
    "BIO17": lambda s_c, T, D_t, v_p, rho: R_gas * T * (s_c / D_t) / (1 - rho * v_p),
    "BIO18": tube,
    "BIO19": lambda T, eta_m, h_m, eta_w, a_p: k_B * T / (4 * pi * eta_m * h_m) * (
        log(eta_m) + log(h_m) - log(eta_w) - log(a_p) - euler),
    "BIO20": capture,
    "BIO21": lambda m_b: mpf("3.4") * sqrt(m_b * sqrt(m_b)),
    # ln(10) times the pH is minus the logarithm of the activity.
    "BIO22": lambda V_m, T, Delta_pH: V_m - k_B * T / q_e * log(mpf(10)**Delta_pH),
    "BIO23": melting,
    # Flow in proportion to the cube of the radius is conserved.
    "BIO24": lambda r_1, r_2: cbrt(r_1**3 + r_2**3),
    "BIO25": lambda E_Y, h_w, rho, r_a: sqrt((E_Y * h_w / (2 * r_a)) / rho),
    # (F + a)(v + b) = (F_0 + a) b.
    "BIO26": lambda b_H, F_0, F_l, a_H: (F_0 + a_H) * b_H / (F_l + a_H) - b_H,
    "BIO27": lambda L_p, S_c, p_c, p_i, sigma_o, pi_c, pi_i: L_p * S_c * (
        (p_c - sigma_o * pi_c) - (p_i - sigma_o * pi_i)),
}

if __name__ == "__main__":
    main("biophysics", FUNCTIONS)
