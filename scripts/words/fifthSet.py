"""
A fifth set of questions in words, written after the names of all laws and never from them, and
measured before anything was mended for it.

    python3 scripts/words/fifthSet.py > test/vectors/words/fifth.json
"""
import json
from math import asin, cos, exp, expm1, log, log10, pi, radians, sin, sqrt

from scipy import constants as k

G, c, h, hbar, kB, NA, R = k.G, k.c, k.h, k.hbar, k.k, k.N_A, k.R
e, me, mp, eps0, mu0, sigma, g, eV = k.e, k.m_e, k.m_p, k.epsilon_0, k.mu_0, k.sigma, k.g, k.eV
rows = []


def q(text, value, rel=None):
    rows.append({"query": text, "kind": "value", "value": float(value)} | ({} if rel is None else {"rel": rel}))


def ask(text, why):
    rows.append({"query": text, "kind": "ask", "why": why})


def refuse(text, why):
    rows.append({"query": text, "kind": "refuse", "why": why})


q("A 65 kg sprinter runs at 9.5 m/s. What is her kinetic energy?", 0.5 * 65 * 9.5**2)
q("Determine the momentum of a 0.16 kg cricket ball bowled at 40 m/s.", 6.4)
q(
    "A crate is pushed 8 metres with a constant force of 120 newtons along the motion (0 degrees). How "
    "much work is done?",
    960,
)
q("What acceleration does a force of 50 N give to a mass of 20 kg?", 2.5)
q("spring constant 300 N/m, stretched by 12 cm: what is the elastic energy?", 0.5 * 300 * 0.0144)
q(
    "A satellite circles the Earth at a distance of 42164 km from its centre. How fast does it move?",
    sqrt(3.986004418e14 / 4.2164e7),
)
q("escape speed of a body of 7.3e22 kg and radius 1740 km", sqrt(2 * G * 7.3e22 / 1.74e6))
q(
    "What is the gravitational force between the Sun and the Earth at 1.496e11 m?",
    G * 1.98841e30 * 5.97217e24 / 1.496e11**2,
)
q("period of a pendulum with a length of 80 cm and g = 9.8 m/s^2", 2 * pi * sqrt(0.8 / 9.8))
q(
    "A car rounds a bend of radius 60 m at 18 m/s. The car's mass is 1100 kg. What is the centripetal force?",
    1100 * 324 / 60,
)
q("torque of 30 N at right angles to a wrench of 25 cm", 7.5)
q("How much charge flows when a current of 2 A runs for 5 minutes?", 600)
q("a resistor of 220 ohm carries 50 mA; find the voltage", 11)
q("What power is dissipated in a 47 ohm resistor carrying 0.5 A?", 0.25 * 47)
q("equivalent capacitance of 3 uF and 6 uF in series", 2e-6)
q("electric field 10 cm away from a charge of 5 nC", 5e-9 / (4 * pi * eps0 * 0.01))
q("electric potential 2 m from a point charge of 8 nC", 8e-9 / (4 * pi * eps0 * 2))
q("What is the magnetic field 2 cm from a wire with a current of 5 A?", mu0 * 5 / (2 * pi * 0.02))
q("energy stored in a 5 mH inductor carrying 3 A", 0.5 * 5e-3 * 9)
q("force on a proton moving at 2e6 m/s perpendicular to a magnetic field of 0.4 T", e * 2e6 * 0.4)
q("A rod 30 cm long moves at 4 m/s perpendicular to a field of 0.6 T. What emf is induced?", 0.72)
q(
    "ratio 10 to 1 aside: ideal transformer with 1000 primary turns, 100 secondary turns, 240 V primary "
    "voltage: secondary voltage",
    24,
)
q("A laser emits light of 650 nm. What is the energy of one photon?", h * c / 650e-9)
q("wavelength of a radio wave with a frequency of 100 MHz", c / 1e8)
q("photon energy at 5e14 Hz", h * 5e14)
q("work function 4.3 eV, frequency 1.5e15 Hz: maximum kinetic energy of the photoelectrons", h * 1.5e15 - 4.3 * eV)
q("de Broglie wavelength for a momentum of 2e-24 kg m/s", h / 2e-24)
q("energy of level n = 2 in the hydrogen atom", -13.605693122994 * eV / 4, 1e-3)
q("1 kg of matter turned entirely into energy: how much energy?", c**2)
q(
    "How many nuclei remain from 1e12 after 3 half-lives of 10 days, that is after 30 days with a "
    "half-life of 10 days?",
    1.25e11,
)
q("an image is formed by a lens of focal length 15 cm for an object 45 cm away; find the image distance", 0.225)
q("power of a lens with a focal length of 40 cm", 2.5)
q("angle of the first order for a grating with a spacing of 2 um and light of 600 nm at normal incidence", asin(0.3))
q("light of intensity 100 W/m^2 passes a polarizer at 30 degrees; transmitted intensity by Malus", 75)
q("ideal gas: 0.5 mol at 350 K in 10 litres. Pressure?", 0.5 * R * 350 / 0.01)
q("efficiency of a Carnot engine between 600 K and 290 K", 1 - 290 / 600)
q("heat needed to raise 0.5 kg of copper by 80 K with a specific heat of 385 J/(kg K)", 15400)
q("energy needed to evaporate 0.2 kg of water with a latent heat of 2.26 MJ/kg", 452e3)
q("rms speed of molecules of mass 5.3e-26 kg at 273 K", sqrt(3 * kB * 273 / 5.3e-26))
q(
    "rate of heat conduction through a window of area 2 m^2, thickness 5 mm, conductivity 0.8 W/m/K, "
    "temperature difference 15 K",
    0.8 * 2 * 15 / 5e-3,
)
q("wavelength of strongest emission of a star at 9000 K", 2.897771955e-3 / 9000)
q("buoyant force on a volume of 3 litres in water of density 1000 kg/m^3, g = 9.81 m/s^2", 29.43)
q(
    "terminal: Stokes drag on a sphere of radius 1 mm moving at 2 cm/s in oil of viscosity 0.1 Pa s",
    6 * pi * 0.1 * 1e-3 * 0.02,
)
q(
    "Reynolds number of air with density 1.2 kg/m^3 and viscosity 1.8e-5 Pa s at 10 m/s over a length of 0.5 m",
    1.2 * 10 * 0.5 / 1.8e-5,
)
q("pH when the hydrogen ion concentration is 1e-5 mol/L", 5)
q("Gibbs energy of a reaction with enthalpy -100 kJ/mol, entropy -150 J/(mol K) at 298 K", -100e3 + 298 * 150)
q("moles in 36 g of water with a molar mass of 18 g/mol", 2)
q("stress in a rod of cross section 4 cm^2 under a pull of 10 kN", 2.5e7)
q("Lorentz factor for a speed of 0.9 c", 1 / sqrt(1 - 0.81))
q("moving at 0.6 c, a ship has a proper length of 100 m. What length does the ground see?", 80)
q("Sound level of 1e-4 W/m^2 in decibels", 80)
q("frequency of an open organ pipe 0.5 m long in its fundamental, speed of sound 340 m/s", 340)
q("Hubble: recession velocity at 100 Mpc for H0 = 70 km/s/Mpc", 7e6)
q("luminosity distance aside, the Schwarzschild radius of the Sun", 2 * G * 1.98841e30 / c**2)
q("Shannon capacity of 20 kHz of bandwidth with a signal to noise ratio of 255", 160e3)
q("standard error of the mean from a standard deviation of 6 with 36 observations", 1)
q("orbital speed of the Moon? mass of the Earth 5.97e24 kg, distance 3.84e8 m", sqrt(G * 5.97e24 / 3.84e8))
q("half-life of 6 hours: decay constant", log(2) / 21600)
q(
    "drag on a cyclist with area 0.5 m^2, drag coefficient 0.9, speed 12 m/s, air density 1.2 kg/m^3",
    0.5 * 1.2 * 144 * 0.9 * 0.5,
)
q("What is the weight of an 80 kg astronaut on the Moon?", 80 * 1.6242, 2e-3)
ask("How much energy does a spring store when compressed by 5 cm?", "the stiffness is missing")
ask("momentum of a ball at 3 m/s", "the mass is missing")
ask("image of an object at 30 cm", "the focal length is missing")
ask("ideal gas pressure at 300 K", "the amount and the volume are missing")
refuse("momentum of a 3 to 5 kg ball at 2 m/s", "a range")
refuse("kinetic energy of a 2 kg ball, not at 3 m/s", "a negation")
refuse("What are the momentum and the kinetic energy of 2 kg at 3 m/s?", "several questions")
refuse("energy of 3 florps of light", "an unknown unit")
refuse("Should I buy a 5 kg hammer?", "an opinion")
refuse("momentum of 2 kg at 3 m/s, doubled", "a change")
refuse("power of 5 W and 6 W at 2 s", "several numbers of a kind")
refuse("weight of at least 3 kg on Earth", "a bound")

print(json.dumps(rows, indent=1))
