"""
Questions of students, as homework tells them.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/sixthSet.py > test/vectors/words/sixth.json
"""
import json
from math import pi, sqrt, sin, cos, tan, asin, atan, exp, log, log10, log2, factorial, radians
from scipy import constants as C

c, h, hbar, kB, NA, R, G = C.c, C.h, C.hbar, C.k, C.N_A, C.R, C.G
e, me, mp, mn, eps0, mu0, sig = C.e, C.m_e, C.m_p, C.m_n, C.epsilon_0, C.mu_0, C.sigma
eV, u, g0 = C.e, C.physical_constants["atomic mass constant"][0], 9.80665
day, year, ft, inch = 86400.0, 365.25*86400, 0.3048, 0.0254
AU, ly, pc = 149597870700.0, c*365.25*86400, 149597870700.0/(pi/648000)
psi = 4.4482216152605/0.0254**2
Q = []
def V(q, val, law, rel=1e-3): Q.append({"query": q, "kind": "value", "value": float(val), "rel": rel, "law": law})
def A(q, why): Q.append({"query": q, "kind": "ask", "why": why})
def X(q, why): Q.append({"query": q, "kind": "refuse", "why": why})

# ---------------------------------------------------------------- textbook physics
V("A football is kicked from flat ground with a speed of 22 m/s at 35 degrees above the horizontal. Ignoring "
    "air resistance and taking g = 9.81 m/s^2, how far from the kicker does it land?",
  22**2*sin(2*radians(35))/9.81, "Projectile: range on level ground")
V("A driver doing 90 km/h spots a deer on the road. Her reaction time is 0.8 s, and after that the brakes "
    "slow the car at a steady 6.5 m/s^2. Find the total distance the car needs to come to rest.",
  25*0.8 + 25**2/(2*6.5), "Stopping distance of a vehicle")
V("A train passes a signal with an initial velocity of 12 m/s and, accelerating uniformly, covers the next "
    "480 m in 20 s. Determine its acceleration.",
  2*(480-12*20)/20**2, "Uniform acceleration: displacement after a time")
V("In its own rest frame a muon lives for 2.2 µs. How long does it live as seen from the lab through which "
    "it flies at 0.98 c?",
  2.2e-6/sqrt(1-0.98**2), "Time dilation")
V("A 1,200 kg car moving at 15 m/s runs into the back of an 1800 kg van that is rolling the same way at 18 "
    "km/h, and the two lock together. What is their common velocity right after the crash?",
  (1200*15+1800*5)/(1200+1800), "Velocity after a perfectly inelastic collision")
V("A child drags a sled 40 m across level snow. The rope makes an angle of 25° with the direction of motion "
    "and the pull in it is 60 N. How much work does the child do?",
  60*40*cos(radians(25)), "Work of a constant force")
V("At what distance between their centres do two lead spheres, each of 5 tonnes, attract each other "
    "gravitationally with a force of 1 mN?",
  sqrt(G*5000*5000/1e-3), "Universal gravitation")
V("The wheel of a bench grinder has a moment of inertia of 0.35 kg m^2 and turns at 1800 rpm. How much "
    "rotational energy is stored in it?",
  0.5*0.35*(1800*2*pi/60)**2, "Kinetic energy of rotation about a fixed axis")
V("What is the highest speed, in km/h, at which a 1.1 t car can go round a flat bend with a radius of 60 m "
    "if a centripetal force of 7.5 kN is the most the tyres can supply?",
  sqrt(7.5e3*60/1100), "Centripetal force")
V("Find the angular acceleration of a flywheel given its moment of inertia, 4.2 kg·m², and the net torque on "
    "it, 63 N·m.",
  63/4.2, "Torque and angular acceleration")
V("Homework 6.3: how fast must a probe leave the surface of a planet to get away for good? The gravitational "
    "parameter of the planet is 4.283 x 10^13 m^3/s^2 and the probe starts 3390 km from its centre.",
  sqrt(2*4.283e13/3.39e6), "Escape speed")
