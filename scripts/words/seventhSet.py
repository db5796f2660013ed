"""
Terse questions of engineers and agents, and those of laypeople.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/seventhSet.py > test/vectors/words/seventh.json
"""
import json
from math import pi, sqrt, sin, cos, tan, asin, exp, log, log10, log2, radians
from scipy import constants as K
c, h, hb, G, kB, NA, qe, me, mp, e0, mu0, u, R, sSB = (K.c, K.h, K.hbar, K.G, K.k, K.N_A, K.e, K.m_e, K.m_p,
    K.epsilon_0, K.mu_0, K.atomic_mass, K.R, K.sigma)
g0 = 9.80665
au = 149597870700.0
ly = 9.4607304725808e15
pc = au * 648000 / pi
day = 86400.0
yr = 365.25 * day
mmHg = 133.322387415
psi = 6894.757293168
ft = 0.3048
OUT = []
def V(q, v, law, rel=1e-3):
    OUT.append({"query": q, "kind": "value", "value": float(v), "rel": rel, "law": law})
def A(q, why): OUT.append({"query": q, "kind": "ask", "why": why})
def N(q, why): OUT.append({"query": q, "kind": "refuse", "why": why})
B = 5e-3   # bodies, constants or g left to the machine

# ---------------------------------------------------------------- textbook
V("I accidentally knocked a coin off a lookout tower 150 feet high. Forgetting about the air, how many "
    "seconds until it hits the ground?",
  sqrt(2 * 150 * ft / g0), "Free fall: time to fall from a height", B)
V("A driver is doing 100 km/h when a deer jumps out. She needs 1.2 s to react and then brakes at 7 m/s². How "
    "many metres does the car cover before it is standing still?",
  (100 / 3.6) * 1.2 + (100 / 3.6) ** 2 / (2 * 7), "Stopping distance of a vehicle")
V("rocket sled, v0=0, v=270km/h after t=2.5s, constant acceleration a=? (m/s^2)",
  (270 / 3.6) / 2.5, "Uniform acceleration: velocity after a time")
V("muon, proper lifetime 2.2us, v=0.995c -> lifetime seen from lab",
  2.2e-6 / sqrt(1 - 0.995 ** 2), "Time dilation")
V("How fast is a 145 gram baseball flying if it carries 90 joules of energy of motion?",
  sqrt(2 * 90 / 0.145), "Kinetic energy")
V("My wife weighs 62 kg and I weigh 80 kg. When we sit half a metre apart, how strongly does gravity pull us "
    "towards each other?",
  G * 62 * 80 / 0.5 ** 2, "Universal gravitation")
V("m1=1200kg v1=15m/s hits m2=1800kg v2=0, they lock together; common velocity?",
  1200 * 15 / 3000, "Velocity after a perfectly inelastic collision")
V("It takes 147 newtons to keep a wooden crate sliding that presses down on the floor with 490 newtons. What "
    "is the coefficient of friction?",
  147 / 490, "Friction force")
V("0.5kg ball on string, circle radius 80cm, speed 4m/s: inward force",
  0.5 * 16 / 0.8, "Centripetal force")
V("How long would the string of a small-swing pendulum have to be for it to go back and forth once every 2 "
    "seconds here on Earth?",
  g0 * 2 ** 2 / (4 * pi ** 2), "Simple pendulum: period at small amplitude", B)
V("spring k=250N/m, load 0.4kg, oscillation period T",
  2 * pi * sqrt(0.4 / 250), "Mass on a spring: period")
V("A toy dart gun has a spring with a stiffness of 1200 N/m that gets squeezed by 3 cm. How many joules are "
    "stored in it?",
  0.5 * 1200 * 0.03 ** 2, "Energy stored in a spring")
V("guitar string, linear density 0.6g/m, transverse wave speed 320m/s -> tension?",
  0.6e-3 * 320 ** 2, "Stretched string: wave speed")
V("An ambulance with a 700 Hz siren races straight at me at 25 m/s while I stand on the pavement. Sound "
    "travels at 340 m/s. What pitch, in hertz, do I hear?",
  700 * 340 / (340 - 25), "Doppler effect in a medium")
V("Two piano strings sound together, one at 196 Hz and the other at 199.5 Hz. How many times a second does "
    "the loudness throb?",
  3.5, "Beat frequency")
V("A loudspeaker makes the air pressure wobble by 0.5 pascal (rms). How loud is that sound pressure in "
    "decibels?",
  20 * log10(0.5 / 2e-5), "Sound pressure level")
