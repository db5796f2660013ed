"""
Of a teacher and an engineer.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/eleventhSet.py > test/vectors/words/eleventh.json
"""
import json
from math import *
from scipy import constants as C
c, h, hb, kB, qe, me, mp, e0 = C.c, C.h, C.hbar, C.k, C.e, C.m_e, C.m_p, C.epsilon_0
mu0, NA, R, G, g, sig, u = C.mu_0, C.N_A, C.R, C.G, C.g, C.sigma, C.atomic_mass
F=NA*qe; Ry=C.Rydberg; eV=qe; d2r=pi/180; day=86400.; Mpc=C.parsec*1e6
ME,MM,MMa,MS=5.9722e24,7.346e22,6.417e23,1.98841e30
out=[]
def v(q,val,law,rel=1e-3): out.append(dict(query=q,kind="value",value=float(val),rel=rel,law=law))
def a(q,why): out.append(dict(query=q,kind="ask",why=why))
def r(q,why): out.append(dict(query=q,kind="refuse",why=why))

# --- 40 first-year textbook
v("A 1,200 kg car has a kinetic energy of 240 kJ. How fast is it going, in km/h?", sqrt(2*240e3/1200),
    "Kinetic energy")
v("A loaded van of mass 1.5 tonnes speeds up at 2.4 m/s^2. Find the net force acting on it.", 1500*2.4,
    "Second law: force on a mass")
v("A pebble is dropped from rest off a tower 45 m high. How long does it take to hit the ground if g = 9.81 "
    "m/s^2 and the air is ignored?", sqrt(2*45/9.81), "Free fall: time to fall from a height")
v("A golf ball leaves flat ground at 25 m/s, 40 degrees above the horizontal. How far away does it land on "
    "the same level? Take g = 9.8 m/s².", 25**2*sin(80*d2r)/9.8, "Projectile: range on level ground")
v("A train is rolling at 10 m/s and then accelerates steadily at 0.5 m/s². How many seconds does it need to "
    "reach a velocity of 30 m/s?", (30-10)/0.5, "Uniform acceleration: velocity after a time")
v("A driver doing 90 km/h needs 0.8 s to react and then brakes at 6 m/s^2. What total stopping distance is "
    "that?", 25*0.8+25**2/12, "Stopping distance of a vehicle")
v("What is the gravitational force between the Earth and the Moon when their centres are 384,400 km apart?", G*
    ME*MM/(384.4e6)**2, "Universal gravitation", 5e-3)
v("Calculate the acceleration due to gravity at the surface of Mars.", G*MMa/(3389.5e3)**2,
    "Surface gravity of a planet", 5e-3)
v("What is the escape velocity from the surface of the Moon, in km/s?", sqrt(2*G*MM/1737.4e3), "Escape speed",
    5e-3)
v("How long must a simple pendulum be so that it swings with a period of 2 s (small swings, g = 9.81 m/s²)?",
    9.81*(2/(2*pi))**2, "Simple pendulum: period at small amplitude")
v("In the lab a student hangs a half-kilogram (0.5 kg) mass on a spring of stiffness 200 N/m and sets it "
    "bobbing. What is the period of the oscillation?", 2*pi*sqrt(0.5/200), "Mass on a spring: period")
v("A force of 12 N stretches a spring by 4 cm. What is the spring constant?", 12/0.04,
    "Hooke's law: force of a spring")
v("To what height above the floor must an 80 kg crate be raised for its gravitational potential energy to be "
    "60 kJ? Use g = 9.81 m/s².", 60e3/(80*9.81), "Potential energy near the ground")
v("Sound travels at 343 m/s. What wavelength does a 256 Hz tone have?", 343/256,
    "Wave speed from frequency and wavelength")
v("A wire has a mass per unit length of 5 g/m. What tension makes transverse waves travel along it at 120 m/s?",
    0.005*120**2, "Stretched string: wave speed")
v("An ambulance with a 700 Hz siren drives at 30 m/s straight towards a listener who stands still (observer "
    "speed 0). If the speed of sound is 340 m/s, what frequency is heard?", 700*340/(340-30),
    "Doppler effect in a medium")
v("Two tuning forks of 440 Hz and 443.5 Hz are struck together. How many beats per second are heard?", 3.5,
    "Beat frequency")
v("How many decibels is the intensity level of a sound whose intensity is 2e-5 W/m^2?", 10*log10(2e-5/1e-12),
    "Sound intensity level")
