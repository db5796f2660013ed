"""Reference value of FL3: volume flow through a cross-section."""
from common import main

FUNCTIONS = {"FL3": lambda A, v: v * A}

if __name__ == "__main__":
    main("fluid_mechanics", FUNCTIONS)
