"""
An engineer's half-sentences, a layman's questions and a program's labelled lists.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/fifteenthSet.py > test/vectors/words/fifteenth.json
"""
import json
from math import *
from scipy.constants import c, h, hbar, e, k as kB, N_A, G, epsilon_0 as eps0, mu_0, m_e, R, physical_constants
from scipy.constants import sigma as SB
F = N_A*e
g = 9.80665
Rinf = physical_constants['Rydberg constant'][0]
bW = physical_constants['Wien wavelength displacement law constant'][0]
ly = c*365.25*86400
AU = 149597870700.0
pc = AU*648000/pi
out = []; doms = []
def V(dom, law, q, v, rel=1e-3):
    doms.append(dom); out.append({"query": q, "kind": "value", "value": float(v), "rel": rel, "law": law})
def A(q, why): out.append({"query": q, "kind": "ask", "why": why})
def X(q, why): out.append({"query": q, "kind": "refuse", "why": why})

# ---------------- layman
V('kinematics','Free fall: speed after a fall',"How fast do I have to throw a ball straight up so that it "
    "just reaches a height of 12 m? Forget about air.", sqrt(2*g*12), 5e-3)
V('newtonian_mechanics','Universal gravitation',"I weigh 70 kg and my friend weighs 80 kg. If we stand 1.5 m "
    "apart, how strong is the gravitational pull between us, in newtons?", G*70*80/1.5**2)
V('rigid_body_dynamics','Centripetal force',"I'm whirling a half-kilo stone round in a flat circle of 1.2 m "
    "radius, and the string can pull with 60 N at most. How fast can the stone go, in m/s?", sqrt(60*1.2/0.5))
V('oscillations','Simple pendulum: period at small amplitude',"Suppose I build a pendulum clock on the Moon, "
    "where g is 1.62 m/s². How long does the pendulum have to be so that one full small swing takes 2 "
    "seconds?", 1.62*(2/(2*pi))**2)
V('acoustics','Sound pressure level',"My drill makes a sound pressure of 0.8 Pa rms at my ear - how many "
    "decibels is that?", 20*log10(0.8/20e-6))
V('fluid_mechanics',"Torricelli's theorem: speed of efflux","There's a hole in my rain barrel 0.9 m below "
    "the water surface. How fast does the water shoot out if there are no losses at all (velocity "
    "coefficient 1)?", sqrt(2*g*0.9), 5e-3)
V('thermodynamics','Sensible heat',"How much heat does it take to warm 1.5 kg of water by 85 kelvin for my "
    "tea, if the specific heat is 4186 J/(kg K)? In kJ please.", 1.5*4186*85)
V('heat_transfer','Heat conduction through a wall: heat flow',"My kitchen window is 1.4 m² of glass, 4 mm "
    "thick, with thermal conductivity 0.96 W/(m K). The glass is 3 K warmer on the inside than on the "
    "outside. How many watts am I losing through it?", 0.96*1.4*3/0.004)
V('circuits','Electric power',"How many amps does my 2 kW kettle pull from a 230 V socket?", 2000/230)
V('magnetostatics','Magnetic field of a long straight wire',"I live near a power line. How strong is the "
    "magnetic field 10 m away from one long straight wire carrying 400 A? I'd like it in microtesla.", mu_0*400/
    (2*pi*10))
V('wave_optics','Rayleigh criterion: angular resolution of a circular aperture',"My telescope has a 20 cm wide "
    "opening. What's the smallest angle it can resolve in green light of 550 nm, in arcseconds?", asin(
    1.2196698912665045*550e-9/0.20))
V('geometric_optics','Critical angle of total reflection',"From what angle on does light inside a diamond "
    "(index 2.42) get totally reflected at the surface to air (index 1.00)? In degrees.", asin(1/2.42))
V('relativity','Black-hole radius',"How small would you have to squeeze the Earth to turn it into a black "
    "hole - what would its Schwarzschild radius be, in mm?", 2*G*5.9722e24/c**2, 5e-3)
V('quantum_mechanics','Photoelectric effect: largest kinetic energy',"If light with a frequency of 1.2e15 Hz "
    "shines on a metal whose work function is 2.3 eV, how much kinetic energy can the knocked-out electrons "
    "have at most, in eV?", h*1.2e15-2.3*e)
