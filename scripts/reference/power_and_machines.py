"""Reference values of power_and_machines; sources are named in the records."""
from mpmath import acos, cos, diff, exp, expj, findroot, mpc, mpf, norm, pi, quad, sin, sqrt, tan

from common import main, mu_0

J = mpc(0, 1)


def correction(P, phi_1, phi_2, omega, V):
    """Reactive power the capacitor has to give, over what one farad gives."""
    before, after = P * tan(phi_1), P * tan(phi_2)
    return (before - after) / abs(V**2 * (J * omega))


def induction_torque(V, R_2, s, omega_s, R_1, X):
    """Air-gap power 3 |I|^2 R_2/s over the synchronous speed."""
    current = V / (R_1 + R_2 / s + J * X)
    return 3 * abs(current)**2 * (R_2 / s) / omega_s


def pull_out(V, omega_s, R_1, X):
    # Greatest power in the load resistance that equals the magnitude of the source impedance.
    load = abs(R_1 + J * X)
    return 3 * abs(V / (R_1 + load + J * X))**2 * load / omega_s


def salient_power(V, E_f, delta, X_d, X_q):
    """Three times V_d I_d + V_q I_q in rotor axes."""
    v_d, v_q = V * sin(delta), V * cos(delta)
    i_q = v_d / X_q
    i_d = (E_f - v_q) / X_d
    return 3 * (v_d * i_d + v_q * i_q)


def induced_voltage(f, N, Phi_m):
    """Rms of the derivative of the flux linkage over a period."""
    period = 1 / f
    square = quad(lambda t: (N * Phi_m * 2 * pi * f * cos(2 * pi * f * t))**2,
                  [0, period / 2, period]) / period
    return sqrt(square)


def dc_voltage(p_p, z_a, Phi_p, omega, a_p):
    """Each conductor cuts 2 p_p poles a turn; z_a/(2 a_p) conductors in series."""
    turns_per_second = omega / (2 * pi)
    return (2 * p_p * Phi_p * turns_per_second) * (z_a / (2 * a_p))


def line_power(V_s, V_r, delta, Z_c, beta, l):
    """Receiving-end current from the line equations, then Re(V conj(I))."""
    current = (V_s * expj(delta) - V_r * cos(beta * l)) / (J * Z_c * sin(beta * l))
    return (V_r * current.conjugate()).real


def clearing_angle(delta_0):
    """Areas of acceleration and braking are equal."""
    level = sin(delta_0)

    def balance(x):
        fast = quad(lambda d: level, [delta_0, x])
        slow = quad(lambda d: sin(d) - level, [x, pi - delta_0])
        return fast - slow
    return findroot(balance, pi / 2)


def ground_fault(V_f, R_f, X_1, X_2, X_0):
    """Sequence networks in series carry one third of the fault current."""
    return abs(3 * V_f / (J * X_1 + J * X_2 + J * X_0 + 3 * R_f))


def bridge_voltage(V_L, alpha_f, omega, L_c, I_d):
    """Mean of the line voltage over a sixth of a period less the area lost in commutation."""
    mean = quad(lambda x: sqrt(2) * V_L * cos(x), [alpha_f - pi / 6, alpha_f + pi / 6]) / (pi / 3)
    return mean - omega * L_c * I_d / (pi / 3)


def distortion(V_f, **p):
    """Total rms value over the fundamental, its square less one."""
    total = norm([V_f, *p.values()])
    return sqrt((total - V_f) * (total + V_f)) / V_f


FUNCTIONS = {
    "PWR1": lambda V_L, I_L, phi: 3 * (V_L / sqrt(3) * (I_L * expj(phi))).real,
    "PWR2": correction,
    "PWR3": lambda f, p_p: 2 * pi * (f / p_p),
    "PWR4": lambda omega_s, omega_r: 1 - omega_r / omega_s,
    "PWR5": induction_torque,
    "PWR6": pull_out,
    "PWR7": lambda R_2, R_1, X: R_2 / abs(R_1 + J * X),
    "PWR8": lambda T_k, s, s_k: 2 * T_k * s * s_k / (s**2 + s_k**2),
    "PWR9": salient_power,
    "PWR10": induced_voltage,
    "PWR11": lambda r_k, x_k, phi: ((r_k + J * x_k) * expj(-phi)).real
        + ((r_k + J * x_k) * expj(-phi)).imag**2 / 2,
    "PWR12": lambda x_l, S_r, cos_phi, P_0, P_k: 1 / (
        1 + P_0 / (x_l * S_r * cos_phi) + x_l * P_k / (S_r * cos_phi)),
    "PWR13": distortion,
    "PWR14": dc_voltage,
    "PWR15": lambda K_m, V_a, omega, R_a: ((V_a - K_m * omega) / R_a) * K_m,
    # The ohmic value back over the new base impedance.
    "PWR16": lambda z_old, V_old, V_new, S_new, S_old: (z_old * V_old**2 / S_old)
        / (V_new**2 / S_new),
    "PWR17": lambda D_m, r_g: quad(lambda x: mu_0 / (2 * pi * x), [r_g, 10 * r_g, D_m]),
    "PWR18": line_power,
    # Energy H S (f/f_0)^2 changes at the rate of the imbalance.
    "PWR19": lambda f_0, P_m, P_e, H_c, S_r: (P_m - P_e) / diff(
        lambda f: H_c * S_r * (f / f_0)**2, f_0),
    "PWR20": clearing_angle,
    "PWR21": lambda R_k, X_k, I_k: (mpf("1.02") + mpf("0.98") * exp(-3 * R_k / X_k)) * I_k * sqrt(2),
    "PWR22": ground_fault,
    "PWR23": bridge_voltage,
    # Active over apparent power with unit fundamental current.
    "PWR24": lambda phi_1, thd: cos(phi_1) / abs(mpc(1, thd)),
    # Torque from the cross product of flux linkage and current.
    "PWR25": lambda p_p, psi_m, i_q, L_d, L_q, i_d: 3 * p_p * (
        (psi_m + L_d * i_d) * i_q - L_q * i_q * i_d) / 2,
    "PWR28": lambda Delta_P, R_d, D_l: -Delta_P * R_d / (1 + D_l * R_d),
    "PWR29": lambda V_p: sqrt(quad(lambda x: (V_p * sin(x))**2, [0, pi]) / pi),
    "PWR30": lambda V, I, PF: V * I * cos(acos(PF)),
}

if __name__ == "__main__":
    main("power_and_machines", FUNCTIONS)
