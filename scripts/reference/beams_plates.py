"""Reference value of BEAM_DEFLECTION: the moment of a cantilever integrated twice."""
from common import main


def tip_deflection(F, L, E, I_z):
    """E I w'' = F (L - x), w(0) = w'(0) = 0: E I w(L) = F (L L^2/2 - L^3/6)."""
    return F * (L * L**2 / 2 - L**3 / 6) / (E * I_z)


FUNCTIONS = {"BEAM_DEFLECTION": tip_deflection}

if __name__ == "__main__":
    main("beams_plates", FUNCTIONS)