V("tube stopped at one end, L=34cm, c_sound=343m/s, n=1: resonance f in Hz",
  343 / (4 * 0.34), "Pipe closed at one end: mode frequencies")
V("How deep do I have to dive in a freshwater lake (1000 kg/m³) until the total pressure is 3 bar, if the "
    "air at the surface presses with 1.013 bar? Take g = 9.81 m/s².",
  (3e5 - 1.013e5) / (1000 * 9.81), "Hydrostatic pressure")
V("If I hold an empty sealed 2 litre bottle completely under water (density 1000 kg per cubic metre), with "
    "what force does the water push it up?",
  1000 * g0 * 2e-3, "Archimedes' principle: buoyancy", B)
V("Re for rho=850kg/m3 v=1.8m/s D=25mm mu=0.012Pa s",
  850 * 1.8 * 0.025 / 0.012, "Reynolds number")
V("skydiver m=80kg A=0.7m^2 Cd=1.0 air rho=1.2kg/m^3 g=9.81m/s^2: terminal velocity in m/s",
  sqrt(2 * 80 * 9.81 / (1.2 * 0.7 * 1.0)), "Terminal speed in a fluid")
V("How much heat do I need to bring 1.5 kg of water for tea from 18 °C to 95 °C? Its specific heat is 4186 "
    "J/(kg K).",
  1.5 * 4186 * (95 - 18), "Sensible heat")
V("gas cylinder V=50L p=200bar T=20°C ideal gas; amount of gas in mol?",
  200e5 * 0.05 / (R * 293.15), "Ideal gas law")
V("perfect heat engine, cold sink 300K, wanted efficiency 60% (theoretical max) -> hot source temperature?",
  300 / 0.4, "Carnot efficiency")
V("A steel bridge is 300 m long in winter. By how much does it grow when it gets 35 degrees Celsius warmer? "
    "Steel stretches 12e-6 per kelvin.",
  12e-6 * 300 * 35, "Linear thermal expansion")
V("Our brick wall is 12 square metres in size and 20 cm thick, with a thermal conductivity of 0.8 W/(m K). "
    "The temperature difference between the living room and outside is 25 K. How many watts leak out through "
    "it?",
  0.8 * 12 * 25 / 0.2, "Heat conduction through a wall: heat flow")
V("A reddish star shines brightest at a wavelength of 850 nm. How hot is its surface, treating it as a black "
    "body?",
  K.physical_constants["Wien wavelength displacement law constant"][0] / 850e-9, "Wien's displacement law")
V("v_rms, molecule mass 4.65e-26kg, T=300K",
  sqrt(3 * kB * 300 / 4.65e-26), "Root-mean-square speed of gas molecules")
V("point charges 2nC and 8nC in vacuum, repulsion 1.6e-6N -> separation?",
  sqrt(2e-9 * 8e-9 / (4 * pi * e0 * 1.6e-6)), "Coulomb's law")
V("LED lamp draws 0.35A from 12V; resistance in ohm?",
  12 / 0.35, "Ohm's law")
V("220ohm || 330ohm = ?",
  220 * 330 / 550, "Two resistors in parallel")
V("LC tank L=2.2mH C=100nF, resonance in Hz",
  1 / (2 * pi * sqrt(2.2e-3 * 100e-9)), "Thomson's formula: resonance frequency of a tuned circuit")
V("The heating element in my kettle has a resistance of 26.45 ohms and hangs on 230 volts. How many watts "
    "does it use?",
  230 ** 2 / 26.45, "Power of a resistor at a voltage")
V("How strong is the magnetic field 3 cm away from a long straight cable that carries 15 amps?",
  mu0 * 15 / (2 * pi * 0.03), "Magnetic field of a long straight wire")
V("B inside long solenoid: 500 turns, length 25cm, I=2A, mu_r=1",
  mu0 * 500 * 2 / 0.25, "Long solenoid: magnetic field")
V("My wireless router transmits at 2.45 GHz. How long is one of those radio waves in free space?",
  c / 2.45e9, "Wavelength of light in vacuum")
V("ray n1=1.00 -> n2=1.33, incidence 45deg, angle of refracted ray in degrees",
  asin(sin(radians(45)) / 1.33), "Snell's law: angle of refraction")
V("converging lens f=50mm, object at 2m: where is the image (distance from lens)?",
  0.05 * 2 / (2 - 0.05), "Thin lens: image distance")
