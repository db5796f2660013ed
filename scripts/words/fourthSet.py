"""
A fourth set of questions in words, over all domains, written before what it measures was changed.

The values follow from the laws by the formulas here with the constants of CODATA (scipy), never
from the program that is measured. The kinds are those of questions.py.

    python3 scripts/words/fourthSet.py > test/vectors/words/fourth.json
"""
import json
from math import acosh, asin, atan, cos, degrees, exp, expm1, log, log10, pi, radians, sin, sqrt, tan, tanh

from scipy import constants as k
from scipy.special import lambertw

G, c, h, hbar, kB, NA, R = k.G, k.c, k.h, k.hbar, k.k, k.N_A, k.R
e, me, mp, eps0, mu0, sigma = k.e, k.m_e, k.m_p, k.epsilon_0, k.mu_0, k.sigma
g, u, F = k.g, k.u, k.N_A * k.e
eV = k.eV
ME, RE, MS = 5.9722e24, 6.3781e6, 1.9884e30
GMS, GME, AU = 1.32712440018e20, 3.986004418e14, 1.495978707e11
rows = []


def q(text, value, rel=None):
    row = {"query": text, "kind": "value", "value": float(value)}
    if rel is not None:
        row["rel"] = rel
    rows.append(row)


def ask(text, why):
    rows.append({"query": text, "kind": "ask", "why": why})


def refuse(text, why):
    rows.append({"query": text, "kind": "refuse", "why": why})