v("Find the absolute pressure on a diver 30 m below the surface of the sea. Sea water has density 1,025 "
    "kg/m³, the pressure at the surface is 101.3 kPa and g is 9.81 m/s².", 101300+1025*9.81*30,
    "Hydrostatic pressure")
v("A stone with a volume of 0.25 litres is fully under water (density 1000 kg/m^3). How large is the buoyant "
    "force on it? g = 9.81 m/s^2", 1000*9.81*0.25e-3, "Archimedes' principle: buoyancy")
v("Water moves at 1.2 m/s through a hose of cross section 3 cm². At what speed does it come out of the "
    "nozzle, whose cross section is 0.5 cm²?", 1.2*3/0.5, "Continuity: speed in a second cross section")
v("Two argon atoms are 0.40 nm apart. What is their Lennard-Jones energy if the well depth is 1.65e-21 J and "
    "the energy vanishes at 0.34 nm?", 4*1.65e-21*((0.34/0.40)**12-(0.34/0.40)**6), "Lennard-Jones potential")
v("How much heat is needed to warm 1.5 kg of water by 70 K? The specific heat capacity is 4186 J/(kg K).", 1.5*
    4186*70, "Sensible heat")
v("What mass of ice at its melting point can be melted by 1 MJ of heat, the latent heat of fusion being 334 "
    "kJ/kg?", 1e6/334e3, "Latent heat")
v("A steel rail 25 m long warms up by 50 K. By how many millimetres does it get longer? The coefficient of "
    "linear expansion is 1.2 x 10^-5 per kelvin.", 1.2e-5*25*50, "Linear thermal expansion")
v("What volume do 2 mol of an ideal gas take up at 25 °C and a pressure of 1 atm?", 2*R*298.15/101325,
    "Ideal gas law")
v("A Carnot engine gives off its waste heat at 300 K and has an efficiency of 40 %. How hot is the hot "
    "reservoir?", 300/(1-0.4), "Carnot efficiency")
v("What is the rms speed of nitrogen molecules, each of mass 4.65e-26 kg, in a gas at 300 K?", sqrt(3*kB*300/
    4.65e-26), "Root-mean-square speed of gas molecules")
v("Two small charged spheres carry +3 µC and +5 µC and are 20 cm apart in vacuum. With what force do they "
    "repel each other?", 3e-6*5e-6/(4*pi*e0*0.04), "Coulomb's law")
v("A capacitor is made of two parallel plates of area 200 cm² each, 0.5 mm apart, with air between them "
    "(relative permittivity 1). What is its capacitance in pF?", e0*0.02/0.5e-3, "Parallel-plate capacitor")
v("A lamp draws 250 mA from a 12 V battery. What is the resistance of the lamp?", 12/0.25, "Ohm's law")
v("What single resistor replaces a 120 ohm and a 180 ohm resistor connected in parallel?", 120*180/300.,
    "Two resistors in parallel")
v("An FM station swings its carrier by at most 75 kHz and transmits audio up to 15 kHz. What bandwidth does "
    "it need according to Carson?", 2*(75e3+15e3), "Carson's rule: bandwidth of frequency modulation")
v("A 47 µF capacitor is charged through 10 kΩ. What is the time constant of the circuit?", 10e3*47e-6,
    "RC circuit: time constant")
v("What current in a long straight wire produces a magnetic field of 50 µT at a distance of 2 cm from it?",
    50e-6*2*pi*0.02/mu0, "Magnetic field of a long straight wire")
v("A 30 cm length of wire carries 4 A at right angles (90 degrees) to a magnetic field of 0.2 T. What force "
    "acts on the wire?", 4*0.3*0.2, "Force on a current in a magnetic field")
v("The magnetic flux through a coil of 200 turns changes by 3 mWb within 0.05 s. What emf is induced?", 200*3e-3
    /0.05, "Faraday's law of induction: electromotive force")
v("Light goes from air (n = 1.00) into glass (n = 1.50) at an angle of incidence of 35°. What is the angle "
    "of refraction, in degrees?", asin(sin(35*d2r)/1.5), "Snell's law: angle of refraction")
v("A candle stands 40 cm in front of a converging lens with a focal length of 15 cm. At what distance behind "
    "the lens is the image formed?", 0.15*0.40/(0.40-0.15), "Thin lens: image distance")