V("double slit d=0.25mm, screen 2m, fringe spacing 5.2mm -> wavelength in nm",
  5.2e-3 * 0.25e-3 / 2, "Double slit: distance of the fringes")
V("What is the smallest angle that a space telescope with a round 2.4 m mirror can tell apart in 550 nm light?",
  asin(1.2196698912665045 * 550e-9 / 2.4), "Rayleigh criterion: angular resolution of a circular aperture", B)
V("If somebody squashed the whole Sun until it turned into a black hole, what would its radius be?",
  2 * G * 1.98841e30 / c ** 2, "Black-hole radius", B)
V("photoemission: nu=1.0e15Hz, work function 2.3eV, max electron KE in eV",
  h * 1.0e15 - 2.3 * qe, "Photoelectric effect: largest kinetic energy")
V("electron in infinite well, L=1nm, n=2, energy?",
  4 * pi ** 2 * hb ** 2 / (2 * me * 1e-18), "Energy levels of a particle in a box")
V("The dentist's X-ray tube runs at 40 kilovolts. What is the shortest wavelength that can come out of it?",
  h * c / (qe * 40e3), "Duane-Hunt law")
V("A hospital source holds 6e12 cobalt-60 atoms. The half-life is 5.27 years. How long until only 1.5e12 of "
    "them are left?",
  2 * 5.27 * yr, "Radioactive decay", B)
V("A geologist finds 0.25 daughter atoms made by decay for every parent atom left in a rock. The parent has "
    "a half-life of 1.25 billion years. How old is the rock?",
  1.25e9 * yr * log(1.25) / log(2), "Radiometric age from daughter and parent", B)

# ---------------------------------------------------------------- the rest
V("coordinated turn TAS=75m/s bank=30deg g=9.81m/s^2 radius?",
  75 ** 2 / (9.81 * tan(radians(30))), "Level turn: radius")
V("electron, v=0.6c, momentum incl. relativity",
  me * 0.6 * c / 0.8, "Relativistic momentum")
V("Astronomers say a star has a yearly parallax of 0.1 arcseconds. How far away is it?",
  au / tan(radians(0.1 / 3600)), "Distance from parallax")
V("How hot would a tiny black hole with a mass of 5 x 10^11 kg glow, according to Hawking?",
  hb * c ** 3 / (8 * pi * G * 5e11 * kB), "Hawking temperature")
V("The carbon dioxide in the air has gone up from 280 ppm to 420 ppm. How many extra watts per square metre "
    "of climate forcing does that make?",
  5.35 * log(420 / 280), "Radiative forcing of carbon dioxide", B)
V("The thermometer shows -10 °C and the wind blows at 30 km/h. How cold does that feel as a wind chill?",
  273.15 + 13.12 + 0.6215 * (-10) - 11.37 * 30 ** 0.16 + 0.3965 * (-10) * 30 ** 0.16, "Wind chill temperature")
V("cantilever L=1.2m, 500N at free end, E=210GPa, I=8e-7m^4 -> tip sag in mm",
  500 * 1.2 ** 3 / (3 * 210e9 * 8e-7), "Deflection of a cantilever at its tip")
V("equilibrium membrane voltage K+: out 5 mmol/L, in 140 mmol/L, z=1, T=310K",
  kB * 310 / qe * log(5 / 140), "Nernst potential of an ion across a membrane")
V("k=0.02 1/s at T=350K, prefactor A=5e12 1/s; activation energy in kJ/mol?",
  R * 350 * log(5e12 / 0.02), "Arrhenius equation")
V("UD laminate, Vf=0.6, fibre E=230GPa, epoxy E=3.5GPa, longitudinal stiffness?",
  0.6 * 230e9 + 0.4 * 3.5e9, "Rule of mixtures: modulus along the fibres")
V("My program runs 4 times faster on 8 processor cores than on one. Going by Amdahl, what share of the work "
    "can be done in parallel?",
  (1 - 1 / 4) / (1 - 1 / 8), "Amdahl's law")
V("People turn up at random at a single ticket counter, 42 per hour on average, and the clerk can serve 50 "
    "per hour (service times random as well). How long does a visitor spend there on average, waiting and "
    "being served?",
  3600 / (50 - 42), "Mean response time of an M/M/1 queue")
V("2nd order system zeta=0.4, unit step: overshoot fraction?",
  exp(-pi * 0.4 / sqrt(1 - 0.16)), "Second-order system: overshoot")