V("A small moon takes 1.77 days to go once round its planet on a circular orbit with a radius of 421,700 km. "
    "Use this to determine the mass of the planet.",
  4*pi**2*(4.217e8)**3/(G*(1.77*day)**2), "Kepler's third law: period from the mass", 2e-3)
V("On the Moon, where g = 1.62 m/s^2, how long must a simple pendulum be so that a small swing has a period "
    "of 2.0 s?",
  1.62*(2.0/(2*pi))**2, "Simple pendulum: period at small amplitude")
V("An object is in simple harmonic motion with an amplitude of 6 cm and an angular frequency of 12.5 rad/s. "
    "Find its speed at the moment when its displacement is 3.6 cm.",
  12.5*sqrt(0.06**2-0.036**2), "Harmonic motion: speed at a displacement")
V("A guitar string is 65 cm long, has a mass per length of 0.40 g/m and is pulled tight with a tension of 70 "
    "N. What is the frequency in Hz of its third harmonic?",
  3/(2*0.65)*sqrt(70/0.40e-3), "String fixed at both ends: harmonic frequencies")
V("An ambulance with its siren sounding at 700 Hz drives at 25 m/s towards a listener who is at rest "
    "(listener speed 0 m/s). The speed of sound that day is 340 m/s. What frequency does the listener hear?",
  700*(340+0)/(340-25), "Doppler effect in a medium")
V("Near a loudspeaker the sound intensity is 3.2e-5 W/m^2. What level is that in decibels?",
  10*log10(3.2e-5/1e-12), "Sound intensity level")
V("Calculate the speed of sound in helium gas at 20 °C, treating it as an ideal gas with gamma = 5/3 and a "
    "molar mass of 4.00 g/mol.",
  sqrt((5/3)*R*293.15/4.00e-3), "Speed of sound in an ideal gas")
V("A diver is 115 feet below the surface of the sea. The density of the sea water is 1025 kg/m^3, the air "
    "pressure at the surface is 101.3 kPa, and g = 9.81 m/s². What absolute pressure acts on the diver?",
  101.3e3+1025*9.81*115*ft, "Hydrostatic pressure")
V("Glycerine with a viscosity of 1.4 Pa s is pressed through a straight tube of radius 4 mm and length 1.2 m "
    "by a pressure difference of 50 kPa. Assuming laminar flow, find the volume flow rate.",
  pi*(4e-3)**4*50e3/(8*1.4*1.2), "Hagen-Poiseuille law")
V("The inside face of a brick wall is at 21 °C and the outside face at 5 °C. The wall is 20 cm thick and its "
    "thermal conductivity is 0.72 W/(m K). What heat flux (W/m²) leaks through it?",
  0.72*(21-5)/0.20, "Fourier's law: plane wall")
V("A hot plate with an area of 0.25 m² and a surface temperature of 80 °C loses 180 W by convection to the "
    "air of the lab, which is at 20 °C. Find the heat transfer coefficient.",
  180/(0.25*60), "Newton's law of cooling")
V("At what temperature does a black body have the peak of its spectrum at a wavelength of 480 nm?",
  C.Wien/480e-9, "Wien's displacement law")
V("An inventor claims a fantastic engine running between a boiler at 250 °C and a condenser at 40 °C. What "
    "is the highest efficiency that nature allows (Carnot), as a fraction?",
  1-313.15/523.15, "Carnot efficiency")
V("How many moles of an ideal gas are there in a 12 litre tank at an absolute pressure of 120 psi and a "
    "temperature of 72 °F?",
  120*psi*12e-3/(R*((72-32)*5/9+273.15)), "Ideal gas law")
V("In a calorimetry lab a 150 g piece of copper (specific heat 385 J/(kg K)) at 95 °C is dropped into 400 g "
    "of water (specific heat 4186 J/(kg K)) at 18 °C. No heat gets lost. At what temperature do they end up?",
  (0.150*385*368.15+0.400*4186*291.15)/(0.150*385+0.400*4186), "Temperature of a mixture")
