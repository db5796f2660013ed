"""Reference value of CHE17: Fick's first law with a uniform gradient."""
from common import main

FUNCTIONS = {
    # D times the fall of concentration per length.
    "CHE17": lambda D, c_2, c_1, L: D * (c_1 - c_2) / L,
}

if __name__ == "__main__":
    main("physical_chemistry", FUNCTIONS)
