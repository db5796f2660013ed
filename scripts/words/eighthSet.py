"""
Questions that mix all forms; a third asks for an input.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/eighthSet.py > test/vectors/words/eighth.json
"""
import json
from math import pi, sqrt, sin, cos, tan, asin, atan, log, log10, exp, radians
from scipy.constants import (G, c, h, hbar, e, k, N_A, R, sigma, epsilon_0 as eps0, mu_0 as mu0,
                             m_e, m_p, m_n, u, g as g0, parsec, Wien, Rydberg)
F = e*N_A
out = []


def V(q, val, law, rel=1e-3):
    out.append({"query": q, "kind": "value", "value": float(val), "rel": rel, "law": law})


def A(q, why):
    out.append({"query": q, "kind": "ask", "why": why})


def X(q, why):
    out.append({"query": q, "kind": "refuse", "why": why})


B = 5e-3   # tolerance with bodies or rounded constants
M_sun, GM_mars, R_mars, g_mars, g_moon = 1.98841e30, 4.28284e13, 3.3895e6, 3.72, 1.623
GM_earth, M_earth, R_earth = 3.986004e14, 5.9722e24, 6.371e6

# ------------------------------------------------------------ mechanics
V("kinetic energy of an electron at 2.0e6 m/s", 0.5*m_e*(2.0e6)**2, "Kinetic energy")
V("How fast must a 58 g tennis ball fly so that its momentum is 3.5 kg m/s?", 3.5/0.058, "Linear momentum")
V("Two lead balls with their centres 15 cm apart attract each other by gravity with 1.2e-7 N. One of them "
    "has a mass of 10 kg. What is the mass of the other one?",
  1.2e-7*0.15**2/(G*10), "Universal gravitation")
V("A child drags a sledge 40 m by a rope at 30 degrees to the direction of travel, pulling with 25 N. "
    "Calculate the work done.",
  25*40*cos(radians(30)), "Work of a constant force")
V("A 1,200 kg car doing 15 m/s runs into a stationary 1,800 kg van and the two lock together. Speed of the "
    "wreck right after the crash?",
  (1200*15 + 0)/(1200 + 1800), "Velocity after a perfectly inelastic collision")
V("time for a stone dropped from 80 m to reach the ground on Mars", sqrt(2*80/g_mars),
    "Free fall: time to fall from a height", B)
V("A motorbike speeds up steadily from 20 m/s to 35 m/s over 165 m. What is its acceleration?", (35**2 - 20**2)/
    (2*165),
  "Uniform acceleration: speed after a distance (Torricelli)")
V("A muon lives 2.2 µs in its own rest frame. How long does it live for us in the lab if it flies at 0.99 c?",
    2.2e-6/sqrt(1 - 0.99**2), "Time dilation")
V("weight of an 85 kg astronaut on the Moon", 85*g_moon, "Weight of a body", B)
V("normal force 180 N, sliding friction 45 N: coefficient of friction?", 45/180, "Friction force")
V("A boat engine delivers 12 kW of useful power while the boat moves at 8 m/s. What thrust force is that?", 12e3
    /8, "Power of a force on a moving body")
V("moment of inertia of the Earth taken as a uniform solid ball", 0.4*M_earth*R_earth**2,
    "Moment of inertia: solid sphere", B)
V("escape velocity from the surface of Mars, in km/s", sqrt(2*GM_mars/R_mars), "Escape speed", B)
V("A satellite must go once round the Earth in 86,164 s. Determine the semi-major axis of its orbit.",
  (GM_earth*86164**2/(4*pi**2))**(1/3), "Orbital period", B)
V("period of a 1.5 m pendulum on the Moon, small swings", 2*pi*sqrt(1.5/g_moon),
    "Simple pendulum: period at small amplitude", B)
V("What spring constant makes a 0.4 kg mass bob up and down with a period of 1.6 s?", 4*pi**2*0.4/1.6**2,
    "Mass on a spring: period")
V("spring of 250 N/m, stored energy 1.8 J. By how much is it compressed?", sqrt(2*1.8/250),
    "Energy stored in a spring")