V("A steel rail is 25 m long and its coefficient of linear expansion is 12e-6 1/K. By how many kelvin must "
    "it warm up to grow 9 mm longer?",
  9e-3/(12e-6*25), "Linear thermal expansion")
V("Find the mean free path of air molecules, given a molecular diameter of 0.37 nm, a temperature of 20 °C "
    "and a pressure of 750 mmHg.",
  kB*293.15/(sqrt(2)*pi*(0.37e-9)**2*750*133.322387415), "Mean free path in a gas")
V("Two small balls with charges of 3 µC and 5 µC hang 20 cm apart in vacuum. With what force do they repel "
    "each other?",
  3e-6*5e-6/(4*pi*eps0*0.20**2), "Coulomb's law")
V("capacitance of a flat capacitor: plates 150 cm² each, gap 0.2 mm, filled with mica of relative "
    "permittivity 5.4",
  5.4*eps0*150e-4/0.2e-3, "Parallel-plate capacitor")
V("A 470 µF capacitor that was charged to 12 V is now emptied through a 22 kΩ resistor. What voltage is left "
    "across it after 5 s?",
  12*exp(-5/(22e3*470e-6)), "Discharge of a capacitor through a resistor")
V("You are building a radio: which capacitance do you need in parallel with a 200 µH coil so that the LC "
    "circuit resonates at a frequency of 1 MHz?",
  1/((2*pi*1e6)**2*200e-6), "Thomson's formula: resonance frequency of a tuned circuit")
V("An electric kettle plugged into 230 V draws 2 kW. What is the resistance of its heating element?",
  230**2/2000, "Power of a resistor at a voltage")
V("Two long straight parallel cables are 3 cm apart and carry currents of 120 A and 80 A. Work out the force "
    "per metre of length between them.",
  mu0*120*80/(2*pi*0.03), "Force between parallel wires")
V("The magnetic flux through a coil of 150 turns changes by 4 mWb within 20 ms. How large is the induced emf?",
  150*4e-3/20e-3, "Faraday's law of induction: electromotive force")
V("A proton moving at 2.0e6 m/s at right angles (90 degrees) to a magnetic field feels a magnetic force of "
    "8.0e-14 N. How strong is the field, in tesla?",
  8.0e-14/(e*2.0e6), "Magnetic force on a moving charge")
V("How deep do 10 MHz currents reach into copper? Find the skin depth given the resistivity 1.68e-8 ohm m "
    "and relative permeability 1.",
  sqrt(2*1.68e-8/(2*pi*10e6*mu0)), "Skin depth of a good conductor")
V("A coaxial cable has an inner conductor of radius 0.45 mm and a shield of inner radius 1.47 mm; the "
    "plastic between them has a relative permittivity of 2.25. What is the characteristic impedance of the "
    "cable?",
  mu0*c/(2*pi*sqrt(2.25))*log(1.47/0.45), "Coaxial line: characteristic impedance")
V("A candle stands 12 inches in front of a thin converging lens whose focal length is 5 inches. How far "
    "behind the lens, in cm, does the image appear?",
  1/(1/(5*inch)-1/(12*inch)), "Thin lens: image distance")
V("A ray of light travelling in air (n = 1.00) strikes a block of glass (n = 1.52) at an angle of incidence "
    "of 40°. Find the angle of refraction.",
  asin(1.00*sin(radians(40))/1.52), "Snell's law: angle of refraction")
V("In Young's experiment the bright fringes on a screen 1.5 m away are spaced by 2.1 mm. The two slits are "
    "0.45 mm apart. Determine the wavelength of the light.",
  2.1e-3*0.45e-3/1.5, "Double slit: distance of the fringes")
V("What is the smallest angle a space telescope with a circular mirror of diameter 2.4 m can resolve at a "
    "wavelength of 550 nm according to Rayleigh? Answer in arcseconds please.",
  asin(1.2196698912665045*550e-9/2.4), "Rayleigh criterion: angular resolution of a circular aperture")
V("How big is the Schwarzschild radius of a collapsed star with a mass of 8 x 10^30 kg?",
  2*G*8e30/c**2, "Black-hole radius")