V('statistical_mechanics','Root-mean-square speed of gas molecules',"How fast (rms) are nitrogen molecules "
    "zipping about in my living room at 20 °C? One molecule has a mass of 4.65e-26 kg.", sqrt(3*kB*293.15/
    4.65e-26))
V('astrophysics','Distance from parallax',"A star wobbles with a yearly parallax of 0.40 arcseconds. How far "
    "away is it in light years?", AU/tan(0.40*pi/648000))
V('orbital_mechanics','Circular orbit: speed',"How fast does a satellite move on a circular orbit 7000 km "
    "from the centre of the Earth, in km/s?", sqrt(G*5.9722e24/7.0e6), 5e-3)
V('computing',"Amdahl's law","If 90 % of my program can run in parallel and I buy 16 processors, how many "
    "times faster does it get?", 1/(0.1+0.9/16))
V('epidemiology_population','Herd immunity: critical vaccination coverage',"Say measles has a basic "
    "reproduction number of 15. If the vaccine has an efficacy of 97 %, what share of people needs the shot "
    "for herd immunity?", (1-1/15)/0.97)
V('high_energy','Rest energy: mass-energy equivalence',"How much mass has to be turned completely into "
    "energy to release 63 terajoules? Tell me in grams.", 63e12/c**2)
V('medical_physics','Du Bois formula: body surface area',"What's my body surface area by the Du Bois formula "
    "if I'm 175 cm tall and weigh 70 kg?", 0.007184*70**0.425*175**0.725, 5e-3)
V('metrology_statistics','Poisson distribution',"On average 3 customers an hour walk into my shop (Poisson, "
    "expected number 3). How likely is it that exactly 5 come in one hour?", 3**5*exp(-3)/factorial(5))
V('oceanography',"Merian's formula: seiche period","Our lake is 70 km long and 150 m deep. How long does one "
    "slosh of the basic seiche (mode number 1) take, in minutes?", 2*70e3/sqrt(g*150), 5e-3)
V('radiation_dosimetry','Effective half-life',"The doctor gave me iodine with a physical half-life of 8.02 "
    "days, and my body gets rid of it with a biological half-life of 80 days. What's the effective half-life "
    "then, in days?", 8.02*80/88.02*86400)
V('seismic','Epicentral distance from the S-P time',"I felt the S wave 12 seconds after the P wave. P waves "
    "go 6.1 km/s here and S waves 3.5 km/s - how far away was the quake?", 12*6100*3500/(6100-3500))
V('information_theory','Hartley\'s law: greatest rate of a noiseless channel',"How many bits per second can "
    "I squeeze through a noiseless line with 3.1 kHz bandwidth if I use 8 distinguishable levels?", 2*3100*log2(
    8))

# ---------------- engineer
V('kinematics','Stopping distance of a vehicle',"stopping dist of car, 90 km/h, reaction time 1.2 s, braking "
    "decel 6.5 m/s²", 25*1.2+25**2/(2*6.5))
V('rigid_body_dynamics','Moment of inertia: hollow cylinder about its axis',"hollow cylinder, inner rad 40 "
    "mm, outer rad 60 mm, 3.2 kg, mass moment of inertia about own axis in kg m²", 0.5*3.2*(0.04**2+0.06**2))
V('rigid_body_dynamics','Kinetic energy of rotation about a fixed axis',"flywheel to store 1.5 MJ rotational "
    "energy @ 3000 rpm, required moment of inertia?", 2*1.5e6/(3000*2*pi/60)**2)
V('waves','String fixed at both ends: harmonic frequencies',"string clamped both ends, L 0.65 m, tension 71 "
    "N, 0.40 g/m, 2nd harmonic in Hz", 2*sqrt(71/0.40e-3)/(2*0.65))
V('fluid_mechanics','Darcy-Weisbach equation',"press. drop pipe: ID 50 mm, length 120 m, water 998 kg/m³, "
    "1.8 m/s, Darcy friction factor 0.021. kPa", 0.021*120*998*1.8**2/(2*0.05))
V('thermodynamics','Ideal gas law',"ideal gas, 2.5 mol, 40 °C, 3.0 bar abs, volume in litres?", 2.5*R*313.15/3e5)
V('thermodynamics','Otto cycle: efficiency',"Otto cycle, air-standard eff 58 %, gamma 1.4 - compression "
    "ratio needed", (1-0.58)**(1/(1-1.4)))