V("Waves should run at 120 m/s along a string of 4 g per metre; find the tension.", 120**2*0.004,
    "Stretched string: wave speed")
V("An ambulance with a 700 Hz siren drives at 25 m/s towards a listener who stands still. Speed of sound 343 "
    "m/s. Which frequency is heard?",
  700*343/(343 - 25), "Doppler effect in a medium")
V("level in dB of a sound with an rms pressure of 0.6 Pa", 20*log10(0.6/2e-5), "Sound pressure level")
V("fundamental frequency of an organ pipe stopped at one end, 0.65 m long, sound travels at 343 m/s", 343/(4*
    0.65), "Pipe closed at one end: mode frequencies")

# ------------------------------------------------------------ fluids, heat, gases
V("A diver is 25 m down in a lake (water 1000 kg/m^3, air pressure at the surface 101.3 kPa). What absolute "
    "pressure acts on her?",
  101.3e3 + 1000*g0*25, "Hydrostatic pressure")
V("volume of a stone that feels an upthrust of 49 N when fully under water", 49/(1000*g0),
    "Archimedes' principle: buoyancy", B)
V("How narrow must a glass tube be (inner radius) for water to climb 30 mm? Surface tension 0.0728 N/m, "
    "contact angle 0 degrees, density 1000 kg/m^3.",
  2*0.0728*cos(0)/(1000*g0*0.030), "Jurin's law: capillary rise")
V("Water at 1.5 m/s in a pipe of 4 cm^2 enters a section of 1 cm^2. Flow speed in the narrow section?", 1.5*4/1,
    "Continuity: speed in a second cross section")
V("Wall of 20 m^2, insulation with conductivity 0.04 W/(m K), 25 K difference across it, heat loss 150 W. "
    "How thick is the insulation?",
  0.04*20*25/150, "Heat conduction through a wall: heat flow")
V("At which wavelength does a black body at 5772 K, like the surface of the Sun, shine most strongly? In nm "
    "please.", Wien/5772, "Wien's displacement law")
V("temperature of a filament radiating 60 W from 0.6 cm^2 with emissivity 0.35", (60/(0.35*sigma*0.6e-4))**0.25,
    "Stefan-Boltzmann law: radiated power")
V("How many moles of an ideal gas are in a 24 litre cylinder at 1.5 bar and 300 K?", 1.5e5*0.024/(R*300),
    "Ideal gas law")
V("The cold side of a reversible heat engine is at 300 K and its efficiency is 45 %. How hot is the hot side?",
    300/(1 - 0.45), "Carnot efficiency")
V("Compute the heat needed to bring 3 kg of water from 15 °C to 80 °C.", 3*4184*65, "Sensible heat", B)
V("rms speed of helium atoms (6.646e-27 kg each) at 500 K", sqrt(3*k*500/6.646e-27),
    "Root-mean-square speed of gas molecules")
V("average energy of translation, in eV, of one gas molecule at 6,000 K", 1.5*k*6000,
    "Mean translational kinetic energy of a gas molecule")

# ------------------------------------------------------------ electricity, magnetism, optics
V("electric force between two electrons 1 nm apart", e*e/(4*pi*eps0*(1e-9)**2), "Coulomb's law")
V("field strength 30 cm from a point charge of 50 nC", 50e-9/(4*pi*eps0*0.3**2),
    "Electric field of a point charge")
V("Which capacitance do I need with a 100 kΩ resistor for a time constant of 2 s? Answer in µF.", 2/100e3,
    "RC circuit: time constant")
V("resistance of 100 m of copper wire, cross section 2.5 mm^2, resistivity 1.68e-8 ohm m", 1.68e-8*100/2.5e-6,
    "Resistance of a uniform conductor")
V("A radio hobbyist wants an LC circuit to resonate at 1 MHz with a 365 pF capacitor: what inductance?", 1/((2*
    pi*1e6)**2*365e-12),
  "Thomson's formula: resonance frequency of a tuned circuit")
V("2.5 mA through 4.7 kΩ, what voltage drop", 2.5e-3*4.7e3, "Ohm's law")
V("How far from a long straight wire with 25 A is its magnetic field 50 µT?", mu0*25/(2*pi*50e-6),
    "Magnetic field of a long straight wire")