V("Ultraviolet light with a frequency of 1.2e15 Hz shines on a metal whose work function is 2.3 eV. What is "
    "the maximum kinetic energy of the photoelectrons in eV?",
  h*1.2e15-2.3*eV, "Photoelectric effect: largest kinetic energy")
V("X-rays are scattered by the free electrons in a graphite block. By how much does the wavelength grow for "
    "photons deflected through 60 degrees?",
  h/(me*c)*(1-cos(radians(60))), "Compton shift")
V("An electron (mass 9.109e-31 kg) is trapped in an infinitely deep one-dimensional well of width 0.8 nm. "
    "What is its energy in the state with quantum number n = 2?",
  4*h**2/(8*9.109e-31*(0.8e-9)**2), "Energy levels of a particle in a box")
V("Thermal neutrons leave a reactor at 2,200 m/s. Taking the mass of a neutron as 1.675e-27 kg, what is "
    "their de Broglie wavelength in angstrom?",
  h/(1.675e-27*2200), "De Broglie wavelength of a moving particle")
V("What accelerating voltage does an X-ray tube need so that the shortest wavelength in its spectrum is 25 pm?",
  h*c/(e*25e-12), "Duane-Hunt law")
V("Estimate the radius of a gold nucleus with mass number 197, using r_0 = 1.2 fm.",
  1.2e-15*197**(1/3), "Nuclear radius")
V("A rock is found to hold 0.35 daughter atoms for every parent atom, and the half-life of the parent is "
    "1.25 billion years. How old is the rock, if no daughter was there at the start?",
  1.25e9*year*log(1.35)/log(2), "Radiometric age from daughter and parent", 2e-3)

# ---------------------------------------------------------------- the rest
V("A buffer is 0.15 mol/L in sodium acetate (the base) and 0.10 mol/L in acetic acid, whose pKa is 4.76. "
    "Find the pH of the buffer.",
  4.76+log10(0.15/0.10), "Henderson-Hasselbalch equation")
V("What osmotic pressure does a 0.30 mol/L solution of cane sugar (van 't Hoff factor 1) have at 25 °C?",
  1*300*R*298.15, "Van 't Hoff equation of osmotic pressure")
V("A glider circles at a true airspeed of 60 mph with its wings banked at 40 degrees; g = 9.81 m/s^2. What "
    "is the radius of the circle it flies in level flight?",
  (60*1609.344/3600)**2/(9.81*tan(radians(40))), "Level turn: radius")
V("The wing of a light aircraft has an area of 16 m² and must carry a lift of 9.5 kN at 55 m/s in air of "
    "density 1.1 kg/m^3. Which lift coefficient does the pilot need?",
  2*9.5e3/(1.1*55**2*16), "Lift of a wing")
V("Find the relativistic momentum of a proton (rest mass 1.6726e-27 kg) that travels at 0.6 c.",
  1.6726e-27*0.6*c/sqrt(1-0.36), "Relativistic momentum")
V("An astronomy student measures an annual parallax of 0.020 arcsec for a star. How far away is it, in light "
    "years?",
  AU/tan(radians(0.020/3600)), "Distance from parallax")
V("A star has a radius of 7.0e8 m and an effective temperature of 6000 K. How much power does it radiate in "
    "all?",
  4*pi*(7.0e8)**2*sig*6000**4, "Stefan-Boltzmann law: luminosity of a star")
V("Assume that the atmosphere has the same temperature, 255 K, at every height. The pressure at the ground "
    "is 1013 hPa, the molar mass of air is 28.97 g/mol and g = 9.81 m/s². What is the air pressure at a "
    "mountain camp at a height of 5500 m?",
  101300*exp(-28.97e-3*9.81*5500/(R*255)), "Barometric formula: isothermal atmosphere")
V("A swimmer pushes down with 800 N on the free end of a diving board that is clamped at the other end. "
    "Board length 2.5 m, Young's modulus 70 GPa, second moment of area 80 cm^4. How far does the tip go down?",
  800*2.5**3/(3*70e9*80e-8), "Deflection of a cantilever at its tip")