v("In Young's experiment with red laser light of 633 nm the two slits are 0.25 mm apart and the screen is "
    "1.8 m away. What is the spacing of the bright fringes?", 633e-9*1.8/0.25e-3,
    "Double slit: distance of the fringes")

# --- 30 terse
v("time dilation: proper time 2.2 µs, speed 0.98 c, dilated time?", 2.2e-6/sqrt(1-0.98**2), "Time dilation")
v("proper length 100 m, measured length 60 m - speed of the spaceship?", c*sqrt(1-0.36), "Length contraction")
v("photon energy in eV, frequency = 6e14 Hz", h*6e14, "Energy of a quantum of light")
v("Photoelectric effect. light frequency 1.2 x 10^15 Hz, work function 2.3 eV. max kinetic energy of the "
    "electrons in eV?", h*1.2e15-2.3*eV, "Photoelectric effect: largest kinetic energy")
v("de Broglie wavelength, electron, v = 2e6 m/s", h/(me*2e6), "De Broglie wavelength of a moving particle")
v("Compton shift of the wavelength for a scattering angle of 90 degrees", h/(me*c), "Compton shift")
v("Bohr model, hydrogen (Z = 1), n = 3: energy of the level", -h*c*Ry/9, "Bohr model: energy levels")
v("radioactive decay: N0 = 8e10 nuclei, N = 1e10 nuclei, half-life 8.02 days. elapsed time t = ? (in days)",
    8.02*day*3, "Radioactive decay")
v("half-life 30 minutes -> decay constant in 1/s", log(2)/1800, "Decay constant from the half-life")
v("rest energy, m = 1 gram", 1e-3*c**2, "Rest energy: mass-energy equivalence")
v("Malus: polarized light 60 W/m^2, angle 30 deg to the polarizer axis, transmitted intensity", 60*cos(30*d2r)**
    2, "Malus's law")
v("Brewster angle, n1 = 1.00, n2 = 1.52, answer in degrees", atan(1.52), "Brewster's angle")
v("Poisson statistics, expected number of counts 4, probability of exactly 2 counts", 4**2*exp(-4)/2,
    "Poisson distribution")
v("Larmor radius; proton; v perpendicular = 1e6 m/s; B = 0.5 T", mp*1e6/(qe*0.5), "Larmor radius")
v("Debye length of a plasma: electron temperature 1.16e5 K, electron density 1e18 m^-3", sqrt(e0*kB*1.16e5/(1e18
    *qe**2)), "Debye length")
v("Schwarzschild radius of the Sun", 2*G*MS/c**2, "Black-hole radius", 5e-3)
v("Satellite around the Earth, semi-major axis 7,000 km: orbital period in minutes", 2*pi*sqrt((7e6)**3/(
    3.986004e14)), "Orbital period", 5e-3)
v("orbital speed, circular orbit of radius 6,780 km about the Earth, in km/s", sqrt(3.986004e14/6.78e6),
    "Circular orbit: speed", 5e-3)
v("Hubble's law: recession velocity 7,000 km/s, H0 = 70 km/s/Mpc, distance in Mpc?", 100*Mpc,
    "Hubble-Lemaitre law")
v("luminosity of a star, radius 1.0e9 m, effective temperature 7500 K", 4*pi*1e18*sig*7500**4,
    "Stefan-Boltzmann law: luminosity of a star")
v("Wien: emission peak at 970 nm, temperature of the black body?", C.Wien/970e-9, "Wien's displacement law")
v("skin depth of copper: resistivity 1.68e-8 ohm m, mu_r = 1, frequency 1 MHz", sqrt(2*1.68e-8/(2*pi*1e6*mu0)),
    "Skin depth of a good conductor")
v("Reynolds number: rho = 998 kg/m^3, v = 2 m/s, L = 5 cm, viscosity 1.0 mPa s", 998*2*0.05/1e-3,
    "Reynolds number")
v("friction force 42 N, normal force 120 N, coefficient of friction = ?", 42/120., "Friction force")
v("centripetal force 9600 N, car 1200 kg, bend of radius 50 m, speed = ?", sqrt(9600*50/1200),
    "Centripetal force")
v("flywheel, moment of inertia 0.8 kg m^2, 300 rpm, rotational kinetic energy", 0.5*0.8*(300*2*pi/60)**2,
    "Kinetic energy of rotation about a fixed axis")