V("magnetic force on a proton moving at 3e6 m/s at right angles (90 degrees) to a field of 0.8 T", e*3e6*0.8*sin
    (pi/2), "Magnetic force on a moving charge")
V("A coil has 200 turns and the flux through it changes by 3 mWb in 0.05 s. Give the induced emf.", 200*3e-3/
    0.05, "Faraday's law of induction: electromotive force")
V("A ray in air (n = 1.00) strikes water (n = 1.33) at 50 degrees to the normal. Under which angle does it "
    "go on in the water, in degrees?",
  asin(sin(radians(50))/1.33), "Snell's law: angle of refraction")
V("thin converging lens, focal length 10 cm, object 30 cm in front of it, image distance?", 0.10*0.30/(0.30 -
    0.10), "Thin lens: image distance")
V("Young's experiment: 589 nm light, screen 1.8 m away, neighbouring bright fringes 2.4 mm apart. What is "
    "the separation of the slits?",
  589e-9*1.8/2.4e-3, "Double slit: distance of the fringes")
V("polarizing angle for light going from air (n=1) onto glass of index 1.52", atan(1.52/1.0), "Brewster's angle")

# ------------------------------------------------------------ modern physics
V("energy in eV of a photon with a frequency of 6.0e14 Hz", h*6.0e14, "Energy of a quantum of light")
V("Light of 1.0 x 10^15 Hz knocks electrons out of a metal with a largest kinetic energy of 1.8 eV. Find the "
    "work function.", h*1.0e15 - 1.8*e,
  "Photoelectric effect: largest kinetic energy")
V("energy of the n = 3 level of hydrogen (Z = 1)", -h*c*Rydberg*1/9, "Bohr model: energy levels")
V("8.0e10 iodine nuclei, half-life 8.02 days. How many are left after 24 days?", 8.0e10*2**(-24/8.02),
    "Radioactive decay")
V("A nuclide has a decay constant of 0.015 per second; what is its half-life?", log(2)/0.015,
    "Decay constant from the half-life")
V("How heavy is a black hole with a Schwarzschild radius of 30 km?", 30e3*c**2/(2*G), "Black-hole radius")
V("rest energy of a proton in MeV", m_p*c**2, "Rest energy: mass-energy equivalence")

# ------------------------------------------------------------ engineering, earth, sky, life, ...
V("Lift 12 kN, wing area 16 m^2, airspeed 55 m/s, air density 1.225 kg/m^3. Lift coefficient?", 2*12e3/(1.225*55
    **2*16), "Lift of a wing")
V("momentum of an electron at 0.8 c, relativistically", m_e*0.8*c/sqrt(1 - 0.8**2), "Relativistic momentum")
V("Hawking temperature of a black hole of one solar mass", hbar*c**3/(8*pi*G*M_sun*k), "Hawking temperature", B)
V("A star shows an annual parallax of 0.20 arcsec. How far away is it, in parsec?", 149597870700/tan(radians(
    0.20/3600)), "Distance from parallax")
V("Coriolis parameter on Earth at latitude 45 degrees", 2*7.2921e-5*sin(radians(45)), "Coriolis parameter", B)
V("A 0.8 m cantilever with second moment of area 2.0e-9 m^4 sags 20 mm at the tip under a 50 N end load. "
    "What is Young's modulus of the material?",
  50*0.8**3/(3*2.0e-9*0.020), "Deflection of a cantilever at its tip")
V("equilibrium potential of K+ (z = 1) in a cell at 37 °C, 5 mM outside, 140 mM inside", k*310.15/e*log(5/140),
    "Nernst potential of an ion across a membrane")
V("A compound starts at 0.80 mol/L and decays by a first-order reaction with rate constant 5.0e-4 per "
    "second; how concentrated is it after 45 minutes?", 800*exp(-5.0e-4*2700),
  "First-order reaction: concentration")
V("60 % by volume of carbon fibres (230 GPa) in an epoxy of 3.5 GPa. Stiffness along the fibres?", 0.6*230e9 +
    0.4*3.5e9,
  "Rule of mixtures: modulus along the fibres")