V("A nerve cell holds potassium (charge number +1) at 140 mmol/L inside and has 5 mmol/L outside. Body "
    "temperature is 37 °C. What is the equilibrium (Nernst) voltage for this ion?",
  kB*310.15/(1*e)*log(5/140), "Nernst potential of an ion across a membrane")
V("A dye bleaches by first-order kinetics with a rate constant of 0.012 per minute. It starts at 0.80 mol/L; "
    "find its concentration after 45 minutes.",
  800*exp(-0.012*45), "First-order reaction: concentration")
V("Carbon fibres with a modulus of 230 GPa fill 60 % of the volume of an epoxy bar whose matrix has a "
    "modulus of 3.5 GPa. What is the stiffness (Young's modulus) of the bar along the fibres?",
  0.6*230e9+0.4*3.5e9, "Rule of mixtures: modulus along the fibres")
V("90 % of the run time of my simulation can be parallelised. By what factor does it run faster on 16 cores "
    "(Amdahl)?",
  1/(0.1+0.9/16), "Amdahl's law")
V("A second-order servo has a damping ratio of 0.4. By what fraction of the final value does its step "
    "response overshoot?",
  exp(-pi*0.4/sqrt(1-0.4**2)), "Second-order system: overshoot")
V("A galaxy recedes from us at 2,100 km/s. Taking a Hubble constant of 70 km/s/Mpc, how far away is it in Mpc?",
  2100/70*1e6*pc, "Hubble-Lemaitre law")
V("Given X-rays of wavelength 0.154 nm and a first-order Bragg reflection at a glancing angle of 19.0 "
    "degrees, find the spacing of the lattice planes.",
  1*0.154e-9/(2*sin(radians(19.0))), "Bragg's law")
V("In an electroplating exercise a current of 2.5 A flows for 40 minutes. Copper has a molar mass of 63.55 "
    "g/mol, each ion takes up 2 electrons, and the current efficiency is 100 %. What mass of copper is "
    "deposited?",
  1.0*2.5*2400*63.55e-3/(2*NA*e), "Faraday's law of electrolysis")
V("A waste water sample has an ultimate biochemical oxygen demand of 300 mg/L and a decay rate constant of "
    "0.23 per day. How much BOD has been exerted after 5 days?",
  0.300*(1-exp(-0.23*5)), "Biochemical oxygen demand exerted")
V("A disease has a basic reproduction number of 4 and the vaccine works in 90 % of the people who get it. "
    "Which share of the population must be vaccinated to stop it spreading?",
  (1-1/4)/0.9, "Herd immunity: critical vaccination coverage")
V("A plate has a crack of length 4 mm in its edge (geometry factor 1.12). What tensile stress gives a stress "
    "intensity factor of 28 MPa sqrt(m) at the crack tip?",
  28e6/(1.12*sqrt(pi*4e-3)), "Stress intensity factor")
V("How deep is the crustal root below a mountain range 3 km high that floats in isostatic balance (Airy), if "
    "the crust has a density of 2800 kg/m³ and the mantle 3300 kg/m³?",
  2800*3000/(3300-2800), "Airy isostasy: crustal root")
V("Find the shear strength of a soil, given a cohesion of 12 kPa, an angle of internal friction of 32° and "
    "an effective normal stress of 150 kPa.",
  12e3+150e3*tan(radians(32)), "Mohr-Coulomb strength")
V("An electron of rest mass 9.109e-31 kg leaves an accelerator at 95 % of the speed of light. What is its "
    "relativistic kinetic energy in MeV?",
  9.109e-31*c**2*(1/sqrt(1-0.95**2)-1), "Relativistic kinetic energy")
V("Water flows uniformly in a concrete channel with Manning roughness 0.013 s/m^(1/3), a hydraulic radius of "
    "0.6 m and a bed slope of 0.0015. Determine the mean flow speed.",
  0.6**(2/3)*sqrt(0.0015)/0.013, "Manning formula")
