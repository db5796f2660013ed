"""Reference values of beams_plates; sources are named in the records."""
from mpmath import inf, lu_solve, matrix, mpf, pi, quad, sin, sqrt

from common import main


def tip_deflection(F, L, E, I_z):
    """E I w'' = F (L - x), w(0) = w'(0) = 0: E I w(L) = F (L L^2/2 - L^3/6)."""
    return F * (L * L**2 / 2 - L**3 / 6) / (E * I_z)


def unit_load(moment, L, at, stiffness):
    """Deflection of a simply supported beam: moment times that of a unit force, integrated."""
    def unit(x):
        return x * (L - at) / L if x < at else at * (L - x) / L
    return quad(lambda x: moment(x) * unit(x), [0, at, L]) / stiffness


def uniform_deflection(q, L, at, stiffness):
    return unit_load(lambda x: q * x * (L - x) / 2, L, at, stiffness)


def point_deflection(F_c, L, at, stiffness):
    return unit_load(lambda x: F_c * (x * (L - at) / L if x < at else at * (L - x) / L),
                     L, at, stiffness)


def box(b_o, h_o, b_i, h_i):
    """Flanges and webs, strip by strip."""
    outer = quad(lambda y: b_o * y**2, [-h_o / 2, 0, h_o / 2])
    return outer - quad(lambda y: b_i * y**2, [-h_i / 2, 0, h_i / 2])


def tube(D_o, D_i):
    """Rings: half of their polar moment."""
    return quad(lambda r: 2 * pi * r * r**2, [D_i / 2, D_o / 2]) / 2


def prop(q, L):
    """The prop cancels the tip deflection q L^4/8 of the cantilever by R L^3/3 (in 1/(E I))."""
    free = quad(lambda x: (q * (L - x)**2 / 2) * (L - x), [0, L])
    unit = quad(lambda x: (L - x)**2, [0, L])
    return free / unit


def shear_cantilever(F_t, L, E_Y, I_z, k_s, G_s, A):
    bending = quad(lambda x: F_t * (L - x)**2 / (E_Y * I_z), [0, L])
    return bending + quad(lambda x: F_t / (k_s * G_s * A), [0, L])


def beam_frequency(n, L, E_Y, I_z, mu):
    """Rayleigh's quotient of the sine, exact for this beam."""
    points = [k * L / 8 for k in range(9)]
    bend = quad(lambda x: E_Y * I_z * ((n * pi / L)**2 * sin(n * pi * x / L))**2, points)
    return sqrt(bend / quad(lambda x: mu * sin(n * pi * x / L)**2, points))


def foundation(F_c, k_f, E_Y, I_z):
    """Fourier integral of E I w'''' + k w = F delta(x)."""
    scale = sqrt(sqrt(k_f / (E_Y * I_z)))
    return F_c / (pi * k_f) * scale * quad(lambda u: 1 / (u**4 + 1), [0, 1, inf])


def clamped_plate(p, a, D_p):
    """Shear p r/2, slope p r (a^2 - r^2)/(16 D), integrated from the edge."""
    return quad(lambda r: p * r * (a**2 - r**2) / (16 * D_p), [0, a])


def supported_plate(nu_P, p, a, D_p):
    """Clamped plate plus the uniform edge moment that is released."""
    edge_moment = p * a**2 / 8
    return clamped_plate(p, a, D_p) + edge_moment * a**2 / (2 * D_p * (1 + nu_P))


def navier(p_0, D_p, a, b):
    """D (d4/dx4 + 2 d4/dx2dy2 + d4/dy4) of the product of sines."""
    x, y = (pi / a)**2, (pi / b)**2
    return p_0 / (D_p * (x**2 + 2 * x * y + y**2))


def buckling(k_b, E_Y, h_p, b, nu_P):
    rigidity = E_Y * h_p**3 / (12 * (1 - nu_P**2))
    return k_b * pi**2 * rigidity / (b**2 * h_p)


def plate_frequency(n_x, a, n_y, b, D_p, m_A):
    x, y = (n_x * pi / a)**2, (n_y * pi / b)**2
    return sqrt(D_p * (x**2 + 2 * x * y + y**2) / m_A)


def bimetal(alpha_2, alpha_1, Delta_T, h_1, h_2, E_1, E_2):
    """No resulting force or moment of a linear strain over both layers; y from the bond."""
    layers = [(E_1, alpha_1, -h_1, h_1 * 0), (E_2, alpha_2, h_2 * 0, h_2)]
    moments = [sum(E * (t**(k + 1) - s**(k + 1)) / (k + 1) for E, _, s, t in layers) for k in range(3)]
    thermal = [sum(E * alpha * Delta_T * (t**(k + 1) - s**(k + 1)) / (k + 1)
                   for E, alpha, s, t in layers) for k in range(2)]
    solution = lu_solve(matrix([[moments[0], moments[1]], [moments[1], moments[2]]]),
                        matrix(thermal))
    return solution[1]


def middle_moment(q_1, L_1, q_2, L_2):
    """The slopes of the two released spans at the support cancel."""
    load = quad(lambda x: q_1 * x * (L_1 - x) / 2 * (x / L_1), [0, L_1])
    load += quad(lambda x: q_2 * x * (L_2 - x) / 2 * (x / L_2), [0, L_2])
    unit = quad(lambda x: (x / L_1)**2, [0, L_1]) + quad(lambda x: (x / L_2)**2, [0, L_2])
    return -load / unit


FUNCTIONS = {
    "BEAM_DEFLECTION": tip_deflection,
    "BP1": lambda F_c, L, E_Y, I_z: point_deflection(F_c, L, L / 2, E_Y * I_z),
    "BP2": lambda q, L, E_Y, I_z: uniform_deflection(q, L, L / 2, E_Y * I_z),
    "BP3": box,
    "BP4": tube,
    "BP5": lambda I_c, A, d: I_c + A * d * d,
    "BP6": lambda F_c, a, b, E_Y, I_z: point_deflection(F_c, a + b, a, E_Y * I_z),
    "BP7": lambda q, x, L, E_Y, I_z: uniform_deflection(q, L, x, E_Y * I_z),
    "BP8": prop,
    "BP9": lambda M_b, E_Y, I_z: M_b / (E_Y * I_z),
    "BP10": lambda V_s, Q_s, I_z, b: V_s * Q_s / (I_z * b),
    "BP11": shear_cantilever,
    "BP12": beam_frequency,
    "BP13": foundation,
    # Stress E z/(1 - nu^2) per curvature, times z, over the thickness.
    "BP14": lambda E_Y, h_p, nu_P: quad(lambda z: E_Y * z**2 / (1 - nu_P**2), [-h_p / 2, 0, h_p / 2]),
    "BP15": clamped_plate,
    "BP16": supported_plate,
    # Edge moment p a^2/8 over the section modulus h^2/6.
    "BP17": lambda p, a, h_p: (p * a**2 / 8) / (h_p**2 / 6),
    "BP18": navier,
    "BP19": buckling,
    "BP20": plate_frequency,
    "BP21": lambda D_p, m_A, a: mpf("10.2158") / a**2 * sqrt(D_p / m_A) / (2 * pi),
    "BP22": bimetal,
    "BP23": middle_moment,
    "BP24": lambda r_o, r_i: (r_o - r_i) / quad(lambda r: 1 / r, [r_i, r_o]),
}

if __name__ == "__main__":
    main("beams_plates", FUNCTIONS)