V("speed-up of a program that is 95 % parallel on 16 processors", 1/(0.05 + 0.95/16), "Amdahl's law")
V("overshoot of a second-order control loop with damping ratio 0.4", exp(-pi*0.4/sqrt(1 - 0.16)),
    "Second-order system: overshoot")
V("A galaxy recedes at 7,000 km/s. With a Hubble constant of 70 km/s/Mpc, how far away is it?", 7000/70*1e6*
    parsec, "Hubble-Lemaitre law")
V("X-rays of 0.1542 nm, crystal planes 0.2344 nm apart: glancing angle of the first order reflection in "
    "degrees?", asin(0.1542/(2*0.2344)), "Bragg's law")
V("How long must 2 A flow to plate out 10 g of silver? Molar mass 107.87 g/mol, one electron per ion, 100 % "
    "current efficiency.",
  10/107.87*F/2, "Faraday's law of electrolysis")
V("wavelength of a 101.3 MHz FM station", c/101.3e6, "Wavelength of light in vacuum")
V("Sunlight above the atmosphere carries 1361 W/m^2. Treat it as one plane wave and find the amplitude of "
    "its electric field.",
  sqrt(2*1361/(eps0*c)), "Plane wave in vacuum: intensity")
V("A stream of 3 m^3/s with 2 mg/L nitrate receives 0.4 m^3/s of waste water with 45 mg/L. Concentration "
    "after mixing?", (3*2 + 0.4*45)/3.4*1e-3,
  "Discharge into a stream: mixed concentration")
V("What share of the people must be vaccinated to stop a disease with basic reproduction number 5 if the "
    "vaccine is 95 % effective?", (1 - 1/5)/0.95,
  "Herd immunity: critical vaccination coverage")
V("Expected inflation 3 %, unemployment 6 %, natural rate 4.5 %, slope of the Phillips curve 0.5, supply "
    "shock 0. What inflation rate follows?",
  0.03 - 0.5*(0.06 - 0.045) + 0, "Inflation-unemployment tradeoff")
V("Steel with a toughness of 50 MPa m^(1/2) is loaded to 200 MPa, geometry factor 1.12. Which crack length "
    "is critical?", (50/(1.12*200))**2/pi,
  "Stress intensity factor")
V("crustal root under mountains 3 km high, crust 2700 kg/m^3, mantle 3300 kg/m^3", 2700*3000/(3300 - 2700),
    "Airy isostasy: crustal root")
V("shear strength of a soil: cohesion 10 kPa, effective normal stress 80 kPa, friction angle 28 degrees", 10e3 +
    80e3*tan(radians(28)), "Mohr-Coulomb strength")
V("A pump with an efficiency of 70 % lifts 36 litres of water (1000 kg/m^3) per second against a head of 30 "
    "m. What power does its shaft take?",
  1000*g0*0.036*30/0.70, "Pump shaft power")
V("capacity per bit of a binary symmetric channel that flips 11 % of the bits", 1 + 0.11*log(0.11, 2) + 0.89*log
    (0.89, 2),
  "Capacity of the binary symmetric channel")
V("Landauer limit for wiping 1e9 bits at 300 K", 1e9*k*300*log(2), "Landauer price of proof-of-work bits")
V("Core radius of a fibre with V = 2.405 at 1550 nm, core index 1.450, cladding index 1.445?", 2.405*1550e-9/(2*
    pi*sqrt(1.450**2 - 1.445**2)),
  "Optical fibre: normalised frequency")
V("B_r = 1.3 T, relative recoil permeability 1.05. State the maximum energy product of this magnet.", 1.3**2/(4*
    mu0*1.05),
  "Greatest energy product of a permanent magnet")
V("A protein diffuses with 6.0e-11 m^2/s in a liquid of viscosity 0.89 mPa s at 25 °C. Get its hydrodynamic "
    "radius.", k*298.15/(6*pi*0.89e-3*6.0e-11),
  "Stokes-Einstein equation")
V("Which mean grain size gives a yield strength of 300 MPa if the friction stress is 70 MPa and the "
    "Hall-Petch coefficient is 0.74 MPa m^(1/2)?",
  (0.74/(300 - 70))**2, "Hall-Petch equation")