V('heat_transfer','Logarithmic mean temperature difference: counterflow',"LMTD counterflow HX, hot in 95 °C, "
    "hot out 60 °C, cold in 20 °C, cold out 45 °C", (50-40)/log(50/40))
V('electrostatics','Parallel-plate capacitor',"parallel plate cap, 25 cm² plates, gap 0.2 mm, eps_r 4.5, C "
    "in pF", 4.5*eps0*25e-4/0.2e-3)
V('circuits','Charging of a capacitor through a resistor',"cap voltage after 3 s, charging from 0 V, 12 V "
    "supply, R 47 kΩ, C 100 µF", 12*(1-exp(-3/(47e3*100e-6))))
V('nuclear','Radioactive decay',"I-131, T1/2 8.02 d, 8.0e20 nuclei at start, nuclei left after 30 d", 8.0e20*2**
    (-30/8.02))
V('atmosphere_climate','Potential temperature',"potential temp in K: air -12 °C @ 620 hPa, ref 1000 hPa, "
    "kappa 0.286", 261.15*(1000/620)**0.286)
V('aerodynamics','Lift of a wing',"CL required: lift 65 kN, wing area 30 m², TAS 80 m/s, rho 1.225 kg/m³", 2*
    65e3/(1.225*80**2*30))
V('beams_plates','Deflection of a cantilever at its tip',"cantilever 1.8 m, tip load 2.5 kN, E 210 GPa, I "
    "450 cm⁴, tip defl in mm", 2500*1.8**3/(3*210e9*450e-8))
V('composites','Rule of mixtures: modulus along the fibres',"UD laminate, E along fibres: Ef 230 GPa, Em 3.2 "
    "GPa, fibre vol fraction 60 %", 0.6*230e9+0.4*3.2e9)
Mp=0.15
V('control_systems','Second-order system: overshoot',"2nd order system, step overshoot 15 % - damping ratio?", -
    log(Mp)/sqrt(pi**2+log(Mp)**2))
V('electromagnetic_waves','Coaxial line: characteristic impedance',"coax Z0, inner conductor radius 0.45 mm, "
    "shield inner radius 1.47 mm, PE eps_r 2.25", mu_0*c*log(1.47/0.45)/(2*pi*sqrt(2.25)))
V('environmental','Biochemical oxygen demand exerted',"BOD exerted after 5 d: ultimate BOD 220 mg/L, k 0.23 "
    "per day (base e). mg/L", 0.220*(1-exp(-0.23*5)))
V('fracture_fatigue','Stress intensity factor',"SIF, Y 1.12, remote stress 150 MPa, crack length a 3 mm, in "
    "MPa sqrt(m)", 1.12*150e6*sqrt(pi*3e-3))
V('geotechnical','Mohr-Coulomb strength',"soil shear strength, c 15 kPa, normal stress 120 kPa, phi 28°", 15e3+
    120e3*tan(radians(28)))
V('hydraulics','Pump shaft power',"pump shaft power kW: 45 m³/h water 1000 kg/m³, head 32 m, eta 72 %, g 9.81",
    1000*9.81*(45/3600)*32/0.72)
V('materials_science','Hall-Petch equation',"yield stress, friction stress 70 MPa, Hall-Petch k 0.74 MPa "
    "m^0.5, grain size 25 µm", 70e6+0.74e6/sqrt(25e-6))
V('metallurgy',"Chvorinov's rule: solidification time","solidification time of casting, mould const 2.5 "
    "min/cm², volume 480 cm³, cooling surface 420 cm²", 2.5*60*(480/420)**2)
V('plasma','Electron plasma frequency',"electron plasma angular freq, ne 1e18 m^-3, rad/s", sqrt(1e18*e**2/(eps0
    *m_e)))
V('power_and_machines','Three-phase active power',"3-phase 11 kW active power, 400 V line-line, cos phi 0.85 "
    "-> line current A", 11e3/(sqrt(3)*400*0.85))
V('signal_processing',"Carson's rule: bandwidth of frequency modulation","FM bandwidth (Carson), peak dev 75 "
    "kHz, top modulating freq 15 kHz", 2*(75e3+15e3))
V('superconductivity','Critical field at a temperature',"critical field at 4.2 K, B0 0.20 T, Tc 9.25 K, mT",
    0.20*(1-(4.2/9.25)**2))

