"""Reference values of newtonian_mechanics; sources are named in the records."""
from mpmath import cos, sin, sqrt

from common import G, main

FUNCTIONS = {
    # Uniform motion: displacement is velocity times time.
    "NM18": lambda x_0, v, t: x_0 + v * t,
    "NM19": lambda m, a: m * a,
    "NM20": lambda F_12: -F_12,
    "NM21": lambda m_1, m_2, r: G * m_1 * m_2 / r**2,
    "NM22": lambda m_1, m_2, r: -G * m_1 * m_2 / r,
    "NM23": lambda m, v: m * v**2 / 2,
    # Scalar product of force and displacement.
    "NM24": lambda F, d, theta: F * d * cos(theta),
    # Equal kinetic plus potential energy per unit mass at both heights.
    "NM25": lambda v_1, g, h_1, h_2: sqrt(2 * ((v_1**2 / 2 + g * h_1) - g * h_2)),
    "NM26": lambda m, v: m * v,
    # Total momentum over total mass.
    "NM27": lambda m_1, v_1, m_2, v_2: (m_1 * v_1 + m_2 * v_2) / (m_1 + m_2),
    # |r x p| with p = m v.
    "NM28": lambda m, r, v, theta: r * (m * v) * sin(theta),
    # |r x F|.
    "NM29": lambda r, F, theta: F * (r * sin(theta)),
    "NM30": lambda A, omega, t, phi: A * cos(phi + omega * t),
}

if __name__ == "__main__":
    main("newtonian_mechanics", FUNCTIONS)