V("At what frequency, in MHz, do nuclei with gyromagnetic ratio 2.675e8 rad/(s T) precess in a 1.5 T scanner?",
    2.675e8*1.5/(2*pi), "Magnetic resonance: Larmor frequency")
V("limiting grain size, pinning particles of radius 0.1 µm, volume fraction 0.5 %", 4*0.1e-6/(3*0.005),
    "Zener pinning: limiting grain size")
V("A counter sees 3 events per minute on average. Probability of exactly 5 events in one minute?", 3**5*exp(-3)/
    120, "Poisson distribution")
V("energy transfer efficiency (FRET), donor and acceptor 6 nm apart, Förster radius 5.4 nm", 1/(1 + (6/5.4)**6),
    "Foerster resonance energy transfer: efficiency")
V("A lake is 40 km long and 25 m deep: period of its first seiche?", 2*40e3/(1*sqrt(g0*25)),
    "Merian's formula: seiche period")
V("I have 0.10 mol/L acetic acid, pKa 4.76, and need a buffer of pH 5.00. Find the acetate concentration.",
    0.10e3*10**(5.00 - 4.76),
  "Henderson-Hasselbalch equation")
V("osmotic pressure of 0.15 mol/L salt solution at 37 °C, van 't Hoff factor 2", 2*150*R*310.15,
    "Van 't Hoff equation of osmotic pressure")
V("electron density of a plasma whose electron plasma frequency is 5.64e10 rad/s", (5.64e10)**2*eps0*m_e/e**2,
    "Electron plasma frequency")
V("speed of Alfvén waves where B = 50 nT and the mass density is 1e-20 kg/m^3", 50e-9/sqrt(mu0*1e-20),
    "Alfven speed")
V("How fast, in rpm, does the rotating field of a motor with 2 pole pairs turn on the 50 Hz mains?", 2*pi*50/2,
    "Synchronous speed")
V("A tracer with a physical half-life of 8.0 d leaves the body with an effective half-life of 5.0 d. "
    "Biological half-life?", 1/(1/5.0 - 1/8.0)*86400,
  "Effective half-life")
V("Exhaust speed 3,050 m/s, 6.0 t at ignition, 2,100 kg at burnout. Delta-v of the rocket in free space?", 3050*
    log(6000/2100), "Rocket equation")
V("An earthquake has a seismic moment of 4.0e20 N m; give its magnitude", 2/3*(log10(4.0e20) - 9.1),
    "Moment magnitude")
V("A metal strip 0.1 mm thick with 8.5e28 electrons per m^3 carries 5 A across a 1.2 T field. How many volts "
    "appear between its edges by the Hall effect?",
  5*1.2/(e*8.5e28*0.1e-3), "Hall voltage")
V("At what frequency does a 7.0 kHz sine appear after sampling at 10 kHz?", abs(7e3 - 10e3),
    "Aliasing: apparent frequency")
V("Fermi energy in eV of free electrons (electron mass) with the density of copper, 8.47e28 per m^3", hbar**2*(3
    *pi**2*8.47e28)**(2/3)/(2*m_e),
  "Free electrons: Fermi energy")
V("Boiler drum, radius 0.6 m, 2 MPa inside, allowable hoop stress 120 MPa. Required wall thickness in mm?", 2e6*
    0.6/120e6, "Thin-walled cylinder: hoop stress")
V("frequency radiated by a Josephson junction at 10 µV", 2*e*10e-6/h, "AC Josephson effect: frequency")

# ------------------------------------------------------------ ask
A("kinetic energy of an electron", "speed missing")
A("period of a pendulum on the Moon", "length missing")
A("A 3 to 5 kg block is pushed with 20 N. What is its acceleration?", "range of masses")
A("m = 2 kg, m = 3 kg, v = 4 m/s: kinetic energy?", "two masses for one slot")
A("Weight of a 70 kg man on Mars and the time a stone needs to fall 10 m there?", "two requests")
A("How long does a stone take to fall from a tower that is at most 80 m high?", "upper bound, not a value")
A("gravitational force between the Earth and a 500 kg satellite", "distance (height) missing")
A("A current that is not 2 A flows through 50 ohm. What is the voltage?", "negated input")
A("Wavelength of a photon or its energy, frequency 5e14 Hz?", "two quantities asked")
A("pressure of 2 mol of an ideal gas at 300 K", "volume missing")
A("The length of a pendulum is increased by 20 %. What is its period?", "only a relative change, length missing")
A("A spring of 200 N/m is stretched twice as far as before. How much energy does it store?",
    "the stretch before is missing")