V("The glow left over from the Big Bang is at 2.725 K today. How warm was it when light set out from a "
    "galaxy that we see at redshift 6?",
  2.725 * 7, "Temperature of the cosmic background at a redshift")
V("With a Hubble constant of 70 km/s/Mpc, how quickly is a galaxy 100 million light years away moving off "
    "from us?",
  70e3 / (1e6 * pc) * 100e6 * ly, "Hubble-Lemaitre law")
V("XRD lambda=0.154nm, 1st order, theta=22.5deg (Bragg angle) -> d-spacing?",
  0.154e-9 / (2 * sin(radians(22.5))), "Bragg's law")
V("I am copper-plating an old key with 2 amps for 45 minutes. Copper has 63.55 g/mol, each ion takes 2 "
    "electrons, and no current is wasted (current efficiency 100 %). How many grams of copper end up on the "
    "key?",
  2 * 2700 * 63.55e-3 / (2 * NA * qe), "Faraday's law of electrolysis")
V("A stream of 8 m³/s carries 2 mg/L of nitrate. A sewage works lets in another 0.5 m³/s with 30 mg/L. What "
    "is the concentration once it has all mixed?",
  (8 * 2e-3 + 0.5 * 30e-3) / 8.5, "Discharge into a stream: mixed concentration")
V("Each person with measles infects about 15 others on average (R0 = 15), and the shot works in 97 % of "
    "people. What share of the population has to be vaccinated to stop the spread?",
  (1 - 1 / 15) / 0.97, "Herd immunity: critical vaccination coverage")
V("Phillips curve: expected inflation 2%, beta=0.5, unemployment 6%, natural rate 4.5%, supply shock 0 -> "
    "inflation",
  0.02 - 0.5 * (0.06 - 0.045), "Inflation-unemployment tradeoff")
V("K_I for edge crack a=4mm, geometry factor Y=1.12, remote stress 150MPa",
  1.12 * 150e6 * sqrt(pi * 0.004), "Stress intensity factor")
V("A mountain range stands 4 km high and floats like an iceberg. The crust has a density of 2800 kg/m³, the "
    "mantle below 3300 kg/m³. How far does the root reach down into the mantle?",
  2800 * 4000 / 500, "Airy isostasy: crustal root")
V("soil c'=10kPa, phi'=28deg, sigma_n'=120kPa, shear strength?",
  10e3 + 120e3 * tan(radians(28)), "Mohr-Coulomb strength")
V("How much energy is locked up in a single gram of matter, going by Einstein's famous formula?",
  1e-3 * c ** 2, "Rest energy: mass-energy equivalence")
V("open channel R_h=0.8m, slope 0.001, Manning n=0.03 s/m^(1/3), mean velocity",
  0.8 ** (2 / 3) * sqrt(0.001) / 0.03, "Manning formula")
V("BSC crossover probability 0.11, capacity in bits per use",
  1 + 0.11 * log2(0.11) + 0.89 * log2(0.89), "Capacity of the binary symmetric channel")
V("What is the very least energy that thermodynamics (Landauer) demands for wiping 8e9 bits of memory at 300 K?",
  8e9 * kB * 300 * log(2), "Landauer price of proof-of-work bits")
V("How many electronvolts does one particle of light from a green 532 nm laser pointer carry?",
  h * c / 532e-9, "Photon energy from the wavelength")
V("magnetic susceptibility chi above ordering temp: Curie const C=1.2K theta=77K T=300K",
  1.2 / (300 - 77), "Curie-Weiss law")
V("D=4.9e-11m^2/s in water mu=0.89mPa s T=298K -> hydrodynamic radius, nm",
  kB * 298 / (6 * pi * 0.89e-3 * 4.9e-11), "Stokes-Einstein equation")
V("Hall-Petch: sigma0=70MPa, k=0.74MPa m^(1/2), d=20um -> yield strength",
  70e6 + 0.74e6 / sqrt(20e-6), "Hall-Petch equation")
V("How large is the skin area of a man who is 1.75 m tall and weighs 70 kg, by the Du Bois rule?",
  0.007184 * 70 ** 0.425 * 175 ** 0.725, "Du Bois formula: body surface area", B)
V("alveolar O2 pressure in mmHg: FiO2=0.21, Pb=760mmHg, PH2O=47mmHg, PaCO2=40mmHg, RQ=0.8",
  (0.21 * (760 - 47) - 40 / 0.8) * mmHg, "Alveolar gas equation")
