"""Reference value of FEA_DISPLACEMENT: one bar element, assembled and solved."""
from mpmath import lu_solve, matrix

from common import main


def bar_displacement(F, L, E, A):
    """Two-node stiffness matrix with node 1 fixed by an elimination, solved for node 2."""
    k = E * A / L
    stiffness = matrix([[k, -k], [-k, k]])
    reduced = matrix([[stiffness[1, 1]]])
    return lu_solve(reduced, matrix([F]))[0]


FUNCTIONS = {"FEA_DISPLACEMENT": bar_displacement}

if __name__ == "__main__":
    main("structural", FUNCTIONS)