v("Coriolis parameter, latitude 45 degrees, rotation of the planet 7.292e-5 rad/s", 2*7.292e-5*sin(45*d2r),
    "Coriolis parameter")
v("perfectly inelastic collision: 1200 kg at 15 m/s hits 800 kg at 0 m/s, common velocity afterwards", 1200*15/
    2000., "Velocity after a perfectly inelastic collision")
v("Rayleigh range of a Gaussian beam: waist radius 0.5 mm, 633 nm, n = 1", pi*(0.5e-3)**2/633e-9,
    "Gaussian beam: Rayleigh range")
v("LC resonance frequency in kHz: L = 2 mH, C = 50 nF", 1/(2*pi*sqrt(2e-3*50e-9)),
    "Thomson's formula: resonance frequency of a tuned circuit")

# --- 30 engineering, astronomy, chemistry, nuclear, electronics
v("A cantilever 2 m long carries a transverse force of 500 N at its free end. With a Young's modulus of 200 "
    "GPa and a second moment of area of 400 cm^4, how far does the tip sag?", 500*8/(3*200e9*400e-8),
    "Deflection of a cantilever at its tip")
v("Find the Euler buckling load of a steel column: E = 210 GPa, I = 8e-7 m^4, length 3 m, pinned at both "
    "ends (effective length factor 1).", pi**2*210e9*8e-7/9, "Euler buckling load")
v("A thin-walled boiler drum has a radius of half a metre (0.5 m), a wall 8 mm thick and an internal "
    "overpressure of 12 bar. Determine the hoop stress.", 12e5*0.5/8e-3, "Thin-walled cylinder: hoop stress")
v("A rocket has an effective exhaust velocity of 3 km/s and a final mass of 2,000 kg. With what initial mass "
    "must it start to gain 4.5 km/s according to Tsiolkovsky?", 2000*exp(1.5), "Rocket equation")
v("A light aircraft with 16 m² of wing flies at 70 m/s through air of density 1.225 kg/m³; its lift "
    "coefficient is 0.5. What lift does the wing produce?", 0.5*1.225*70**2*16*0.5, "Lift of a wing")
v("Manning: concrete channel with roughness 0.015 s/m^(1/3), hydraulic radius 0.6 m and slope 0.001. What is "
    "the mean flow velocity?", 0.6**(2/3)*sqrt(0.001)/0.015, "Manning formula")
v("What shaft power does a pump need to deliver 50 litres per second of water (1000 kg/m³) against a head of "
    "20 m at an efficiency of 75 %? g = 9.81 m/s²", 1000*9.81*0.05*20/0.75, "Pump shaft power")
v("Calculate the rate constant from Arrhenius for a pre-exponential factor of 1e13 per second and an "
    "activation energy of 80 kJ/mol at 350 K.", 1e13*exp(-80e3/(R*350)), "Arrhenius equation")
v("A Daniell cell has a standard potential of 1.10 V and two electrons are transferred. What voltage does it "
    "give at 298 K when the reaction quotient is 0.01?", 1.10-R*298/(2*F)*log(0.01), "Nernst equation")
v("How many grams of copper (molar mass 63.55 g/mol, 2 electrons per atom) are deposited by 2 A in 1 hour if "
    "the current efficiency is 100 %?", 2*3600*63.55e-3/(2*F), "Faraday's law of electrolysis")
v("The hydrogen ion concentration of a lemonade is 2.5e-4 mol/L. What is its pH?", -log10(2.5e-4),
    "pH from the hydrogen ion concentration")
v("A cuvette 1 cm long shows an absorbance of 0.6. The molar absorption coefficient is 622 m^2/mol. What is "
    "the concentration of the dye?", 0.6/(622*0.01), "Beer-Lambert law: absorbance")
v("What osmotic pressure has a saline solution of 0.15 mol/L at 37 °C, with a van 't Hoff factor of 2?", 2*150*R
    *310.15, "Van 't Hoff equation of osmotic pressure")
v("Potassium (charge number +1) is 5 mmol/L outside and 140 mmol/L inside a nerve cell at 37 °C. What is the "
    "equilibrium potential of the ion, in mV?", R*310.15/F*log(5/140),
    "Nernst potential of an ion across a membrane")