# ---------------- agent
V('kinematics','Time dilation',"Compute the dilated lifetime of an unstable particle given a proper lifetime "
    "tau = 2.20 µs and a speed v = 0.950 c. Report in µs.", 2.2e-6/sqrt(1-0.95**2))
V('newtonian_mechanics','Velocity after a perfectly inelastic collision',"Compute the common final velocity "
    "of two carts that stick together after impact, given m1 = 1200 kg, v1 = 15 m/s, m2 = 900 kg, v2 = -4 "
    "m/s. Report in m/s.", (1200*15-900*4)/2100)
V('oscillations','Vibration isolation: transmissibility',"Compute the transmissibility of a vibration "
    "isolator given damping ratio = 0.10 and frequency ratio (drive/natural) = 3.0. Report as a "
    "dimensionless number.", sqrt((1+(0.2*3)**2)/((1-9)**2+(0.2*3)**2)))
V('acoustics','Helmholtz resonator',"Compute the resonance frequency of a Helmholtz resonator given speed of "
    "sound = 343 m/s, neck cross section = 3.0 cm^2, cavity volume = 1.5 L, effective neck length = 6.0 cm. "
    "Report in Hz.", 343*sqrt(3e-4/(1.5e-3*0.06))/(2*pi))
V('fluid_mechanics','Reynolds number',"Determine the flow speed at which the Reynolds number equals 2300, "
    "given density = 870 kg/m^3, dynamic viscosity = 0.050 Pa s, characteristic length (pipe diameter) = 25 "
    "mm. Report in m/s.", 2300*0.05/(870*0.025))
V('thermodynamics','Carnot efficiency',"Compute the Carnot efficiency given hot reservoir temperature = 550 "
    "°C and cold reservoir temperature = 30 °C. Report as a fraction.", 1-303.15/823.15)
V('heat_transfer',"Wien's displacement law","Compute the wavelength of peak spectral emission of a black "
    "body given T = 4200 K. Report in nm.", bW/4200)
V('electrostatics',"Coulomb's law","Determine the separation of two point charges in vacuum given q1 = 2.0 "
    "µC, q2 = 5.0 µC and a Coulomb force of 0.90 N. Report in m.", sqrt(2e-6*5e-6/(4*pi*eps0*0.9)))
V('circuits',"Thomson's formula: resonance frequency of a tuned circuit","Determine the capacitance required "
    "for an LC tank given resonance frequency f0 = 1.00 MHz and inductance L = 25 µH. Report in pF.", 1/((2*pi*
    1e6)**2*25e-6))
V('geometric_optics','Thin lens: image distance',"Compute the image distance for a thin converging lens "
    "given focal length f = 50 mm and object distance = 75 cm. Report in mm.", 0.05*0.75/(0.75-0.05))
V('quantum_mechanics','Energy levels of a particle in a box',"Compute the energy of an electron in an "
    "infinite one-dimensional potential box given quantum number n = 2 and box width L = 0.80 nm. Report in "
    "eV.", 4*pi**2*hbar**2/(2*m_e*(0.8e-9)**2))
V('atomic_physics','Bohr model: energy levels',"Compute the Bohr-model energy of a hydrogen-like ion given Z "
    "= 2 and n = 3 (infinite nuclear mass). Report in eV, negative for bound states.", -h*c*Rinf*4/9)
V('cosmology','Hubble-Lemaitre law',"Compute the recession velocity of a galaxy given Hubble constant H0 = "
    "70 km/s/Mpc and proper distance d = 150 Mpc. Report in km/s.", 70*150*1e3)
V('rocket_propulsion','Rocket equation',"Determine the initial mass of a rocket stage given delta-v = 4.5 "
    "km/s, effective exhaust velocity = 3.2 km/s and final mass = 12000 kg. Report in kg.", 12000*exp(4.5/3.2))
V('analytical_mechanics','Bead on a rotating hoop: equilibrium angle',"Compute the equilibrium angle from "
    "the vertical of a bead on a hoop rotating about its vertical diameter, given hoop angular velocity = "
    "8.0 rad/s, hoop radius = 0.25 m, g = 9.81 m/s^2. Report in degrees.", acos(9.81/(64*0.25)))
V('structural','Von Mises stress: plane stress',"Compute the von Mises equivalent stress for plane stress "
    "given sigma_x = 120 MPa, sigma_y = -40 MPa, tau_xy = 35 MPa. Report in MPa.", 1e6*sqrt(120**2+120*40+40**2+
    3*35**2))