# Acoustics, waves, oscillations
q("A jet engine radiates sound of intensity 0.5 W/m^2. What is the sound intensity level?", 10 * log10(0.5 / 1e-12))
q(
    "An ambulance siren at 700 Hz moves toward a listener at rest at 25 m/s. The speed of sound is 343 "
    "m/s. What frequency is heard?",
    700 * 343 / (343 - 25),
)
q(
    "A bottle has a neck of area 3 cm^2, an effective neck length of 6 cm and a volume of 750 mL. Find "
    "its Helmholtz resonance frequency if sound travels at 343 m/s.",
    343 / (2 * pi) * sqrt(3e-4 / (7.5e-4 * 0.06)),
)
q(
    "reverberation time by Sabine for a room of volume 200 m^3 and an absorption area of 40 m^2",
    24 * log(10) / 343.2 * 200 / 40,
    0.02,
)
q(
    "A string 0.65 m long has a mass per length of 3 g/m and is under a tension of 80 N. What is the "
    "fundamental frequency?",
    sqrt(80 / 3e-3) / 1.3,
)
q("How fast do waves run along a rope with linear density 0.2 kg/m pulled with 45 N?", 15)
q("A lamp radiates 60 W equally in all directions. Find the intensity 4 m away.", 60 / (4 * pi * 16))
q(
    "A block of 300 g hangs from a spring of stiffness 75 N/m. How long does one oscillation take?",
    2 * pi * sqrt(0.3 / 75),
)
q("What length must a simple pendulum have for a period of 2 s, with g = 9.81 m/s^2?", 9.81 / pi**2)
q("Two tuning forks sound together at 440 Hz and 443 Hz. What is the beat frequency?", 3)
q("logarithmic decrement if the amplitude falls from 12 cm to 4 cm in 5 cycles", log(3) / 5)
# Kinematics, mechanics
q("A train starts at 10 m/s and accelerates uniformly at 0.8 m/s^2 for 15 s. How fast is it going then?", 22)
q("A car goes 150 km in 2 hours. What is its average speed?", 150e3 / 7200)
q("How fast does a stone hit the ground when dropped from 45 m? Take g = 9.81 m/s^2.", sqrt(2 * 9.81 * 45))
q(
    "A ball is kicked at 25 m/s at an angle of 40 degrees above level ground. How far does it fly? g = 9.81 m/s^2",
    625 * sin(radians(80)) / 9.81,
)
q("A wheel of radius 35 cm turns at 12 rad/s. Find the speed of a point on the rim.", 4.2)
q(
    "What is the centripetal acceleration of a child 3 m from the centre of a merry-go-round moving at 2.5 m/s?",
    6.25 / 3,
)
q("A 1.2 tonne car travels at 90 km/h. Calculate its kinetic energy.", 0.5 * 1200 * 625)
q(
    "A worker pulls a sled 20 m with a force of 150 N at 30 degrees to the ground. How much work is done?",
    150 * 20 * cos(radians(30)),
)
q("A net force of 36 N acts on a 4.5 kg cart. What acceleration does it get?", 8)
q("Find the momentum of a bullet of 10 g flying at 400 m/s", 4)
q("What force of attraction do two lead balls of 50 kg and 80 kg exert on each other at 40 cm?", G * 4000 / 0.16)
q("The coefficient of kinetic friction is 0.35 and the normal force is 200 N. Find the friction force.", 70)
q("An engine drives a car with a force of 800 N at 30 m/s. What power is that?", 24000)
q("moment of inertia of a solid sphere with mass 5 kg and radius 20 cm about its centre", 0.4 * 5 * 0.04)
q(
    "A flywheel with a moment of inertia of 2.4 kg m^2 spins at 50 rad/s. What is its rotational kinetic energy?",
    0.5 * 2.4 * 2500,
)
q("A torque of 12 N m acts on a wheel whose moment of inertia is 3 kg m^2. Find the angular acceleration.", 4)
q("A 0.4 kg ball hits the floor at 6 m/s. What is its momentum?", 2.4)
# Orbits, rockets, relativity, astronomy
q("What is the speed of a satellite in circular orbit 7000 km from the centre of the Earth?", sqrt(GME / 7e6))
q("How fast must a rocket go to escape from Jupiter?", sqrt(2 * 1.26686534e17 / 7.1492e7), 2e-3)
q("orbital period of a planet with a semi-major axis of 5.2 AU around the Sun", 2 * pi * sqrt((5.2 * AU) ** 3 / GMS))
q("A rocket of 120 t burns down to 30 t with an exhaust velocity of 3 km/s. What delta-v does it gain?", 3000 * log(4))
q("specific impulse of an engine with an exhaust velocity of 4400 m/s", 4400 / g)
q(
    "A spacecraft flies at 0.6 c for 10 years by its own clock. How much time passes on Earth?",
    10 * 1.25 * 31557600,
    1e-3,
)
q("A rod of proper length 2 m moves at 0.8 c. How long does it appear?", 1.2)
q("Lorentz factor at 0.95c", 1 / sqrt(1 - 0.95**2))
q("Schwarzschild radius of a black hole of 10 solar masses", 2 * G * 10 * MS / c**2)
q("A galaxy is 200 Mpc away. With H0 = 70 km/s/Mpc how fast does it recede?", 14e6)
q("A spectral line of 656.3 nm is observed at 721.9 nm. What is the redshift?", (721.9 - 656.3) / 656.3)
q("distance in metres to a star with a parallax of 0.25 arcsec", 4 * 3.0856775814913673e16)
q("luminosity of a star of radius 7e8 m and surface temperature 5800 K", 4 * pi * 49e16 * sigma * 5800**4)
q("Eddington luminosity of an object of 1e31 kg with an opacity of 0.034 m^2/kg", 4 * pi * G * 1e31 * c / 0.034)
q(
    "perihelion advance per orbit for a semi-major axis of 5.79e10 m, eccentricity 0.2056 around the Sun",
    6 * pi * GMS / (5.79e10 * (1 - 0.2056**2) * c**2),
)
# Electricity and magnetism
q("Two charges of +3 uC and +5 uC are 20 cm apart. Find the force between them.", 15e-12 / (4 * pi * eps0 * 0.04))
q("What is the electric field 30 cm from a point charge of 2 nC?", 2e-9 / (4 * pi * eps0 * 0.09))
q("Parallel plates of area 0.02 m^2 are 1 mm apart in vacuum. What is the capacitance?", eps0 * 0.02 / 1e-3)
q("energy stored in a 47 uF capacitor charged to 350 V", 0.5 * 47e-6 * 350**2)
q("How much charge sits on a 100 nF capacitor at 24 V?", 2.4e-6)
q("A 60 W lamp is connected to 230 V. What current flows?", 60 / 230)
q("What current does a 9 V battery drive through 450 ohms?", 0.02)
q("three resistors of 10, 20 and 30 ohm in series: total resistance?", 60)
q("Resistors of 6 ohm and 12 ohm are in parallel. What is the equivalent resistance?", 4)
q("time constant of an RC circuit with 22 kohm and 4.7 uF", 22e3 * 4.7e-6)
q("resonant frequency of an LC circuit with L = 2 mH and C = 50 nF", 1 / (2 * pi * sqrt(1e-10)))
q("capacitive reactance of 10 uF at 50 Hz", 1 / (2 * pi * 50 * 10e-6))
q("What is the impedance of a coil of 0.2 H at 60 Hz?", 2 * pi * 60 * 0.2)
q("magnetic field 5 cm from a long straight wire carrying 12 A", mu0 * 12 / (2 * pi * 0.05))
q("magnetic field inside a solenoid of 800 turns, length 40 cm, current 3 A", mu0 * 800 * 3 / 0.4)
q("force on a 0.5 m wire carrying 8 A at right angles to a field of 0.3 T", 1.2)
q("The flux through a coil of 200 turns changes by 3 mWb in 20 ms. What voltage is induced?", 30)
q("An electron moves in a magnetic field of 0.5 T. What is its cyclotron angular frequency?", e * 0.5 / me)
q(
    "skin depth of copper with resistivity 1.68e-8 ohm m at an angular frequency of 6.28e6 rad/s",
    sqrt(2 * 1.68e-8 / (6.28e6 * mu0)),
)
q("speed of light in glass with refractive index 1.5", c / 1.5)
q(
    "A transformer has 500 primary turns and 50 secondary turns. The primary voltage is 230 V. What is "
    "the secondary voltage?",
    23,
)
q("line current of a three-phase load of 15 kW at 400 V with a power factor of 0.85", 15000 / (sqrt(3) * 400 * 0.85))
q("synchronous speed of a 4-pole motor at 50 Hz", 2 * pi * 50 / 2)
# Optics, lasers
q("An object stands 30 cm in front of a converging lens of focal length 10 cm. Where is the image?", 0.15)
q(
    "Light passes from air (n = 1) into water (n = 1.33) at 50 degrees. What is the angle of refraction?",
    asin(sin(radians(50)) / 1.33),
)
q("critical angle between glass of index 1.52 and air", asin(1 / 1.52))
q("A pool is 2.4 m deep. How deep does it look from above if n = 1.33?", 2.4 / 1.33)
q(
    "fringe spacing in a double slit with slits 0.25 mm apart, wavelength 589 nm and screen 1.5 m away",
    589e-9 * 1.5 / 0.25e-3,
)
q("angular resolution of a telescope with a 2.4 m mirror at 500 nm", asin(1.22 * 500e-9 / 2.4), 2e-3)
q("Brewster angle from air to glass with n = 1.5", atan(1.5))
q("energy of a photon of 532 nm in eV", h * c / 532e-9)
q("Rayleigh range of a laser beam with waist 0.5 mm and wavelength 1064 nm in air (n = 1)", pi * 0.25e-6 / 1064e-9)
q("numerical aperture of a fibre with core index 1.48 and cladding index 1.46", sqrt(1.48**2 - 1.46**2))
# Thermal
q("How much heat is needed to warm 2 kg of water by 30 K if its specific heat is 4186 J/(kg K)?", 2 * 30 * 4186)
q("Find the pressure of 2 mol of an ideal gas in 50 L at 300 K.", 2 * R * 300 / 0.05)
q("A Carnot engine works between 500 K and 300 K. What is its efficiency?", 0.4)
q("A heat engine takes in 900 J and does 270 J of work. Find the efficiency.", 0.3)
q("rms speed of nitrogen molecules with mass 4.65e-26 kg at 300 K", sqrt(3 * kB * 300 / 4.65e-26))
q(
    "mean free path of air molecules of diameter 0.37 nm at 101325 Pa and 288 K",
    kB * 288 / (sqrt(2) * pi * 0.37e-9**2 * 101325),
)
q(
    "A brick wall 20 cm thick has a conductivity of 0.7 W/(m K). One side is at 20 °C, the other at -5 "
    "°C. What is the heat flux?",
    0.7 * 25 / 0.2,
)
q(
    "A steel bridge is 100 m long. The coefficient of linear expansion is 12e-6 per K. How much longer "
    "does it get when warmed by 40 K?",
    0.048,
)
q("power radiated per area by a black body at 1000 K", sigma * 1e12)
q("At what wavelength does a body at 3000 K radiate most?", 2.897771955e-3 / 3000)
q("entropy change when 1000 J of heat flow into a reservoir at 250 K", 4)
q("heat needed to melt 3 kg of ice with a latent heat of fusion of 334 kJ/kg", 1002e3)
# Fluids
q(
    "Pressure at a depth of 25 m in water of density 1000 kg/m^3, g = 9.81 m/s^2, due to the water alone",
    1000 * 9.81 * 25,
)
q(
    "Reynolds number for water of density 1000 kg/m^3 and viscosity 1e-3 Pa s flowing at 2 m/s in a pipe "
    "of 5 cm diameter",
    1e5,
)
q(
    "drag force on a car with drag coefficient 0.3, frontal area 2.2 m^2, at 30 m/s in air of density 1.2 kg/m^3",
    0.5 * 1.2 * 900 * 0.3 * 2.2,
)
q("Froude number of a flow at 3 m/s with depth 1 m and g = 9.81 m/s^2", 3 / sqrt(9.81))
q("How fast does water leave a hole 3 m below the surface of a tank, g = 9.81 m/s^2?", sqrt(2 * 9.81 * 3))
q("buoyant force on 0.02 m^3 submerged in water of density 1000 kg/m^3 with g = 9.81 m/s^2", 196.2)
q(
    "lift of a wing of area 16 m^2 with lift coefficient 1.2 at 60 m/s in air of density 1.225 kg/m^3",
    0.5 * 1.225 * 3600 * 16 * 1.2,
)
q("Mach number of a jet at 600 m/s where the speed of sound is 300 m/s", 2)
q(
    "power of a pump lifting 0.05 m^3/s of water (1000 kg/m^3) through a head of 20 m with an efficiency "
    "of 75 percent, g = 9.81 m/s^2",
    1000 * 9.81 * 0.05 * 20 / 0.75,
)
q(
    "critical depth in a rectangular channel with a discharge per width of 3 m^2/s, g = 9.81 m/s^2",
    (9 / 9.81) ** (1 / 3),
)
# Quantum, atoms, nuclei, particles
q("de Broglie wavelength of an electron moving at 1e6 m/s", h / (me * 1e6))
q(
    "Light of frequency 1.2e15 Hz falls on a metal with a work function of 2.3 eV. What is the maximum "
    "kinetic energy of the photoelectrons?",
    h * 1.2e15 - 2.3 * eV,
)
q("energy of the n = 3 level of hydrogen", -13.605693122994 * eV / 9, 1e-3)
q("wavelength of the hydrogen line from n = 3 to n = 2", 1 / (10973731.568160 * (1 / 4 - 1 / 9)), 1e-3)
q("ground state energy of an electron in a box 0.5 nm wide", h**2 / (8 * me * 0.25e-18))
q("smallest momentum uncertainty of a particle confined to 0.1 nm", hbar / 2e-10)
q("Compton shift of an x-ray scattered by 60 degrees from an electron", h / (me * c) * 0.5)
q("What activity has a sample of 5e18 atoms with a half-life of 8 days?", 5e18 * log(2) / (8 * 86400))
q("Half-life 5730 years, decay constant?", log(2) / (5730 * 31557600), 1e-3)
q("A sample has 8e20 nuclei with a half-life of 3 hours. How many are left after 9 hours?", 1e20)
q("Effective half-life from a physical half-life of 6 h and a biological half-life of 24 h", 4.8 * 3600)
q("Larmor frequency of protons in a 1.5 T MRI with gyromagnetic ratio 2.675e8 rad/(s T)", 2.675e8 * 1.5 / (2 * pi))
q("energy equivalent of a mass of 1 g", 1e-3 * c**2)
q("reduced mass of atoms of 1.0 u and 35 u", 35 / 36 * u)
# Chemistry, materials
q("pH of a solution with hydrogen ion concentration 3e-4 mol/L", -log10(3e-4))
q("rate constant by Arrhenius with A = 1e13 1/s, activation energy 80 kJ/mol at 350 K", 1e13 * exp(-80e3 / (R * 350)))
q("standard Gibbs energy is -20 kJ/mol at 298 K. What is the equilibrium constant?", exp(20e3 / (R * 298)))
q(
    "Michaelis-Menten rate with Vmax = 2e-6 mol/(m^3 s), Km = 4 mol/m^3 and substrate concentration 6 mol/m^3",
    2e-6 * 6 / 10,
)
q("A copper wire of 2 mm^2 cross section carries a tensile force of 300 N. What is the stress?", 1.5e8)
q("strain of a bar with a stress of 100 MPa and Young's modulus 200 GPa", 5e-4)
q("Bragg angle for 0.154 nm x-rays and planes 0.2 nm apart in first order", asin(0.154 / 0.4))
q(
    "transverse modulus of a composite with fibre modulus 70 GPa, matrix modulus 3 GPa and fibre volume fraction 0.6",
    1e9 / (0.6 / 70 + 0.4 / 3),
)
q(
    "carbon equivalent of a steel with 0.18 % C, 1.4 % Mn, 0.1 % Cr, 0.05 % Mo, 0.02 % V, 0.1 % Ni, 0.2 % Cu",
    0.0018 + 0.014 / 6 + 0.0017 / 5 + 0.003 / 15,
)
q(
    "Fermi level above the intrinsic level for an electron density of 1e22 1/m^3, intrinsic density 1e16 "
    "1/m^3, at 300 K",
    kB * 300 * log(1e6),
)
q("electric force of a field of 500 N/C on a charge of 4 uC", 2e-3)
q(
    "Debye length of a plasma with electron density 1e18 m^-3 and temperature 10 eV",
    sqrt(eps0 * 10 * eV / (1e18 * e**2)),
    1e-3,
)
q("Josephson frequency for a voltage of 10 uV", 2 * e * 10e-6 / h)
# Structures, earth, statistics, information
q(
    "midspan deflection of a simply supported beam 4 m long, point load 10 kN at midspan, E = 200 GPa, I = 8e-6 m^4",
    1e4 * 64 / (48 * 2e11 * 8e-6),
)
q("Euler buckling load of a pinned column 3 m long with E = 200 GPa and I = 2e-6 m^4", pi**2 * 2e11 * 2e-6 / 9)
q(
    "stress intensity factor for a stress of 120 MPa and a central crack of half length 3 mm in an infinite plate",
    120e6 * sqrt(pi * 3e-3),
)
q("moment magnitude of an earthquake with seismic moment 4e19 N m", 2 * (log10(4e19) - 9.1) / 3)
q(
    "An earthquake has a return period of 475 years. What is the probability of at least one in 50 years?",
    -expm1(-50 / 475),
)
q(
    "air pressure at 3000 m in an isothermal atmosphere at 280 K with molar mass 0.029 kg/mol, sea level "
    "pressure 101325 Pa, g = 9.81 m/s^2",
    101325 * exp(-0.029 * 9.81 * 3000 / (R * 280)),
)
q("Coriolis parameter at latitude 45 degrees", 2 * 7.292115e-5 * sin(pi / 4), 1e-3)
q("phase speed of a shallow water wave over 4000 m depth, g = 9.81 m/s^2", sqrt(9.81 * 4000))
q("radiative forcing when CO2 rises from 280 ppm to 560 ppm, coefficient 5.35 W/m^2", 5.35 * log(2))
q("capacity of a channel with bandwidth 1 MHz and a signal-to-noise ratio of 1023", 1e7)
q(
    "capacity of a binary symmetric channel with error probability 0.1",
    1 + 0.1 * log(0.1) / log(2) + 0.9 * log(0.9) / log(2),
)
q("signal-to-noise ratio of a 12 bit quantizer", 20 * log10(2**12 * sqrt(1.5)))
q("Nyquist rate of a signal with highest frequency 20 kHz", 40e3)
q("body surface area by Du Bois of a patient of 70 kg and 175 cm", 0.007184 * 70**0.425 * 175**0.725, 2e-3)
q("basic reproduction number 2.5: what fraction is infected in the end?", 1 + lambertw(-2.5 * exp(-2.5)).real / 2.5)
q("herd immunity threshold for R0 = 4", 0.75)
q(
    "probability of a shared birthday among 23 people with 365 days by the birthday approximation",
    -expm1(-23 * 22 / (2 * 365)),
)
q("speedup by Amdahl's law with a parallel fraction of 0.9 on 10 processors", 1 / (0.1 + 0.09))
q("z score of a value of 130 with mean 100 and standard deviation 15", 2)
q("damping ratio 0.3: what overshoot does a second order system have?", exp(-pi * 0.3 / sqrt(1 - 0.09)))