v("A silicon diode with a saturation current of 1e-12 A and ideality factor 1 sits at 300 K with 0.6 V "
    "across it. What current flows?", 1e-12*(exp(qe*0.6/(kB*300))-1), "Shockley diode equation")
v("Copper has 8.5e28 free electrons per cubic metre, with an effective mass equal to the electron mass "
    "9.109e-31 kg. What is its Fermi energy in eV?", hb**2*(3*pi**2*8.5e28)**(2/3)/(2*9.109e-31),
    "Free electrons: Fermi energy")
v("What is the proton resonance frequency of a 3 T MRI scanner? The gyromagnetic ratio is 2.675e8 per second "
    "and tesla. Answer in MHz.", 2.675e8*3/(2*pi), "Magnetic resonance: Larmor frequency")
v("A balanced three-phase load takes 25 A per line from a 400 V line-to-line supply with a phase angle of "
    "30°. What active power is that in kW?", sqrt(3)*400*25*cos(30*d2r), "Three-phase active power")
v("What overshoot does the step response of a second-order system with damping ratio 0.5 have?", exp(-pi*0.5/
    sqrt(0.75)), "Second-order system: overshoot")
v("Iodine-131 has a physical half-life of 8 days; the thyroid excretes it with a biological half-life of 80 "
    "days. What is the effective half-life in days?", 8*80/88*day, "Effective half-life")
v("If 90 % of a program can run in parallel, what speed-up do 8 processors give according to Amdahl?", 1/(0.1+
    0.9/8), "Amdahl's law")
v("How many bits per use can a binary symmetric channel carry if 10 % of the bits are flipped?", 1+0.1*log2(0.1)
    +0.9*log2(0.9), "Capacity of the binary symmetric channel")
v("At what Bragg angle do X-rays of 0.154 nm reflect in first order from lattice planes with a spacing of "
    "0.282 nm? In degrees please.", asin(0.154/(2*0.282)), "Bragg's law")
v("Hall-Petch: friction stress 70 MPa, coefficient 0.74 MPa m^(1/2), mean grain diameter 25 µm. Determine "
    "the yield strength.", 70e6+0.74e6/sqrt(25e-6), "Hall-Petch equation")
v("A plate under a remote stress of 100 MPa has a 4 mm long edge crack, geometry factor 1.12. Compute the "
    "stress intensity factor.", 1.12*100e6*sqrt(pi*4e-3), "Stress intensity factor")
v("A unidirectional laminate has 60 % fibres by volume; the fibres have a Young's modulus of 230 GPa and the "
    "matrix of 3.5 GPa. What is the stiffness along the fibres by the rule of mixtures?", 0.6*230e9+0.4*3.5e9,
    "Rule of mixtures: modulus along the fibres")
v("What moment magnitude belongs to an earthquake with a seismic moment of 3.5e19 N m?", 2/3*(log10(3.5e19)-9.1),
    "Moment magnitude")
v("A soil has a cohesion of 15 kPa and a friction angle of 30 degrees. What shear strength does Mohr-Coulomb "
    "give at an effective normal stress of 120 kPa?", 15e3+120e3*tan(30*d2r), "Mohr-Coulomb strength")
v("By the Stokes-Einstein relation, how fast does a particle of hydrodynamic radius 5 nm diffuse in a liquid "
    "of viscosity 0.89 mPa s at 298 K (diffusion coefficient)?", kB*298/(6*pi*0.89e-3*5e-9),
    "Stokes-Einstein equation")
v("Lead has a critical temperature of 7.2 K and a critical field of 80 mT at absolute zero. What is its "
    "critical field at 4.2 K?", 80e-3*(1-(4.2/7.2)**2), "Critical field at a temperature")

# --- 25 ask
a("What is the kinetic energy of a lorry moving at 80 km/h?","mass missing")
a("A spring is stretched by 5 cm. How much force does that take?","spring constant missing")
a("How much heat do I need to warm 3 kg by 20 K?","material / specific heat missing")
a("Find the current through the resistor if the voltage is 9 V.","resistance missing")
a("At what angle is the light refracted in the liquid if it comes from air (n = 1.00) at 30 degrees?",
    "index of the liquid missing")
a("What period does a pendulum have?","length missing")
a("How far apart are the fringes with light of 590 nm and slits 0.2 mm apart?","screen distance missing")
a("What is the moment of inertia of a body with a mass of 5 kg and a radius of 20 cm?",
    "ambiguous: disc, sphere, hoop ...")