V('biophysics','Nernst potential of an ion across a membrane',"Compute the Nernst potential of K+ given "
    "outside concentration = 5.0 mmol/L, inside concentration = 140 mmol/L, charge number z = 1, temperature "
    "= 37 °C. Report in mV.", kB*310.15/e*log(5/140))
V('chemical_kinetics','Arrhenius equation',"Determine the activation energy given first-order rate constant "
    "k = 2.5e-3 s^-1, pre-exponential factor A = 1.0e13 s^-1, T = 320 K. Report in kJ/mol.", R*320*log(1e13/
    2.5e-3))
V('crystal',"Bragg's law","Compute the Bragg angle theta (not 2 theta) given diffraction order n = 1, X-ray "
    "wavelength = 0.15406 nm, lattice plane spacing d = 0.2338 nm. Report in degrees.", asin(0.15406/(2*0.2338)))
V('electrochemistry',"Faraday's law of electrolysis","Compute the mass of copper deposited given current = "
    "3.5 A, time = 2.0 h, molar mass = 63.546 g/mol, electrons per ion = 2, current efficiency = 1. Report "
    "in g.", 3.5*7200*63.546e-3/(2*F))
V('geophysical','Airy isostasy: crustal root',"Compute the thickness of the isostatic crustal root (Airy) "
    "given mountain height = 4.0 km, crust density = 2800 kg/m^3, mantle density = 3300 kg/m^3. Report in km.",
    2800*4000/500)
V('lasers_photonics','Gaussian beam: Rayleigh range',"Compute the Rayleigh range of a Gaussian laser beam "
    "given waist radius w0 = 0.50 mm, wavelength = 1064 nm, refractive index = 1. Report in m.", pi*(0.5e-3)**2/
    1064e-9)
V('mass_transfer','Stokes-Einstein equation',"Determine the hydrodynamic radius of a spherical particle "
    "given diffusion coefficient D = 8.7e-11 m^2/s, temperature = 298.15 K, viscosity = 0.89 mPa s. Report "
    "in nm.", kB*298.15/(6*pi*0.89e-3*8.7e-11))
V('molecular_physics','Lennard-Jones potential',"Compute the Lennard-Jones pair energy given well depth "
    "epsilon = 0.0104 eV, sigma = 0.340 nm, separation r = 0.400 nm. Report in meV.", 4*0.0104*e*((0.34/0.4)**12
    -(0.34/0.4)**6))
V('physical_chemistry','Henderson-Hasselbalch equation',"Compute the pH of a buffer given pKa = 4.76, "
    "conjugate base concentration = 0.25 mol/L, acid concentration = 0.10 mol/L.", 4.76+log10(2.5))
V('semiconductors','Built-in potential of a p-n junction',"Compute the built-in potential of a p-n junction "
    "given acceptor density = 1e17 cm^-3, donor density = 2e16 cm^-3, intrinsic density = 1.0e10 cm^-3, T = "
    "300 K. Report in V.", kB*300/e*log(1e17*2e16/1e20))
V('solid_state','Free electrons: Fermi energy',"Compute the free-electron Fermi energy given electron "
    "density n = 8.49e28 m^-3 and effective mass equal to the electron mass. Report in eV.", hbar**2*(3*pi**2*
    8.49e28)**(2/3)/(2*m_e))

# ---------------- ask
A("How fast do I have to throw a ball so that it lands 30 m away from me?", "launch angle missing")
A("How long would it take me to drop from the roof of my house to the ground?", "height missing")
A("How heavy would my dog be on Mars?", "mass missing")
A("How much energy do I need to heat my pot of water from 20 °C to 100 °C?", "mass of water missing")
A("How long does a satellite take for one circular orbit if it's somewhere between 7000 and 9000 km from the "
    "centre of the Earth?", "range instead of one radius")
A("What's the electrical resistance of my copper extension cord if it is 25 m long?", "cross section missing")
A("My car and my motorbike weigh 1400 kg and 220 kg. How much kinetic energy does it have at 50 km/h?",
    "two objects, which one is meant")
