"""
A second set of questions in words, written after the names of laws and never from them; measured before
anything was mended for it.

    python3 scripts/words/secondSet.py > test/vectors/words/second.json
"""
import json
from math import asin, atan, cos, exp, log, log10, pi, radians, sin, sqrt

from scipy import constants as k

G, c, h, kB, R, e = k.G, k.c, k.h, k.k, k.R, k.e
me, mp, eps0, mu0, sigma, g, eV = k.m_e, k.m_p, k.epsilon_0, k.mu_0, k.sigma, k.g, k.eV
ME, RE, MS, MM, RM = 5.97217e24, 6.3781e6, 1.98841e30, 7.3458e22, 1.7374e6
rows = []


def q(text, value, rel=None):
    rows.append({"query": text, "kind": "value", "value": float(value)} | ({} if rel is None else {"rel": rel}))


def ask(text, why):
    rows.append({"query": text, "kind": "ask", "why": why})


def refuse(text, why):
    rows.append({"query": text, "kind": "refuse", "why": why})


q("A 900 kg horse gallops at 14 m/s; find its kinetic energy", 0.5 * 900 * 14**2)
q("What's the momentum of a 0.16 kg hockey puck sliding at 40 m/s?", 6.4)
q("A car covers 150 km in 2 hours. What is its average speed?", 150000 / 7200)
q("A stone is dropped from rest from 45 m. How fast does it hit the ground? g = 9.81 m/s^2", sqrt(2 * 9.81 * 45))
q("How long does a rock take to fall 80 m with g = 9.81 m/s^2?", sqrt(160 / 9.81))
q("A crane lifts a 500 kg load by 12 m. What potential energy does the load gain if g = 9.81 m/s^2?", 500 * 9.81 * 12)
q("How much does a 65 kg astronaut weigh on the Moon?", 65 * 1.6242, 5e-3)
q("What centripetal force keeps a 0.5 kg ball on a circle of radius 1.2 m at 6 m/s?", 0.5 * 36 / 1.2)
q("How much force is needed to stretch a spring of stiffness 800 N/m by 3 cm?", 24)
q("A spring with a spring constant of 1200 N/m is compressed 5 cm. What energy does it store?", 1.5)
q("A 2 kg mass hangs on a spring with k = 50 N/m. What is the period of oscillation?", 2 * pi * sqrt(2 / 50))
q("How long must a pendulum be to have a period of 3 s with g = 9.81 m/s^2?", 9.81 * (3 / (2 * pi)) ** 2)
q("A motor does 6000 J of work in 15 s. What is its power output?", 400)
q("What power does an engine deliver when it pushes with 1200 N at 25 m/s?", 30000)
q("impulse on a ball hit with 900 N for 5 ms", 4.5)
q("friction on a crate with a normal force of 350 N and a coefficient of 0.4", 140)
q("What net force accelerates a 1400 kg car at 3.2 m/s^2?", 1400 * 3.2)
q("What acceleration does a force of 60 N give a 12 kg cart?", 5)
q("torque of a 50 N force on a wrench 0.3 m long at 90 degrees", 15)
q("angular momentum of a wheel with a moment of inertia of 0.8 kg m^2 spinning at 20 rad/s", 16)
q("rotational kinetic energy of a flywheel with a moment of inertia of 3 kg m^2 turning at 40 rad/s", 2400)
q("gravitational force between the Sun and the Earth at a distance of 1.496e11 m", G * MS * ME / 1.496e11**2)
q("orbital velocity of a satellite 6800 km from the centre of the Earth", sqrt(G * ME / 6.8e6))
q("escape velocity from Jupiter", sqrt(2 * 1.26686534e17 / 7.1492e7))
q("What is the acceleration of gravity on the surface of a planet with a mass of 8e24 kg and a radius of 7000 km?",
  G * 8e24 / 49e12)
q("orbital period of a moon at a distance of 4e8 m from a planet of mass 1e26 kg", 2 * pi * sqrt(6.4e25 / (G * 1e26)))
q("range of a cannonball fired at 60 m/s at 40 degrees with g = 9.81 m/s^2", 3600 * sin(radians(80)) / 9.81)
q("maximum height of a ball thrown at 25 m/s at 50 degrees, g = 9.81 m/s^2", (25 * sin(radians(50))) ** 2 / 19.62)
q("two cars of 1000 kg at 20 m/s and 1500 kg at 0 m/s stick together: common velocity after collision", 8)
q("density of a block with a mass of 5.4 kg and a volume of 2000 cm^3", 2700)
q("pressure exerted by a force of 600 N on an area of 0.03 m^2", 20000)
q("buoyant force on a volume of 0.02 m^3 in water of density 1000 kg/m^3", 0.02 * 1000 * g)
q("hydraulic lift: a force of 200 N on a piston of area 0.01 m^2 raises what force on a piston of area 0.5 m^2?", 10000)
q("Reynolds number of water of density 998 kg/m^3 and viscosity 0.001 Pa s at 2 m/s in a pipe with a "
  "diameter of 5 cm", 998 * 2 * 0.05 / 0.001)
