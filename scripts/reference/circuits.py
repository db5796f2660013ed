"""Reference values of circuits; sources are named in the records."""
from mpmath import arg, findroot, log, lu_solve, matrix, mpc, mpf, odefun, pi, quad, sqrt

from common import k_B, main, q_e

J = mpc(0, 1)


def bridge(V_s, R_1, R_2, R_3, R_4):
    """Node equations of the two midpoints."""
    left = V_s / R_1 / (1 / R_1 + 1 / R_2)
    right = V_s / R_3 / (1 / R_3 + 1 / R_4)
    return left - right


def wye_arm(R_b, R_c, R_a):
    """From the three terminal resistances of the delta: half of (two at the node less the other)."""
    def seen(x, y):
        return 1 / (1 / x + 1 / y)
    return (seen(R_b, R_a + R_c) + seen(R_c, R_a + R_b) - seen(R_a, R_b + R_c)) / 2


def series(omega, R, L, C):
    return R + J * omega * L + 1 / (J * omega * C)


def low_pass(f, R, C):
    shunt = 1 / (2 * pi * J * f * C)
    return shunt / (R + shunt)


def damped(L, C, R):
    """Imaginary part of a root of L s^2 + R s + 1/C = 0."""
    root = (-R + sqrt(mpc(R**2 - 4 * L / C))) / (2 * L)
    return abs(root.imag)


def astable(R_1, R_2, C):
    def swing(resistance, start, end, target):
        return resistance * C * log((target - start) / (target - end))
    third = mpf(1) / 3
    charge = swing(R_1 + R_2, third, 2 * third, 3 * third)
    discharge = swing(R_2, 2 * third, third, 0)
    return 1 / (charge + discharge)


FUNCTIONS = {
    "CIR1": lambda I, R: I * R,
    "CIR2": lambda I, R: I * (I * R),
    "CIR3": lambda rho, l, A: quad(lambda x: rho / A, [0, l]),
    "CIR4": lambda R_0, alpha_R, T, T_0: R_0 + R_0 * alpha_R * (T - T_0),
    "CIR5": lambda R_1, R_2: 1 / (1 / R_1 + 1 / R_2),
    "CIR6": lambda C_1, C_2: 1 / (1 / C_1 + 1 / C_2),
    "CIR7": lambda V_s, R_2, R_1: V_s - R_1 * (V_s / (R_1 + R_2)),
    "CIR8": lambda I_s, R_2, R_1: I_s / (1 / R_1 + 1 / R_2) / R_1,
    "CIR9": lambda V_s, R_L, R_i: (V_s / (R_i + R_L))**2 * R_L,
    "CIR10": bridge,
    "CIR11": wye_arm,
    "CIR14": lambda C, V: quad(lambda q: q / C, [0, C * V]),
    "CIR15": lambda L, I: quad(lambda x: L * x, [0, I]),
    "CIR16": lambda V_s, t, R, C: odefun(lambda x, y: (V_s - y) / (R * C), 0, mpf(0))(t),
    "CIR17": lambda V_0, t, R, C: odefun(lambda x, y: -y / (R * C), 0, V_0)(t),
    "CIR18": lambda V_s, R, t, L: odefun(lambda x, y: (V_s - R * y) / L, 0, mpf(0))(t),
    "CIR19": lambda L, C: findroot(
        lambda f: 2 * pi * f * L * (2 * pi * f * C) - 1, 0.16 / sqrt(L * C)),
    "CIR20": lambda f, C: abs(1 / (2 * pi * J * f * C)),
    "CIR21": lambda R, omega, L, C: abs(series(omega, R, L, C)),
    "CIR22": lambda omega, L, C, R: arg(series(omega, R, L, C)),
    # Reactance of the coil at resonance over the resistance.
    "CIR23": lambda L, C, R: (1 / sqrt(L * C)) * L / R,
    "CIR25": damped,
    "CIR26": lambda f, R, C: abs(low_pass(f, R, C)),
    "CIR30": lambda R_f, R_g: (R_f + R_g) / R_g,
    "CIR33": astable,
    "CIR34": lambda T, R, B: sqrt(quad(lambda f: 4 * k_B * T * R, [0, B])),
    "CIR35": lambda I, B: sqrt(quad(lambda f: 2 * q_e * I, [0, B])),
    "CIR41": lambda R_1, R_2: R_1 + R_2,
    "CIR42": lambda V, I: I * V,
    "CIR43": lambda V, R: (V / R)**2 * R,
    "CIR44": lambda C, V: V * C,
    "CIR45": lambda R, C: C * R,
    "CIR46": lambda L, R: L / R,
    "CIR47": lambda f, L: L * (2 * pi * f),
    "CIR48": lambda V_1, N_2, N_1: (V_1 / N_1) * N_2,
    "CIR49": lambda I, t: I * t,
    "CIR50": lambda C_1, C_2: C_1 + C_2,
    "CIR51": lambda I, R, R_i: I * R + I * R_i,
    "CIR52": lambda E_s, I, R_i: E_s * (1 - I * R_i / E_s),
    # Two of them first, and the third beside them.
    "CIR53": lambda R_1, R_2, R_3: (lambda two: two * R_3 / (two + R_3))(R_1 * R_2 / (R_1 + R_2)),
}


if __name__ == "__main__":
    main("circuits", FUNCTIONS)