A("cantilever, tip load 2 kN, L 1.5 m, E 210 GPa, tip defl?", "second moment of area missing")
A("Reynolds number, rho 998 kg/m³, mu 1.0 mPa s, v 1.5 m/s", "characteristic length missing")
A("total capacitance, 4.7 µF and 10 µF", "series or parallel not said")
A("pump shaft power, 30 m³/h, water 1000 kg/m³, head 25 m", "efficiency missing")
A("hoop stress thin-walled vessel, 12 bar, radius 400 mm", "wall thickness missing")
A("3-phase motor, 11 kW active, 400 V line, line current?", "power factor missing")
A("joule heat, R 10 to 15 ohm, I 2 A", "range of resistance")
A("Compute the de Broglie wavelength of a particle given speed v = 2.0e6 m/s. Report in nm.", "mass missing")
A("Compute the pressure of an ideal gas given n = 2.0 mol and T = 300 K. Report in kPa.", "volume missing")
A("Compute the Carnot efficiency given hot reservoir temperature = 600 K. Report as a fraction.",
    "cold temperature missing")
A("Compute the activity in Bq of a radioactive sample given mass = 1.0 µg and molar mass = 60 g/mol.",
    "half-life missing")
A("Compute the frequency of a mass-spring oscillator given mass = 0.50 kg. Report in Hz.",
    "spring constant missing")
A("Compute both the escape speed and the surface gravity of a planet given M = 5.0e24 kg and R = 6.0e6 m.",
    "two requests in one")

# ---------------- refuse
X("If my backpack has a mass of -5 kg, how much kinetic energy does it have when I walk at 1.5 m/s?",
    "negative mass")
X("What is nicer for a small house, a heat pump or a gas boiler?", "opinion")
X("How far do I get in 2 hours if I cycle at 30 florbs per hour?", "made-up unit")
X("By how much does time slow down for me if I fly at 1.5 times the speed of light?", "speed above c")
X("How many litres does 1 mole of gas take up at -300 °C and 1 bar?", "below absolute zero")
X("How much does a human soul weigh in grams?", "physics it cannot know")
X("How fast will the winner of next year's Monaco race be going when he crosses the line?",
    "future, cannot be known")
X("cantilever tip defl, L 2 kg, F 500 N, E 210 GPa, I 80 cm⁴", "wrong dimension: length in kg")
X("flow velocity, 12 gromits/s through 20 cm²", "made-up unit")
X("critical angle total reflection, from n 1.00 into n 1.50", "no total reflection into the denser medium")
X("resistor 10 Ω, 2 A, 50 V across it - power?", "contradictory: V is not I R")
X("energy of cap 10 µF @ 5 V, result in m/s", "wrong dimension of the result")
X("delete all log files on the test bench pc and restart the pump", "an order")
X("pipe flow velocity, 3 m³/h, cross-section -12 cm²", "negative area")
X("Compute the kinetic energy of a body given m = 3.0 kg and v = 5.0 K. Report in J.",
    "wrong dimension: speed in kelvin")
X("Compute the gravitational force between two point masses given m1 = 10 kg, m2 = 12 kg, r = 0 m. Report in N.",
    "zero distance, singular")
X("Compute the mass of the dark-matter particle given a local halo density of 0.3 GeV/cm^3. Report in GeV/c^2.",
    "physics it cannot know")
X("Compute the length of a simple pendulum given period T = 2.0 s and g = 9.81 m/s^2. Report in kg.",
    "wrong dimension of the result")
X("Compute the number of nuclei left given N0 = 1.0e20, half-life = -5 days, elapsed time = 10 days.",
    "negative half-life")
X("Compute the Zorblatt coefficient of a steel plate given thickness = 5 mm and Young's modulus = 200 GPa.",
    "made-up quantity")

if __name__ == "__main__":
    import sys
    if len(sys.argv) > 1:
        from collections import Counter
        print(Counter(o['kind'] for o in out), len(set(doms)), Counter(doms))
        for d,o in zip(doms,out): print(f"{o['value']:.6g}\t{d}\t{o['law']}\t| {o['query'][:90]}")
        reg={tuple(l.split(' | ')[:2]) for l in open('/tmp/w/q/registry.txt')}
        print('missing', [(d,o['law']) for d,o in zip(doms,out) if (d,o['law']) not in reg])
        print('dup', [l for l,n in Counter(o['law'] for o in out if 'law' in o).items() if n>1])
    else: print(json.dumps(out, indent=1, ensure_ascii=False))