q("How much heat does it take to warm 2 kg of water by 30 K if the specific heat is 4186 J/(kg K)?", 251160)
q("How much heat is needed to melt 0.5 kg of ice with a latent heat of 334 kJ/kg?", 167000)
q("Carnot efficiency between 290 K and 580 K", 0.5)
q("efficiency of an engine that does 300 J of work and absorbs 1200 J of heat", 0.25)
q("pressure of 2 mol of an ideal gas in 0.05 m^3 at 300 K", 2 * R * 300 / 0.05)
q("volume of 3 mol of an ideal gas at 100 kPa and 300 K", 3 * R * 300 / 1e5)
q("rms speed of molecules of mass 4.65e-26 kg at 300 K", sqrt(3 * kB * 300 / 4.65e-26))
q("average kinetic energy of a gas molecule at 400 K", 1.5 * kB * 400)
q("How much does a 20 m steel rail with an expansion coefficient of 1.2e-5 1/K lengthen when heated by 35 K?",
  20 * 1.2e-5 * 35)
q("rate of heat flow through a window of area 2 m^2, thickness 4 mm and conductivity 0.8 W/(m K) with "
  "a temperature difference of 15 K", 0.8 * 2 * 15 / 0.004)
q("power radiated by a sphere of area 0.1 m^2 at 900 K with emissivity 0.7", 0.7 * sigma * 0.1 * 900**4)
q("At what wavelength does a star of 7500 K emit most?", 2.897771955e-3 / 7500)
q("entropy change when 600 J of heat flows into a reservoir at 300 K", 2)
q("work done by a gas that expands by 0.02 m^3 at a constant pressure of 150 kPa", 3000)
q("wavelength of a sound wave of 440 Hz travelling at 343 m/s", 343 / 440)
q("speed of a wave on a string with a tension of 90 N and a linear density of 0.01 kg/m", sqrt(9000))
q("fundamental frequency of an open pipe 0.8 m long with a speed of sound of 340 m/s", 340 / 1.6)
q("fundamental frequency of a pipe closed at one end, length 0.5 m, speed of sound 340 m/s", 170)
q("beats between tuning forks of 440 Hz and 443 Hz", 3)
q("sound level of an intensity of 1e-5 W/m^2", 70)
q("intensity 10 m from a loudspeaker of 50 W", 50 / (4 * pi * 100))
q("image distance for an object 30 cm from a thin lens with a focal length of 10 cm", 0.15)
q("power of a lens with a focal length of 25 cm", 4)
q("refraction angle of light from air with n1 = 1 into glass with n2 = 1.5 at 40 degrees", asin(sin(radians(40)) / 1.5))
q("critical angle from glass of index 1.52 to air of index 1", asin(1 / 1.52))
q("fringe spacing of a double slit with slits 0.25 mm apart, a wavelength of 600 nm and a screen 2 m away",
  600e-9 * 2 / 0.25e-3)