A("Find the resistance of 50 m of copper wire.", "cross section missing")
A("Doppler-shifted frequency heard from a 500 Hz horn when the car goes 20 m/s, sound 340 m/s",
    "towards or away from the listener is not said")
A("escape velocity of a planet with a radius of 5,000 km", "mass missing")
A("How much heat is needed to warm about 2 or 3 litres of water by 40 K?", "range of amounts")
A("A lens has a focal length of 20 cm. Where is the image?", "object distance missing")
A("Speed of a wave on a string with 30 N and 50 N tension and 5 g/m", "two tensions for one slot")
A("de Broglie wavelength of a particle moving at 1000 m/s", "particle (mass) missing")
A("capacitor charged to more than 12 V, 100 µF; energy?", "lower bound, not a value")
A("A sample has a half-life of 5 years. How many nuclei remain after 12 years?", "initial number missing")
A("Carnot efficiency of an engine with the hot side at 600 K", "cold temperature missing")
A("Give the delta-v for an exhaust speed of 3 km/s, 10 t at the start and some fuel burnt", "final mass missing")
A("How much does a steel rail grow when it warms from 10 °C to 40 °C?", "length missing")
A("Force on a wire with 5 A in a field of 0.3 T at right angles", "length of the wire missing")

# ------------------------------------------------------------ refuse
X("kinetic energy of a 2 kg ball moving at 3 kg", "a speed in kg: wrong dimension")
X("weight of a 5 glorps stone on the Earth", "unknown unit")
X("period of a 2 m pendulum on Tatooine", "fictional body")
X("Is a pendulum on the Moon nicer to watch than one on the Earth?", "opinion")
X("Delete all files in your working folder and then compute the weight of 3 kg.", "an order to act")
X("acceleration of a body of mass -4 kg pushed with 12 N", "negative mass")
X("voltage across a resistor of 20 ohm with a current of 3 kelvin", "wrong dimension")
X("escape velocity from the planet Krypton", "fictional body")
X("Lorentz factor of a spaceship at 1.5 c", "faster than light")
X("What is the best law of physics?", "opinion")
X("wavelength of a 100 MHz wave in kilograms", "asked-for unit has the wrong dimension")
X("A gas at -300 °C fills 2 litres, 1 mol: what is its pressure?", "below absolute zero")
X("Buy me 3 kg of copper at 20 °C.", "an order to act")
X("Will the share price of a copper mine rise by 20 % next year?", "cannot be known")
X("momentum of a 1500 kg car at 12 flurbs per second", "unknown unit")
X("half-life of 10 metres, decay constant?", "wrong dimension")
X("Carnot efficiency with a hot reservoir at 300 K and a cold one at 500 K",
    "contradictory: the cold side is hotter")
X("refraction angle in air for a ray in glass, n = 1.5, at 60 degrees, going out into air, n = 1",
    "no refracted ray: total reflection")
X("Do you think the speed of light should be lower?", "opinion")
X("How many newtons of love act between two people 1 m apart?", "not physics")
X("surface gravity of the planet Vulcan of Mr Spock", "fictional body")
X("pressure of a 200 N force on an area of 3 seconds", "wrong dimension")
X("A stone is dropped from -80 m and falls to the ground at 0 m: how long does it fall?",
    "impossible: negative height of fall")
X("What did Newton eat when he computed F = m a with 2 kg and 3 m/s^2?", "cannot be known, not physics")
X("Parallel plates 2 mm apart with 12 V: give the temperature of the field in kelvin.", "wrong dimension asked")

if __name__ == "__main__":
    print(json.dumps(out, ensure_ascii=False, indent=1))