V("A pump lifts 30 L/s of water (density 1000 kg/m^3) against a head of 25 m with an efficiency of 72 %; use "
    "g = 9.81 m/s^2. How much power must the motor put into the shaft?",
  1000*9.81*30e-3*25/0.72, "Pump shaft power")
V("A binary symmetric channel flips each bit with a probability of 0.05. How many bits of information can it "
    "carry per use at most?",
  1+0.05*log2(0.05)+0.95*log2(0.95), "Capacity of the binary symmetric channel")
V("A helium-neon beam (632.8 nm) is focused in air (refractive index 1) to a Gaussian waist of radius 0.5 "
    "mm. What is its Rayleigh length?",
  pi*1*(0.5e-3)**2/632.8e-9, "Gaussian beam: Rayleigh range")
V("A neodymium magnet has a remanence of 1.3 T and a recoil permeability (relative) of 1.05. What is the "
    "largest BH product it can reach, in kJ/m³?",
  1.3**2/(4*mu0*1.05), "Greatest energy product of a permanent magnet")
V("diffusion coefficient of a globular protein: hydrodynamic radius 3.5 nm, viscosity of the water 0.89 cP, "
    "temperature 25 °C",
  kB*298.15/(6*pi*0.89e-3*3.5e-9), "Stokes-Einstein equation")
V("Find the yield strength of a steel with grains of diameter 20 µm, given a friction stress of 70 MPa and a "
    "Hall-Petch coefficient of 0.74 MPa sqrt(m).",
  70e6+0.74e6/sqrt(20e-6), "Hall-Petch equation")
V("A patient takes up 250 mL of oxygen per minute. The arterial blood carries 200 mL of oxygen per litre, "
    "the mixed venous blood 150 mL per litre. What is the cardiac output in L/min?",
  250e-6/60/(0.200-0.150), "Fick principle: cardiac output")
V("An ultrasound probe sends 5 MHz pulses at 60° to an artery and sees the echo shifted by 3.2 kHz. With a "
    "sound speed in tissue of 1540 m/s, how fast is the blood flowing?",
  1540*3200/(2*5e6*cos(radians(60))), "Doppler ultrasound: blood speed")
V("Estimate how long a casting with a volume of 800 cm³ and a cooling surface of 560 cm² takes to solidify "
    "if the mould constant is 2.5 min/cm^2 (Chvorinov).",
  2.5*60/1e-4*(800e-6/560e-4)**2, "Chvorinov's rule: solidification time")
V("In the lab I took 16 readings of the pH of a solution; their standard deviation is 0.24. What is the "
    "standard error of the mean?",
  0.24/sqrt(16), "Standard error of the mean")
V("A Geiger counter registers on average 3.2 counts per interval. What is the Poisson probability of getting "
    "exactly 5 counts in an interval?",
  3.2**5*exp(-3.2)/factorial(5), "Poisson distribution")
V("Determine the reduced mass of the HCl molecule from the atomic masses 1.008 u and 34.97 u.",
  1.008*34.97/(1.008+34.97)*u, "Reduced mass of a diatomic molecule")
V("The water of a long narrow lake, 25 km long and 60 m deep everywhere, sloshes to and fro in its "
    "fundamental mode (n = 1). With g = 9.81 m/s², what is the period of this seiche in minutes?",
  2*25e3/(1*sqrt(9.81*60)), "Merian's formula: seiche period")
V("Debye length of a plasma: electron temperature 10,000 K, electron density 1e16 m^-3",
  sqrt(eps0*kB*1e4/(1e16*e**2)), "Debye length")
V("A balanced three-phase motor takes a line current of 18 A from a 400 V (line-to-line) supply, and the "
    "phase angle between voltage and current is 30 degrees. How much active power does it draw?",
  sqrt(3)*400*18*cos(radians(30)), "Three-phase active power")
V("slip of an induction motor, synchronous speed 1500 rpm, rotor speed 1440 rpm",
  (1500-1440)/1500, "Slip of an induction machine")
V("A tracer has a physical half-life of 6 hours, and the body gets rid of half of it biologically every 24 "
    "hours. What is its effective half-life in the patient?",
  6*24/30*3600, "Effective half-life")