q("first minimum of a single slit 2e-6 m wide for a wavelength of 500 nm", asin(0.25))
q("Brewster angle from n1 = 1 to n2 = 1.6", atan(1.6))
q("intensity behind a polarizer at 30 degrees when 20 W/m^2 of polarized light arrives", 15)
q("current through a 60 ohm resistor across 12 V", 0.2)
q("power dissipated by 3 A in a resistor of 8 ohm", 72)
q("electric power of a heater drawing 10 A at 230 V", 2300)
q("equivalent resistance of 30 ohm and 60 ohm in parallel", 20)
q("total resistance of 15 ohm and 25 ohm resistors in series", 40)
q("equivalent capacitance of 3 uF and 6 uF capacitors in parallel", 9e-6)
q("energy of a 50 uF capacitor charged to 200 V", 1)
q("charge on a 10 uF capacitor at 9 V", 90e-6)
q("time constant of an RC circuit with 20 kohm and 50 uF", 1)
q("reactance of a 0.2 H inductor at 50 Hz", 2 * pi * 50 * 0.2)
q("resonant frequency of an LC circuit with 10 mH and 1 uF", 1 / (2 * pi * sqrt(1e-8)))
q("How much charge flows when a current of 2 A runs for 5 minutes?", 600)
q("secondary voltage of a transformer with a primary voltage of 240 V, N_1 = 800 and N_2 = 40", 12)
q("Coulomb force between charges of 2 uC and 3 uC 0.5 m apart", 6e-12 / (4 * pi * eps0 * 0.25))
q("electric field 20 cm from a point charge of 5 nC", 5e-9 / (4 * pi * eps0 * 0.04))
q("electric potential 0.5 m from a point charge of 4 nC", 4e-9 / (4 * pi * eps0 * 0.5))
q("electric field between parallel plates 2 mm apart with a voltage of 100 V", 50000)
q("force on an electron in an electric field of 1000 V/m", e * 1000)
q("magnetic field 5 cm from a long straight wire carrying 10 A", mu0 * 10 / (2 * pi * 0.05))
q("force on a wire 0.5 m long carrying 4 A in a magnetic field of 0.2 T at 90 degrees", 0.4)
q("radius of the path of a proton moving at 1e6 m/s in a magnetic field of 0.5 T: Larmor radius", mp * 1e6 / (e * 0.5))
q("induced emf in a coil of 50 turns when the flux changes by 0.01 Wb in 0.2 s", 2.5)
q("motional emf in a wing 30 m long moving at 200 m/s in a field of 5e-5 T", 0.3)
q("photon energy for a wavelength of 400 nm", h * c / 400e-9)
q("de Broglie wavelength of an electron moving at 2e6 m/s", h / (me * 2e6))
q("maximum kinetic energy of photoelectrons for light of 250 nm and a work function of 4 eV", h * c / 250e-9 - 4 * eV)
q("Compton shift at a scattering angle of 60 degrees", h / (me * c) * 0.5)
q("energy level of hydrogen with n = 3, Z = 1", -k.physical_constants["Rydberg constant times hc in J"][0] / 9)
q("rest energy of a muon", 1.883531627e-28 * c**2)
q("Lorentz factor for a speed of 0.6 c", 1.25)
q("length of a 50 m spaceship moving at 0.6 c by length contraction", 40)
q("time dilation for a proper time of 2 us at 0.8 c", 2e-6 / 0.6)
q("relativistic momentum of an electron at 0.8 c", me * 0.8 * c / 0.6)
q("relativistic kinetic energy of a proton at 0.6 c", mp * c**2 * 0.25)
q("decay constant of an isotope with a half-life of 8 days", log(2) / (8 * 86400))
q("activity of 1e15 atoms with a half-life of 1 hour", 1e15 * log(2) / 3600)
q("radius of a Bohr orbit with n = 2, Z = 1", 4 * k.physical_constants["Bohr radius"][0])
q("pH of a solution with a hydrogen ion concentration of 0.01 mol/L", 2)

for text in (
    "kinetic energy of a ball at 5 m/s", "kinetic energy of a 3 kg ball", "escape velocity",
    "momentum of a 4 kg object", "weight of a body",
    "centripetal force at 4 m/s", "force of a spring stretched by 3 cm", "photon energy",
    "period of a pendulum on Earth",
    "power of an engine that does 300 J", "current through a 5 ohm resistor",
    "time constant of an RC circuit with 10 kohm",
    "rest energy", "length contraction of a 10 m rod", "heat to melt 2 kg of ice", "density of a 3 kg block",
    "Coulomb force between charges of 1 uC and 2 uC", "induced emf in a coil of 20 turns", "activity of 1e12 nuclei",
    "de Broglie wavelength of a proton",
):
    ask(text, "inputs are missing")
for text in (
    "kinetic energy of a 2-3 kg ball at 4 m/s", "kinetic energy of at most 2 kg at 4 m/s",
    "momentum of between 2 and 4 kg at 3 m/s",
    "weight of about 3 or 4 kg on Earth", "force on a mass of more than 2 kg accelerated at 3 m/s^2",
):
    ask(text, "a range or a bound")
for text in (
    "kinetic energy of a ball that is not 2 kg at 4 m/s", "momentum of anything but 2 kg at 3 m/s",
    "weight without a mass of 3 kg on Earth",
    "twice the kinetic energy of 2 kg at 3 m/s", "kinetic energy of 2 kg at twice 3 m/s",
    "half the momentum of 2 kg at 3 m/s",
    "momentum of 2 kg at 3 m/s increased by 10 %",
):
    ask(text, "a negation or a change")
for text in (
    "kinetic energy and momentum of 2 kg at 3 m/s", "what is the weight of 3 kg on Earth and what is its density?",
    "find the force and find the power for 3 N at 2 m/s", "how fast and how far does a stone fall in 2 s?",
):
    ask(text, "two questions")
for text in (
    "kinetic energy of 2 kg at 3 kg", "momentum of m = 3 s, v = 2 m/s", "weight of 3 m on Earth",
    "rest energy of 3 m/s", "photon energy for a wavelength of 3 kg",
    "Lorentz factor at 3 kg", "power of 3 m in 2 s", "decay constant of a half-life of 3 m",
):
    refuse(text, "a wrong dimension")
for text in (
    "kinetic energy of 2 florps at 3 m/s", "momentum of 2 kg at 3 m/s blorp", "who discovered the escape velocity?",
    "is kinetic energy better than momentum?",
    "why is the sky blue?", "prove the law of gravitation", "delete all my receipts",
    "what do you think of Einstein's relativity?",
    "write a poem about photons", "translate kinetic energy into German", "energy of 3 kg", "field of 3 A",
    "force of 3 N", "resistance of 4 V",
    "velocity of 3 kg and 2 N", "What is the mass of 3?",
):
    refuse(text, "no computation, or several laws")

print(json.dumps(rows, ensure_ascii=False, indent=0))