a("frequency of a pipe 60 cm long, speed of sound 343 m/s, fundamental","open or closed pipe: ambiguous")
a("What is the resistance of 100 ohm and 220 ohm together?","series or parallel: ambiguous")
a("What is the efficiency of an engine with a ratio of 8 and gamma 1.4?","Otto (compression ratio) or "
    "Brayton (pressure ratio): ambiguous")
a("What is the force on a 2 kg mass accelerated at 3 to 5 m/s²?","range of an input")
a("What is the weight of a person of somewhere between 60 and 70 kg? g = 9.81 m/s²","range of an input")
a("What is the momentum of a 2 kg ball flying at more than 10 m/s?","bound, not a value")
a("Kinetic energy of a 3 kg body whose speed is at most 4 m/s","upper bound, not a value")
a("What force accelerates a 10 kg cart that does not accelerate at 2 m/s^2?","negated input")
a("Ohm's law: the current is not 2 A, the resistance is 5 ohm. What is the voltage?","negated input")
a("What is the kinetic energy of a 2 kg ball that now moves at twice its former speed?",
    "modifier without the value it refers to")
a("By how much does the pressure of the gas go up if the temperature is increased by 20 %?",
    "relative modifier, start values missing")
a("A 1000 kg car drives at 20 m/s. What are its momentum, its kinetic energy and the braking force over 50 m?",
    "several questions at once")
a("What is the voltage across 10 ohm at 2 A, and how long is a pendulum with a period of 1 s?",
    "two unrelated questions")
a("Wavelength of a 500 Hz tone in air with speed of sound 340 m/s and 1480 m/s?","two values for one input")
a("A stone of 2 kg or maybe 3 kg moves at 4 m/s. What is its kinetic energy?","two values for one input")
a("How strong is the magnetic field of a coil with 500 turns and 2 A?",
    "length / radius and kind of coil missing")
a("How much of the sample is left after 3 half-lives or 10 days, N0 = 1e6, half-life 5 days?",
    "two conflicting times (3 half-lives = 15 days)")

# --- 25 refuse
r("What is the kinetic energy of a 2 kg ball that moves at 3 blorps per second?","unknown unit")
r("A force of 12 zogs acts on a mass of 3 kg. What is the acceleration?","unknown unit")
r("Pressure at a depth of 7 quibbles of water, density 1000 kg/m³, g = 9.81 m/s²","unknown unit")
r("What is the kinetic energy of a body with a mass of 3 metres and a speed of 4 m/s?","wrong dimension")
r("Ohm's law: current 2 kg, resistance 5 ohm, voltage?","wrong dimension")
r("Find the period of a pendulum whose length is 4 seconds, g = 9.81 m/s²","wrong dimension")
r("What is the energy of a photon with a frequency of 5 tesla?","wrong dimension")
r("Force on a mass of 2 kg accelerated at 3 m/s², answer in litres please",
    "result asked in a unit of the wrong dimension")
r("Which is more beautiful, Maxwell's equations or general relativity?","opinion")
r("Do you think nuclear power is a good thing?","opinion")
r("Who was the better physicist, Newton or Einstein?","opinion")
r("Write me a poem about the second law of thermodynamics.","order, not a physics question")
r("Switch on the pump and set it to 50 litres per second.","order")
r("Delete all my lab data from last week.","order")
r("What number am I thinking of?","unknowable")
r("What will the temperature in my laboratory be on 3 May next year?","unknowable")
r("How many grains of sand are in my shoe right now?","unknowable")
r("What is the surface gravity of the planet Tatooine?","fictional body")
r("What is the escape velocity of Krypton's moon Wegthor?","fictional body")
r("How long is a year on Arrakis?","fictional body")
r("Kinetic energy of a body with mass -5 kg and speed 3 m/s","negative mass")
r("What is the rms speed of molecules of mass 4.65e-26 kg in a gas at -400 °C?","below absolute zero")
r("Time dilation: proper time 1 s, speed of the clock 4e8 m/s","faster than light")
r("Efficiency of a Carnot engine with a hot reservoir at 500 K and a cold one at -20 K?",
    "negative absolute temperature")
r("Frequency of an LC circuit with L = -2 mH and C = 50 nF","negative inductance: physically impossible")

if __name__=="__main__":
    print(json.dumps(out,indent=1,ensure_ascii=False))