V("A space probe has a mass of 800 kg once its tanks are empty. It must gain 1.9 km/s with an engine whose "
    "exhaust velocity is 2,900 m/s. What must its initial mass be, with the propellant on board?",
  800*exp(1900/2900), "Rocket equation")
V("A rocket engine on the test stand produces 845 kN of thrust while it burns 300 kg/s of propellant. Find "
    "its specific impulse in seconds.",
  845e3/(300*g0), "Specific impulse")
V("At a seismometer the S wave arrives 24 s after the P wave. P waves travel at 6.0 km/s and S waves at 3.5 "
    "km/s in that crust. How far off was the earthquake?",
  24/(1/3.5e3-1/6.0e3), "Epicentral distance from the S-P time")
V("An ideal silicon diode (ideality factor 1) has a saturation current of 2 pA and is kept at 300 K. What "
    "current flows at a forward voltage of 0.55 V?",
  2e-12*(exp(e*0.55/(kB*300))-1), "Shockley diode equation")
V("In the Hall experiment a current of 50 mA flows through a semiconductor strip 0.2 mm thick with 4e22 "
    "carriers per m^3, in a magnetic field of 0.8 T. What Hall voltage appears?",
  50e-3*0.8/(e*4e22*0.2e-3), "Hall voltage")
V("A 7 kHz tone is sampled at only 10 kHz without any anti-alias filter. At what frequency does it show up "
    "in the recording?",
  abs(7e3-10e3*1), "Aliasing: apparent frequency")
V("Copper has 8.5e28 conduction electrons per cubic metre. Treating them as free electrons with the mass "
    "9.109e-31 kg, find the Fermi energy in eV.",
  hbar**2*(3*pi**2*8.5e28)**(2/3)/(2*9.109e-31), "Free electrons: Fermi energy")
V("A pin-ended steel column (effective length factor 1) is 3 m tall; Young's modulus is 200 GPa and the "
    "smallest second moment of area 50 cm^4. At which axial load does it buckle after Euler?",
  pi**2*200e9*50e-8/(1*3)**2, "Euler buckling load")
V("Lead becomes superconducting at 7.19 K and its critical field at absolute zero is 80.3 mT. Which critical "
    "magnetic field remains at 4.2 K?",
  80.3e-3*(1-(4.2/7.19)**2), "Critical field at a temperature")

# ---------------------------------------------------------------- ask back
A("A ball is thrown over level ground with a speed of 14 m/s. How far does it fly?", "launch angle missing")
A("Find the kinetic energy of a wooden box that slides along at 4 m/s.", "mass missing")
A("A current of 2 A flows through a wire. What is the voltage across the wire?", "resistance missing")
A("What is the period of a mass that bobs up and down on a spring with k = 40 N/m?", "mass missing")
A("A metal block is heated from 20 °C to 60 °C. How much heat does that take?", "mass and specific heat missing")
A("A crate with a mass somewhere between 3 and 5 kg is pushed with a net force of 20 N. Find its acceleration.",
    "mass given as a range")
A("Find the force on a small charge in a uniform electric field of 300 V/m.", "charge missing")
A("A student stretches a spring (k = 120 N/m) by about 5 to 8 cm. How much energy is stored in it?",
    "stretch given as a range")
A("Find the momentum and also the kinetic energy of a 2 kg trolley moving at 3 m/s.", "two requests")
A("What is the moment of inertia of a round body with a mass of 3 kg and a radius of 20 cm?",
    "shape unknown: disc, sphere, ring, shell")
A("A sharp image forms 30 cm behind a thin lens. What is its focal length?", "object distance missing")
A("Calculate the Reynolds number of a liquid with density 900 kg/m^3 flowing at 2 m/s through a pipe.",
    "viscosity and diameter missing")
A("A ray of light in air hits a block of some transparent plastic at 35°. What is the angle of refraction?",
    "refractive index missing")
A("A capacitor discharges from 10 V to 2 V through a 5 kΩ resistor. How long does that take?",
    "capacitance missing")
