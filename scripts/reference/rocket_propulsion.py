"""Reference value of THRUST_TSIOLKOVSKY."""
from mpmath import log

from common import main

FUNCTIONS = {
    # Exhaust speed times the logarithm of the mass ratio.
    "THRUST_TSIOLKOVSKY": lambda v_e, m_0, m_f: v_e * (log(m_0) - log(m_f)),
}

if __name__ == "__main__":
    main("rocket_propulsion", FUNCTIONS)
