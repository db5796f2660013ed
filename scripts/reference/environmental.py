"""Reference values of environmental; sources are named in the records."""
from mpmath import exp, expm, expm1, findroot, log, matrix, mpf, pi, quad, sqrt

from common import R_gas, main


def streeter_phelps(k_d, L_0, t, k_a, D_0):
    """Matrix exponential of demand and deficit."""
    rates = matrix([[-k_d, 0], [k_d, -k_a]])
    return (expm(rates * t) * matrix([L_0, D_0]))[1]


def critical_time(k_a, k_d, D_0, L_0):
    """Where k_d L equals k_a D."""
    def balance(t):
        deficit = streeter_phelps(k_d, L_0, t, k_a, D_0)
        return k_d * L_0 * exp(-k_d * t) - k_a * deficit
    return findroot(balance, (mpf(150000), mpf(250000)))


def normal(x, s):
    return exp(-(x / s)**2 / 2) / (s * sqrt(2 * pi))


def plume(Q_m, y, s_y, z, H, s_z, u):
    """Source and its mirror image below the ground, each spread by two Gaussians."""
    return Q_m / u * normal(y, s_y) * (normal(z - H, s_z) + normal(z + H, s_z))


def cyclone(mu_g, W_i, N_e, v_i, rho_p):
    """Half the inlet width is crossed in the residence time at the Stokes speed in v^2/r."""
    def crossing(d):
        # The radius cancels: time 2 pi r N/v times the settling speed rho d^2 v^2/(18 mu r).
        return 2 * pi * N_e / v_i * rho_p * d**2 * v_i**2 / (18 * mu_g) - W_i / 2
    return findroot(crossing, mpf("5e-6"))


def precipitator(w_d, A_c, Q_g):
    return -expm1(-w_d * A_c / Q_g)


def ogata_banks(C_0, x, v, t, D_h):
    """Flux at the inlet as the first-passage density, integrated over time (s = sqrt of it)."""
    def density(s):
        return 2 * x / (sqrt(4 * pi * D_h) * s**2) * exp(-(x - v * s**2)**2 / (4 * D_h * s**2)) if s else mpf(0)
    end = sqrt(t)
    return C_0 * quad(density, [0, end / 8, end / 4, end / 2, end])


def runoff(P_s, CN_s):
    """The method in inches."""
    P = P_s / mpf("0.0254")
    S = 1000 / CN_s - 10
    return (P - S / 5)**2 / (P - S / 5 + S) * mpf("0.0254")


def room(S_m, Q_v, C_e, V_r, C_r_0, t):
    """Deviation from the steady value decays with the air change."""
    steady = C_e + S_m / Q_v
    return steady + (C_r_0 - steady) * exp(-Q_v * t / V_r)


def lake(L_p, t_w, z_m):
    years = t_w / 31557600
    return L_p * t_w / (z_m * (1 + sqrt(years)))


def effluent(K_s, k_e, t_s, mu_m):
    """Growth balances decay and wasting: mu S/(K + S) = k + 1/t."""
    need = k_e + 1 / t_s
    return need * K_s / (mu_m - need)


FUNCTIONS = {
    "ENV1": streeter_phelps,
    "ENV2": lambda L_0, k_d, t: quad(lambda s: k_d * L_0 * exp(-k_d * s), [0, t]),
    "ENV3": critical_time,
    "ENV4": plume,
    "ENV5": lambda F_b, x_d, u: mpf("1.6") / u * exp((log(F_b) + 2 * log(x_d)) / 3),
    "ENV6": lambda x_g, p, M_g, T: M_g * x_g * p / (R_gas * T),
    "ENV7": cyclone,
    "ENV8": precipitator,
    "ENV9": lambda rho_b, K_d, n_p: (n_p + rho_b * K_d) / n_p,
    "ENV10": ogata_banks,
    "ENV11": runoff,
    "ENV12": lambda k_m, L_0, M_w, t: k_m * (L_0 * M_w) / exp(k_m * t),
    "ENV13": lambda N_0, k_W, C_d, t: N_0 / exp(k_W * C_d * t),
    "ENV14": lake,
    "ENV15": lambda log_Kow: (17 * log_Kow - 14) / 20,
    "ENV16": lambda D_m, u, H: sqrt(D_m * u / H) / H,
    "ENV17": lambda C_x, R_i, t_E, m_b, t_A: C_x * R_i / m_b * (t_E / t_A),
    "ENV18": effluent,
    "ENV19": room,
    "ENV20": lambda Q_s, C_s, Q_w, C_w: C_s + (C_w - C_s) * Q_w / (Q_s + Q_w),
}

if __name__ == "__main__":
    main("environmental", FUNCTIONS)