A("An ideal gas fills a 5 L flask at 300 K. What is its pressure?", "amount of gas missing")
A("The mass of the cart is 2 kg or 3 kg, and its acceleration is 4 m/s². What force acts on it?",
    "two alternative values")
A("Find it, given m = 2 kg and H = 10 m.", "what is asked for is not said")
A("A thin rod is 1.2 m long and has a mass of 0.8 kg. What is its moment of inertia?",
    "axis not stated: end or centre")
A("A 330 Ω and a 220 Ω resistor are connected together. What is the total resistance?",
    "series or parallel not stated")
A("A satellite circles a planet on an orbit of radius 7000 km. What is its speed?", "mass of the planet missing")
A("The half-life of a sample is 12 days. How many nuclei are left?", "initial number and elapsed time missing")
A("What speed does a cyclist reach, starting from rest with an acceleration of 1.5 m/s²?",
    "time or distance missing")
A("A block slides down a rough slope inclined at 25°. What is its acceleration?", "friction coefficient missing")
A("0.1 mol of an ideal gas fills 2 L and its temperature is 30. What is the pressure?",
    "unit of the temperature missing: K, °C or °F")
A("Find the de Broglie wavelength of a particle with a mass of 1e-27 kg.", "speed missing")

# ---------------------------------------------------------------- refuse
X("What is the kinetic energy of a 3 kg trolley moving at 5 florps?", "unknown unit")
X("Who was the greater physicist, Newton or Einstein?", "opinion")
X("Please delete the lab report folder on my computer.", "an order, not a physics question")
X("A block with a mass of -4 kg is accelerated at 2 m/s². Find the force on it.", "negative mass")
X("Find the period of a simple pendulum whose length is 3 kg, with g = 9.81 m/s^2.", "length given in kilograms")
X("A spaceship flies at 4e8 m/s. What is its Lorentz factor?", "faster than light")
X("Find the efficiency of a Carnot engine between a hot reservoir at 100 °C and a cold one at -400 °C.",
    "temperature below absolute zero")
X("Who will win the physics olympiad next year?", "cannot be known")
X("Write me a short poem about entropy for my homework.", "not a physics value")
X("What value did my lab partner measure for g yesterday?", "cannot be known")
X("Find the critical angle of total reflection for light that goes from water (n = 1.33) into glass (n = 1.52).",
    "no total reflection into the denser medium")
X("What is the exact mass in kilograms of the dark matter particle?", "unknown to physics")
X("Find the resistance of a wire of length -2 m, cross-section 1 mm² and resistivity 1.7e-8 ohm m.",
    "negative length")
X("The mass of a trolley is 2 kg and the mass of the same trolley is 5 kg. Its acceleration is 3 m/s^2. What "
    "force acts on it?", "contradictory mass")
X("Is the many-worlds interpretation more beautiful than the Copenhagen one?", "opinion")
X("How many joules are there in 3 metres?", "dimensions do not match")
X("A voltage of 12 kg is applied to a resistor of 4 ohm. Find the current.", "voltage given in kilograms")
X("What is the rms speed of nitrogen molecules (mass 4.65e-26 kg) at a temperature of -20 K?",
    "negative absolute temperature")
X("Send my solutions of problem sheet 4 to the professor by e-mail.", "an order")
X("On which day exactly will the next magnitude 7 earthquake hit Tokyo?", "cannot be known")
X("A runner covers 40 m in 5 s. Give the average speed in zorks.", "unknown unit asked for")
X("Add 5 kg and 3 seconds.", "dimensions do not match")
X("A 500 g bob hangs on a spring with k = 200 N/m. What is the colour of the bob?",
    "not determined by physics given")
X("Should I study mechanical engineering or physics next semester?", "opinion")
X("A stone is thrown from the ground at 10 m/s and its greatest height is 50 m, with g = 9.81 m/s^2 and no "
    "air resistance. At which angle was it launched?", "impossible: 10 m/s reaches at most 5.1 m")

if __name__ == "__main__":
    print(json.dumps(Q, ensure_ascii=False, indent=1))
