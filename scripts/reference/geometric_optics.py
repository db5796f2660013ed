"""Reference values of geometric_optics; sources are named in the records."""
from mpmath import acos, asin, cos, diff, findroot, matrix, mpf, pi, sin, sqrt

from common import c, exact, main


def translate(d):
    return matrix([[1, d], [0, 1]])


def lens(f):
    return matrix([[1, 0], [-1 / f, 1]])


def surface(n_1, n_2, radius):
    """Acts on (height, n times angle)."""
    return matrix([[1, 0], [-(n_2 - n_1) / radius, 1]])


def image_distance(before, system, after=1):
    """Place where all rays of an axial object point meet: element B of the whole matrix is zero."""
    m = system * translate(before)
    return -m[0, 1] / m[1, 1] * after


def thick_lens(n_l, R_1, R_2, t_c):
    m = surface(n_l, 1, R_2) * translate(t_c / n_l) * surface(1, n_l, R_1)
    return -m[1, 0]


def two_lenses(f_1, f_2, d):
    m = lens(f_2) * translate(d) * lens(f_1)
    return -1 / m[1, 0]


def prism(theta_1, A_p, n_p):
    """Both refractions one after the other."""
    inner_1 = asin(sin(theta_1) / n_p)
    inner_2 = A_p - inner_1
    out = asin(n_p * sin(inner_2))
    return (theta_1 - inner_1) + (out - inner_2)


def plate(t_p, theta, n_p):
    inner = asin(sin(theta) / n_p)
    return t_p / cos(inner) * sin(theta - inner)


def sellmeier(**p):
    square = p["lambda"]**2
    return sqrt(1 + sum(p[f"B_{i}"] / (1 - p[f"C_{i}"] / square) for i in (1, 2, 3)))


def rainbow(n_w):
    """Extreme of 4 r - 2 i over the angle of incidence."""
    angle = lambda i: 4 * asin(sin(i) / n_w) - 2 * i
    i = findroot(lambda x: diff(angle, x), mpf(1))
    return angle(i)


def doublet(P, V_1, V_2):
    """P_1 + P_2 = P and P_1/V_1 + P_2/V_2 = 0."""
    a = matrix([[1, 1], [1 / V_1, 1 / V_2]])
    return (a**-1 * matrix([P, 0]))[0]


near = exact(mpf("0.25"))

FUNCTIONS = {
    "OPG1": lambda n_1, theta_1, n_2: asin(n_1 * sin(theta_1) / n_2),
    "OPG2": lambda n_2, n_1: pi / 2 - acos(n_2 / n_1),
    "OPG3": lambda f_l, s_o: image_distance(s_o, lens(f_l)),
    "OPG4": lambda s_i, s_o: -s_i / s_o,
    "OPG5": thick_lens,
    "OPG6": lambda R_m, s_o: image_distance(s_o, lens(R_m / 2)),
    "OPG7": lambda n_2, n_1, R_s, s_o: image_distance(s_o / n_1, surface(n_1, n_2, R_s), n_2),
    "OPG8": two_lenses,
    "OPG9": lambda A_p, delta_m: sin((A_p + delta_m) / 2) / sin(A_p / 2),
    "OPG10": prism,
    "OPG11": plate,
    "OPG12": lambda d_o, n_v, n_m: d_o / n_m * n_v,
    "OPG13": lambda f_l, N_f, c_d: f_l * (1 + (f_l / N_f) / c_d),
    # Angle under which the magnified image at the near point is seen over the bare angle.
    "OPG15": lambda f_l: near * (1 / near + 1 / f_l),
    "OPG16": lambda L_t, f_o, f_e: -(L_t / f_o) * (near / f_e),
    # Afocal matrix: element D is the angular magnification.
    "OPG17": lambda f_o, f_e: (lens(f_e) * translate(f_o + f_e) * lens(f_o))[1, 1],
    "OPG18": lambda n_d, n_F, n_C: (n_d - 1) / (n_F - n_C),
    "OPG19": doublet,
    "OPG20": sellmeier,
    "OPG23": rainbow,
    "OPG25": lambda f_l: 1 / f_l,
    "OPG26": lambda n, R_1, R_2: R_1 * R_2 / ((n - 1) * (R_2 - R_1)),
    "OPG27": lambda v: 1 / (v / c),
}

if __name__ == "__main__":
    main("geometric_optics", FUNCTIONS)