# To ask about
ask("kinetic energy of a truck going 25 m/s", "the mass is missing")
ask("force between two charges 10 cm apart", "the charges are missing")
ask("What is the capacitance of two plates 1 mm apart?", "the area is missing")
ask("A ball is dropped. How fast does it hit the ground?", "the height is missing")
ask("period of a pendulum", "the length is missing")
ask("photon energy", "the frequency or wavelength is missing")
ask("What is the resistance for 3 A?", "the voltage is missing")
ask("image distance for an object at 20 cm", "the focal length is missing")
ask("pressure of 3 mol of gas at 290 K", "the volume is missing")
ask("reynolds number of a flow at 2 m/s", "length, density and viscosity are missing")
ask("How long is the period?", "no law is named")
ask("escape velocity of a planet with a mass of 3e24 kg", "the radius is missing")
ask("Find the stress in a bar under 500 N", "the area is missing")
ask("gravity between 5 kg and 7 kg", "the distance is missing")
# To refuse
refuse("kinetic energy of a 2-3 kg ball at 5 m/s", "a range")
refuse("force on between 4 kg and 6 kg accelerated at 2 m/s^2", "a range")
refuse("kinetic energy of a 3 kg ball that is not moving at 5 m/s", "a negation")
refuse("Ohm's law current for at most 12 V and 4 ohm", "a bound")
refuse("kinetic energy with m = 2 kg, m = 3 kg and v = 4 m/s", "a duplicate")
refuse("Is the escape velocity of Earth of 11 km/s good?", "an opinion")
refuse("Which is better, a 5 kg or a 6 kg hammer?", "an opinion")
refuse("Delete all receipts older than 5 days", "an order")
refuse("Send 5 credits to node abc", "an order")
refuse("What is the kinetic energy of 2 kg at 3 m/s and what is the momentum of 4 kg at 5 m/s?", "several questions")
refuse("momentum and kinetic energy of 2 kg at 3 m/s", "several questions")
refuse("kinetic energy of 4 blorps at 3 m/s", "an unknown unit")
refuse("force from 3 or 4 kg at 2 m/s^2", "an alternative")
refuse("Is the kinetic energy of 2 kg at 3 m/s more than 10 J?", "a comparison")
refuse("Will it rain 5 mm tomorrow?", "no law")
refuse("Why is the sky blue at 400 nm?", "an explanation is asked")
refuse("kinetic energy of a 2 kg ball at 3 m/s twice as fast", "a modifier")
refuse("pressure of 2 mol of gas in 10 L at anything but 300 K", "a negation")
refuse("energy of a photon of more than 5e14 Hz", "a bound")
refuse("What is the price of 3 kg of apples?", "no law")
refuse("kinetic energy of a ball of roughly 2 to 3 kg at 4 m/s", "a range")
refuse("momentum of a 5 kg ball at 3 s", "a wrong dimension")
refuse("a 2 kg ball at 3 m/s and a 4 kg ball at 5 m/s: kinetic energy?", "several questions")
refuse("force without a mass of 3 kg at 2 m/s^2", "a negation")

print(json.dumps(rows, indent=1))