V("sand casting freeze time: mould constant 2 min/cm^2, V=1000cm^3, A=600cm^2",
  (2 * 60 / 1e-4) * (1000e-6 / 600e-4) ** 2, "Chvorinov's rule: solidification time")
V("On a clear night I expect to see 4 shooting stars an hour. How likely is it that I see exactly 2 in an "
    "hour, if they come at random?",
  4 ** 2 * exp(-4) / 2, "Poisson distribution")
V("mu for HCl: 1.008u and 34.969u",
  1.008 * 34.969 / (1.008 + 34.969) * u, "Reduced mass of a diatomic molecule")
V("A lake is 12 km long and everywhere 15 m deep. After a storm the water sloshes from end to end in its "
    "slowest mode (number 1). How long does one full slosh take?",
  2 * 12e3 / sqrt(g0 * 15), "Merian's formula: seiche period", B)
V("How fast does a spacecraft have to leave the surface of the Moon so that it never falls back?",
  sqrt(2 * G * 7.346e22 / 1.7374e6), "Escape speed", B)
V("Earth takes 365.25 days and Mars 686.98 days to go around the Sun. How long is it from one time the two "
    "planets line up to the next?",
  day / (1 / 365.25 - 1 / 686.98), "Synodic period")
V("acetate buffer pKa=4.76, [A-]=0.15mol/L, [HA]=0.05mol/L, pH?",
  4.76 + log10(3), "Henderson-Hasselbalch equation")
V("How much osmotic pressure builds up in a sugar solution with 0.3 mol per litre at 25 °C? Sugar does not "
    "split up, so the van 't Hoff factor is 1.",
  300 * R * 298.15, "Van 't Hoff equation of osmotic pressure")
V("omega_pe (rad/s), n_e = 1 x 10^18 m^-3",
  sqrt(1e18 * qe ** 2 / (e0 * me)), "Electron plasma frequency")
V("gyroradius proton, v_perp=4e5m/s, B=2T",
  mp * 4e5 / (qe * 2), "Larmor radius")
V("3-phase load V_LL=400V, I_L=32A, phase angle 30deg, real power in kW",
  sqrt(3) * 400 * 32 * cos(radians(30)), "Three-phase active power")
V("A medicine is radioactive with a half-life of 8 days, and the body by itself gets rid of half of it in 80 "
    "days. After how many days is half of it really gone from the patient?",
  8 * 80 / 88 * day, "Effective half-life")
V("A rocket weighs 500 tonnes at lift-off and 120 tonnes when the tanks are empty. Leaving gravity and air "
    "aside, how fast must its exhaust be to gain 4.5 km/s?",
  4500 / log(500 / 120), "Rocket equation")
V("engine Isp=320s, mdot=250kg/s, g0=9.80665m/s^2 -> thrust in kN",
  320 * 250 * 9.80665, "Specific impulse")
V("After an earthquake the quick P waves (6 km/s) reached our seismometer 20 seconds ahead of the slower S "
    "waves (3.5 km/s). How far off was the quake?",
  20 * 6e3 * 3.5e3 / (2.5e3), "Epicentral distance from the S-P time")
V("pn junction Na=1e17cm^-3 Nd=1e16cm^-3 ni=1e10cm^-3 T=300K, V_bi?",
  kB * 300 / qe * log(1e23 * 1e22 / 1e16 ** 2), "Built-in potential of a p-n junction")
V("A pure 7 kHz whistle is recorded by a cheap device that takes 10,000 samples a second. At which frequency "
    "does it show up in the recording?",
  3000, "Aliasing: apparent frequency")
V("ideal 16bit ADC, full-scale sine, SQNR in dB",
  20 * log10(2 ** 16 * sqrt(1.5)), "Quantization: signal-to-noise ratio")
V("E_F free electron gas n=8.49e28m^-3 m=9.109e-31kg, eV",
  hb ** 2 * (3 * pi ** 2 * 8.49e28) ** (2 / 3) / (2 * 9.109e-31), "Free electrons: Fermi energy")
V("thin-wall pipe, p=220psi, r=0.6m, allowable hoop stress 100MPa -> wall thickness mm?",
  220 * psi * 0.6 / 100e6, "Thin-walled cylinder: hoop stress")
V("type I SC: B_c(0)=0.08T Tc=7.2K, B_c at T=4.2K",
  0.08 * (1 - (4.2 / 7.2) ** 2), "Critical field at a temperature")

