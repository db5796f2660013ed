"""Reference values of waves; sources are named in the records."""
from mpmath import (asin, besseljzero, cosh, diff, eigsy, expj, fabs, findroot, lu_solve, matrix, mpf, pi, re,
                    sin, sinh, sqrt, tanh)

from common import main


def group(v_p, s_v, lam):
    # omega(k) with the phase velocity linear in the wavelength around lam; derivative by k.
    omega = lambda k: k * (v_p + s_v * (2 * pi / k - lam))
    return diff(omega, 2 * pi / lam)


def slowest(g, sigma, rho):
    # Minimum of omega/k: root of its derivative (times k^2).
    k = findroot(lambda k: sigma / rho - g / k**2, sqrt(g * rho / sigma) * mpf("1.05"))
    return sqrt(g / k + sigma * k / rho)


def junction(mu_1, mu_2):
    # Continuity of displacement and of slope (k as sqrt(mu)): 1 + r = t, k_1 (1 - r) = k_2 t.
    k_1, k_2 = sqrt(mu_1), sqrt(mu_2)
    return lu_solve(matrix([[-1, 1], [k_1, k_2]]), matrix([1, k_1]))[0]


def beads(F_T, m, a, n, N_b):
    # Eigenvalues of the stiffness matrix of the chain.
    N = int(N_b)
    K = matrix(N, N)
    for i in range(N):
        K[i, i] = 2
        if i:
            K[i, i - 1] = K[i - 1, i] = -1
    E = sorted(eigsy(K, eigvals_only=True))
    return sqrt(E[int(n) - 1] * F_T / (m * a))


def packet(sigma_0, D_k, t):
    # Second moment of the group velocities: spectrum of |amplitude|^2 has the deviation 1/(2 sigma_0).
    return sqrt(sigma_0**2 + (D_k * t / (2 * sigma_0)) ** 2)


FUNCTIONS = {
    "WAV1": lambda f, **q: f * q["lambda"],
    "WAV2": lambda A, k, x, omega, t, phi: re(A * expj(k * x - omega * t + phi)),
    "WAV3": lambda F_T, mu: sqrt(F_T / mu),
    # Energy per length mu (omega A)^2/2 carried at the wave speed.
    "WAV4": lambda mu, F_T, omega, A: mu * omega**2 * A**2 / 2 * sqrt(F_T / mu),
    "WAV5": lambda n, F_T, mu, L: sqrt(F_T / mu) / (2 * L / n),
    "WAV6": lambda E_Y, rho: sqrt(E_Y / rho),
    "WAV7": lambda v_p, s_v, **q: group(v_p, s_v, q["lambda"]),
    "WAV8": lambda g, k, H: sqrt(g * k * sinh(k * H) / cosh(k * H)),
    "WAV9": lambda g, k, sigma, rho: sqrt(k * (g + sigma * k**2 / rho)),
    "WAV10": slowest,
    "WAV11": lambda g, k, H: diff(lambda q: sqrt(g * q * tanh(q * H)), k),
    "WAV12": junction,
    # Difference of two opposite waves.
    "WAV13": lambda A, k, x, omega, t: A * sin(k * x - omega * t) + A * sin(k * x + omega * t),
    "WAV14": lambda A_1, A_2, phi: fabs(A_1 + A_2 * expj(phi)),
    "WAV15": lambda f_1, f_2: max(f_1, f_2) - min(f_1, f_2),
    # Wavelength in front of the source, met at v_w + v_o.
    "WAV16": lambda f_s, v_w, v_o, v_s: (v_w + v_o) / ((v_w - v_s) / f_s),
    "WAV17": lambda T_m, sigma, a: besseljzero(0, 1) / a * sqrt(T_m / sigma) / (2 * pi),
    "WAV18": lambda T_m, sigma, n_x, L_x, n_y, L_y: sqrt(T_m / sigma) * sqrt(
        (n_x * pi / L_x) ** 2 + (n_y * pi / L_y) ** 2) / (2 * pi),
    # omega^2 mu = B k^4 and v = omega/k.
    "WAV19": lambda omega, B, mu: omega / (omega**2 * mu / B) ** mpf("0.25"),
    "WAV20": beads,
    "WAV21": lambda P, r: P / (4 * pi * r**2),
    "WAV22": packet,
    "WAV23": lambda omega_c, v_0, k: fabs(omega_c + 1j * v_0 * k),
    "WAV24": lambda a, x, H: a / cosh(sqrt(3 * a / (4 * H)) * x / H) ** 2,
    "WAV25": lambda v_2, theta_1, v_1: asin(v_2 * sin(theta_1) / v_1),
    "WAV27": lambda g, k, a: sqrt(g / k + g * k * a**2),
    "WAV28": lambda Delta_x, **q: 2 * pi * (Delta_x / q["lambda"]),
}

if __name__ == "__main__":
    main("waves", FUNCTIONS)