# ---------------------------------------------------------------- ask back
A("What is the kinetic energy of a car going 90 km/h?", "mass missing")
A("How long does it take a ball to drop to the ground?", "height missing")
A("What is the force of gravity between two lead balls of 5 kg each?", "distance missing")
A("ideal gas n=2mol T=300K, pressure?", "volume missing")
A("How long does a pendulum that is somewhere between 1 and 2 m long take for one swing?",
    "length given as a range")
A("spring k=200N/m, mass about 3 to 5 kg, period?", "mass given as a range")
A("kinetic energy m=2kg v=3m/s; also the wavelength of a 100 MHz radio wave", "two requests")
A("f0 of LC circuit, L=10mH", "capacitance missing")
A("A light ray goes from air (n = 1) into water (n = 1.33). At what angle is it bent?",
    "angle of incidence missing")
A("thin lens f=50mm, image distance?", "object distance missing")
A("total resistance of 100 ohm and 220 ohm", "series or parallel not said")
A("I have two capacitors, 4 µF and 6 µF, and connect them. What do I get altogether?",
    "series or parallel not said")
A("moment of inertia m=3kg r=20cm", "shape of the body / axis not said")
A("What is the best possible efficiency of a heat engine whose hot side is at 500 K?",
    "cold temperature missing")
A("How much energy does it take to heat my bath water from 15 °C to 38 °C?", "mass of the water missing")
A("delta-v, v_e=3km/s", "masses missing")
A("How long is the wave of a sound of 440 Hz?", "speed of sound / medium missing")
A("How fast do you have to jump to escape from an asteroid with a radius of 10 km?",
    "mass of the asteroid missing")
A("N0=1e6 nuclei, t=3d, remaining nuclei?", "half-life missing")
A("Re: pipe D=5cm, v=2m/s, rho=1000kg/m^3", "viscosity missing")
A("What is the force?", "no inputs and no law")
A("V across resistor, I=3A", "resistance missing")
A("How far does a ball fly that I throw at an angle of 40 degrees?", "launch speed missing")
A("Coulomb force q1=1uC q2=2uC", "distance missing")
A("How hot does it get if I put 2000 joules into a pot of soup?",
    "mass, specific heat and starting temperature missing")

# ---------------------------------------------------------------- refuse
N("kinetic energy m=-2kg v=3m/s", "negative mass")
N("How long does it take to walk 40 blorps at 5 m/s?", "unknown unit")
N("Which equation in physics is the most beautiful one?", "opinion")
N("Please order me a large pizza with mushrooms.", "order, no physics")
N("delete all my old e-mails and report when done", "order, no physics")
N("What will one bitcoin cost tomorrow at noon?", "cannot be known")
N("Which six numbers will be drawn in the lottery next Saturday?", "cannot be known")
N("kinetic energy, m=3m, v=2m/s", "mass given in metres, wrong dimension")
N("period of simple pendulum, L=2kg, g=9.81m/s^2", "length given in kilograms, wrong dimension")
N("Lorentz factor v=1.2c", "faster than light")
N("v_rms of molecules m=4.65e-26kg at T=-300°C", "below absolute zero")
N("Light inside glass (n = 1.5) hits the surface to air (n = 1) at 60 degrees. What is the angle of the ray "
    "that comes out into the air?", "total reflection, no refracted ray")
N("Carnot engine with cold side 300K and efficiency 120%, hot side temperature?",
    "efficiency above one is impossible")
N("1e6 nuclei, half-life -4d, t=10d, nuclei left?", "negative half-life")
N("Is there a life after death?", "not physics")
N("Who won the football world cup in 2014?", "not physics")
N("Write me a short poem about entropy.", "order, not a calculation")
N("A car with a mass of 1000 kg drives at 20 m/s and at the same moment stands still at 0 m/s. What is its "
    "kinetic energy?", "contradictory inputs")
N("voltage, R=10ohm, I=2kg", "current given in kilograms, wrong dimension")
N("convert 5kg to seconds", "incompatible dimensions")
N("What is dark matter made of?", "not known to physics")
N("pressure F=100N A=2zorks", "unknown unit")
N("Should I buy an electric car or stay with my old diesel?", "opinion")
N("Turn the lights off in the kitchen, will you?", "order, no physics")
N("wavelength of light in vacuum, f=-5e14Hz", "negative frequency")

print(json.dumps(OUT, indent=1, ensure_ascii=False))
