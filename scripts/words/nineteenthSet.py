"""
Of an external examiner, six persons.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/nineteenthSet.py > test/vectors/words/nineteenth.json
"""
import json, math
from math import *
from scipy import constants as K
out=[]
c=K.c;G=K.G;kB=K.k;NA=K.N_A;R=K.R;e=K.e;me=K.m_e;h=K.h;hb=K.hbar;e0=K.epsilon_0;m0=K.mu_0;S=K.sigma
d=pi/180
def V(q,law,v,chk,rel=1e-3):
    assert abs(v-chk)<=2e-4*abs(v) if rel<2e-3 else abs(v-chk)<=2e-3*abs(v),(q,v,chk)
    out.append({"query":q,"kind":"value","value":float(v),"rel":rel,"law":law})
def A(q,w): out.append({"query":q,"kind":"ask","why":w})
def F(q,w): out.append({"query":q,"kind":"refuse","why":w})
# ---- textbook (70); second number: independently worked check
V("A stone is let go from rest at the top of a 45 m cliff. Ignoring the air and taking g = 9.81 m/s^2, how "
    "long is it before it reaches the water?","Free fall: time to fall from a height",sqrt(2*45/9.81),3.02891)
V("how fast is a coconut going right before it lands if it drops from rest out of a palm 12.5 m tall? take g "
    "as 9.81 m/s^2, no air","Free fall: speed after a fall",sqrt(2*9.81*12.5),15.66046)
V("A tram running at 54 km/h brakes evenly to a standstill at 1.2 m/s^2. Over what distance does it come to "
    "rest?","Uniform acceleration: speed after a distance (Torricelli)",(54/3.6)**2/2/1.2,93.75)
V("A golf ball leaves the tee at 48 m/s, 32 degrees above the horizontal, and lands at the same level. With "
    "g = 9.81 m/s^2 and no drag, how far away does it come down?","Projectile: range on level ground",48**2*sin(
    64*d)/9.81,2*48**2*sin(32*d)*cos(32*d)/9.81)
V("What is the kinetic energy of a 1350 kg car travelling at 90 km/h?","Kinetic energy",.5*1350*25**2,421875)
V("An arrow of mass 28 g carries 61 J of kinetic energy. How fast is it flying?","Kinetic energy",sqrt(2*61/.028),
    66.0087)
V("A railway truck of mass 18 t rolling at 2.4 m/s runs into a second truck of mass 12 t that stands still; "
    "they couple together. With what velocity do they roll on?","Velocity after a perfectly inelastic collision",
    18*2.4/30,1.44)
V("A net force of 540 N gives a trolley an acceleration of 1.8 m/s^2. What is the mass of the trolley?",
    "Second law: force on a mass",540/1.8,300)
V("A force of 26 N stretches a coil spring by 6.5 cm. What is its spring constant?",
    "Hooke's law: force of a spring",26/.065,400)
V("Spring constant: 850 N/m\nCompression: 4.0 cm\nWanted: energy stored in the spring",
    "Energy stored in a spring",.5*850*.04**2,0.68)
V("A 0.40 kg weight hangs on a spring with k = 63 N/m and is set bobbing. Find the period of the oscillation.",
    "Mass on a spring: period",2*pi*sqrt(.4/63),0.500660)
V("How long must a simple pendulum be so that one full small swing takes exactly 2.00 s? Use g = 9.81 m/s^2.",
    "Simple pendulum: period at small amplitude",9.81*4/(4*pi**2),9.81/pi**2)
V("A car of mass 1100 kg takes a flat bend of radius 62 m at 14 m/s. What centripetal force must act on it?",
    "Centripetal force",1100*14**2/62,215600/62)
V("A fitter pulls with 140 N at the end of a 0.35 m spanner, the force making an angle of 75 degrees with "
    "the spanner. What torque acts on the nut?","Torque of a force",.35*140*sin(75*d),49*cos(15*d))
V("A child is pulled 30 m on a sledge by a rope with constant tension 120 N, the rope being inclined 25 "
    "degrees to the direction of motion. How much work does the rope do?","Work of a constant force",120*30*cos(
    25*d),3600*0.9063078)
V("A hoist does 96 kJ of work in 40 s. Power?","Power: work per time",96e3/40,2400)
V("Grinding wheel = solid disc, mass 3.2 kg, radius 11 cm. Moment of inertia about its axle?",
    "Moment of inertia: solid cylinder or disc about its axis",.5*3.2*.11**2,0.01936)
V("A flywheel has a moment of inertia of 1.4 kg m^2 and turns at 900 rpm. What rotational kinetic energy is "
    "stored in it?","Kinetic energy of rotation about a fixed axis",.5*1.4*(900*2*pi/60)**2,0.7*(30*pi)**2)
V("Two lead balls, 5000 kg and 5000 kg, have their centres 2.5 m apart. What is the gravitational attraction "
    "between them?","Universal gravitation",G*5000*5000/2.5**2,6.6743e-11*4e6)
V("A planet has a mass of 6.42e23 kg and a radius of 3390 km. How strong is gravity at its surface?",
    "Surface gravity of a planet",G*6.42e23/3.39e6**2,6.6743e-11*6.42e23/1.14921e13)
V("A satellite circles a planet of mass 5.972e24 kg on a circular orbit 7000 km from the planet's centre. "
    "How fast does it move?","Circular orbit: speed",sqrt(G*5.972e24/7e6),7545.9)
V("A moon moves on a circular orbit of radius 4.217e8 m around a planet of mass 1.898e27 kg. What is the "
    "period of its revolution?","Kepler's third law: period from the mass",2*pi*sqrt(4.217e8**3/(G*1.898e27)),
    sqrt(4*pi**2/(G*1.898e27)*7.49912e25))
V("What is the total pressure 18 m below the surface of a lake, if the air pressure at the surface is 101.3 "
    "kPa, the water has 1000 kg/m^3 and g is 9.81 m/s^2?","Hydrostatic pressure",101300+1000*9.81*18,277880)
V("A log displaces 0.024 m^3 of water of density 1000 kg/m^3. How large is the upthrust on it? (g = 9.81 m/s^2)",
    "Archimedes' principle: buoyancy",1000*9.81*.024,235.44)
V("On a hydraulic jack I press with 150 N on a piston of 4 cm^2. The lifting piston has an area of 220 cm^2. "
    "With what force does it lift?","Hydraulic press: force on the second piston",150*220/4,8250)
V("Water flows at 1.5 m/s where a hose has a cross section of 40 cm^2. The nozzle has a cross section of 12 "
    "cm^2. At what speed does the water leave the nozzle?","Continuity: speed in a second cross section",1.5*40/
    12,5)
V("Reynolds number wanted: water, density 998 kg/m^3, dynamic viscosity 1.00 mPa s, mean speed 0.80 m/s, "
    "pipe diameter 25 mm.","Reynolds number",998*.8*.025/1e-3,19960)
V("What air resistance does a cyclist feel at 11 m/s? Drag coefficient 0.90, frontal area 0.50 m^2, air "
    "density 1.20 kg/m^3.","Drag equation",.5*1.2*121*.9*.5,32.67)
V("2.5 mol of an ideal gas fill a 40 L vessel at 27 °C. What is the pressure?","Ideal gas law",2.5*R*300.15/.04,
    155973)
V("A balloon holds gas at 100 kPa, 2.0 L and 290 K. It is squeezed to 1.25 L while being warmed to 348 K. "
    "What pressure results?","Combined gas law: final pressure",100e3*2*348/(1.25*290),192000)
V("How much heat must I supply to bring 1.8 kg of water from 15 °C up to 95 °C? Specific heat 4186 J/(kg K), "
    "no losses.","Sensible heat",1.8*4186*80,602784)
V("350 g of ice at 0 °C is to be melted. Specific latent heat of fusion: 334 kJ/kg. How much energy is needed?",
    "Latent heat",.35*334e3,116900)
V("A steel rail is 25 m long and its expansion coefficient is 1.2e-5 per kelvin. By how much does it "
    "lengthen when it gets 35 K hotter?","Linear thermal expansion",1.2e-5*25*35,0.0105)
V("What is the best possible efficiency of a heat engine running between a 540 °C boiler and a 30 °C condenser?",
    "Carnot efficiency",1-303.15/813.15,510/813.15)
V("0.20 kg of copper (385 J/(kg K)) at 120 °C is dropped into 0.50 kg of water (4186 J/(kg K)) at 18 °C. No "
    "heat is lost. What is the final common temperature?","Temperature of a mixture",(77*393.15+2093*291.15)/(77
    +2093),291.15+77*102/2170)
V("A window pane of area 1.6 m^2 and thickness 4.0 mm is made of glass with a thermal conductivity of 0.80 "
    "W/(m K). Its two faces differ by 12 K. What heat flow passes through it by conduction?",
    "Heat conduction through a wall: heat flow",.8*1.6*12/.004,3840)
V("What power does a surface of 0.30 m^2 and emissivity 0.85 radiate at 600 K?",
    "Stefan-Boltzmann law: radiated power",.85*S*.3*600**4,.255*5.670374e-8*1.296e11)
V("The thermal spectrum of a star peaks at a wavelength of 483 nm. Treating it as a black body, what is its "
    "temperature?","Wien's displacement law",K.Wien/483e-9,2.897772e-3/483e-9)
V("rms speed of gas molecules each with a mass of 4.65e-26 kg, gas temperature 300 K",
    "Root-mean-square speed of gas molecules",sqrt(3*kB*300/4.65e-26),sqrt(3*1.380649e-23*300/4.65e-26))
V("A heating element has a resistance of 46 ohms and is plugged into 230 V. What current does it draw?",
    "Ohm's law",230/46,5)
V("Power turned into heat by a 4.7 ohm resistor with 12 V across it?","Power of a resistor at a voltage",144/4.7,
    30.6383)
V("I've got a 220 ohm and a 330 ohm resistor wired in parallel. What single resistance does that make?",
    "Two resistors in parallel",220*330/550,132)
V("A copper cable is 60 m long with a cross section of 1.5 mm^2; the resistivity of copper is 1.68e-8 ohm m. "
    "What is the resistance of the conductor?","Resistance of a uniform conductor",1.68e-8*60/1.5e-6,0.672)
V("How much energy sits in a 470 µF capacitor charged to 25 V?","Energy of a charged capacitor",.5*470e-6*625,
    0.146875)
V("A 22 µF capacitor charged to 9.0 V is discharged through 100 kΩ. What voltage is left 3.0 s after the "
    "switch is closed?","Discharge of a capacitor through a resistor",9*exp(-3/2.2),9*0.255729)
V("Reactance of a 0.15 H choke on the 50 Hz mains?","Inductive reactance",2*pi*50*.15,15*pi)
V("Tuned circuit: L = 100 µH, C = 250 pF. At what frequency does it resonate?",
    "Thomson's formula: resonance frequency of a tuned circuit",1/(2*pi*sqrt(100e-6*250e-12)),1/(2*pi*
    1.581139e-7))
V("An ideal transformer has 1200 turns on the primary, fed with 230 V, and 60 turns on the secondary. What "
    "is the secondary voltage?","Ideal transformer: secondary voltage",230*60/1200,11.5)
V("A motor on a 400 V three-phase supply (line to line) draws a line current of 32 A at a power factor of "
    "0.85. What active power does it take?","Three-phase active power",sqrt(3)*400*32*.85,1.7320508*10880)
V("Two small charged beads, 3.0 µC and 5.0 µC, are 20 cm apart in vacuum. With what force do they repel each "
    "other?","Coulomb's law",3e-6*5e-6/(4*pi*e0*.04),8.98755e9*15e-12/.04)
V("A voltage of 600 V lies across two parallel plates that are 1.5 cm apart. How strong is the electric "
    "field between them?","Uniform electric field between plates",600/.015,40000)
V("What is the magnetic flux density 3.0 cm from a long straight wire that carries 18 A?",
    "Magnetic field of a long straight wire",m0*18/(2*pi*.03),2e-7*18/.03)
V("A wire 0.25 m long carrying 6.0 A lies at right angles (90 degrees) to a magnetic field of 0.40 T. What "
    "force acts on it?","Force on a current in a magnetic field",6*.25*.4,0.6)
V("Long solenoid with air core (mu_r = 1): 800 turns, length 0.32 m, current 2.0 A. Flux density inside?",
    "Long solenoid: magnetic field",m0*800*2/.32,4e-7*pi*5000)
V("The magnetic flux through a coil of 150 turns changes by 4.0 mWb in 0.050 s. What is the magnitude of the "
    "induced emf?","Faraday's law of induction: electromotive force",150*4e-3/.05,12)
V("A candle stands 40 cm in front of a thin converging lens whose focal length is 15 cm. How far behind the "
    "lens is its image formed?","Thin lens: image distance",.15*.4/.25,.24)
V("Light passes from air (n = 1.00) into glass (n = 1.52), striking the surface at 40 degrees to the normal. "
    "What is the angle of refraction?","Snell's law: angle of refraction",asin(sin(40*d)/1.52),asin(0.6427876/
    1.52))
V("Red laser light of 632.8 nm falls on two slits 0.30 mm apart; the screen is 2.5 m away. How far apart are "
    "neighbouring bright fringes?","Double slit: distance of the fringes",632.8e-9*2.5/.3e-3,5.27333e-3)
V("What energy does a single photon of blue light with a wavelength of 450 nm have?",
    "Photon energy from the wavelength",h*c/450e-9,1.98644586e-25/450e-9)
V("Light of frequency 1.2e15 Hz hits a metal with a work function of 2.3 eV. What is the largest kinetic "
    "energy of the electrons knocked out?","Photoelectric effect: largest kinetic energy",h*1.2e15-2.3*e,(
    4.135667696e-15*1.2e15-2.3)*1.602177e-19)
V("A 25 mL portion of 6.0 mol/L hydrochloric acid is made up with water to 500 mL. What concentration results?",
    "Dilution",6000*25/500,300)
V("Buffer: acetate 0.25 mol/L, acetic acid 0.10 mol/L, pKa 4.76. pH?","Henderson-Hasselbalch equation",4.76+
    log10(2.5),5.15794)
V("A first-order decomposition has a pre-exponential factor of 2.0e13 1/s and an activation energy of 95 "
    "kJ/mol. What is the rate constant at 350 K?","Arrhenius equation",2e13*exp(-95e3/(R*350)),2e13*exp(-95000/
    2910.0619))
V("A copper plating bath runs at 2.0 A for 1.5 h with 100 % current efficiency. Molar mass of copper 63.546 "
    "g/mol, two electrons per ion. What mass of copper is deposited?","Faraday's law of electrolysis",2*5400*
    .063546/(2*NA*e),2*5400*.063546/(2*96485.33))
V("8.0e12 radioactive nuclei with a half-life of 8.02 days: how many of them remain after 20 days?",
    "Radioactive decay",8e12*2**(-20/8.02),8e12*exp(-log(2)*2.4937656))
V("A guitar string is 0.65 m long, has a mass per length of 3.1 g/m and is pulled with 71 N. What is its "
    "fundamental frequency (n = 1)?","String fixed at both ends: harmonic frequencies",sqrt(71/3.1e-3)/1.3,
    116.41)
V("An ambulance with a 700 Hz siren drives at 25 m/s straight towards a listener who stands still; the speed "
    "of sound is 343 m/s. What frequency does the listener hear?","Doppler effect in a medium",700*343/318,
    755.0314)
V("Sound intensity at a drill is 3.2e-3 W/m^2. With the usual reference 1e-12 W/m^2, what is the intensity "
    "level in dB?","Sound intensity level",10*log10(3.2e9),95.0515)
V("A cantilever 1.5 m long carries 800 N at its free end. E = 210 GPa, second moment of area 2.0e-6 m^4. How "
    "far does the tip sag?","Deflection of a cantilever at its tip",800*1.5**3/(3*210e9*2e-6),2700/1.26e6)
V("A steel column with pinned ends (effective length factor 1), 3.0 m long, E = 200 GPa, least second moment "
    "of area 1.2e-6 m^4: at what load does it buckle elastically?","Euler buckling load",pi**2*200e9*1.2e-6/9,
    2.63189e5)
assert len(out)==70,len(out)
# ---- special (30)
V("A bottle acts as a Helmholtz resonator: neck cross section 3.0 cm^2, effective neck length 6.0 cm, cavity "
    "volume 0.75 L, speed of sound 343 m/s. What note (frequency) does it give?","Helmholtz resonator",343*sqrt(
    3e-4/(7.5e-4*.06))/(2*pi),343*2.5819889/6.2831853)
V("What is the Hawking temperature of a black hole with a mass of 2.0e30 kg?","Hawking temperature",hb*c**3/(8*
    pi*G*2e30*kB),1.22690e23/2e30)
V("A moonlet of density 1100 kg/m^3 (treated as fluid) orbits a planet of radius 58000 km and density 690 "
    "kg/m^3. At what distance would tides tear it apart, by the Roche limit for a fluid body?",
    "Roche limit of a fluid satellite",2.44*5.8e7*(690/1100)**(1/3),1.4152e8*exp(log(0.6272727)/3),5e-3)
V("Two planets go round their star in 687 days and 4333 days. After what time do they line up the same way "
    "again (synodic period)?","Synodic period",86400/(1/687-1/4333),86400*687*4333/3646)
V("Landé g factor for J = 3/2, S = 1/2, L = 1","Lande g factor",1+(3.75+.75-2)/7.5,4/3)
V("An enzyme follows Michaelis-Menten kinetics with a limiting rate of 0.050 mol/(m^3 s), Michaelis constant "
    "0.20 mol/m^3 and substrate 0.50 mol/m^3. How fast does the reaction run?","Michaelis-Menten equation",.05*
    .5/.7,0.0357143)
V("95 % of a program can run in parallel. What speed-up do 16 processors give according to Amdahl?",
    "Amdahl's law",1/(.05+.95/16),1/0.109375)
V("A second-order control loop has a damping ratio of 0.40. What overshoot of the step response (as a "
    "fraction) is expected?","Second-order system: overshoot",exp(-pi*.4/sqrt(.84)),0.253825)
V("First-order (n = 1) X-ray reflection, wavelength 154 pm, lattice plane spacing 0.282 nm. Give the Bragg "
    "angle theta.","Bragg's law",asin(.154/.564),asin(0.27304965))
V("Estimate the crystallite size with the Scherrer equation: K = 0.90, wavelength 0.15406 nm, peak width "
    "0.0060 rad, Bragg angle 20 degrees.","Scherrer equation",.9*.15406e-9/(.006*cos(20*d)),1.38654e-10/(.006*
    0.93969262))
V("How deep does a 1.0 MHz current penetrate into copper (skin depth)? Resistivity 1.70e-8 ohm m, relative "
    "permeability 1.","Skin depth of a good conductor",sqrt(2*1.7e-8/(2*pi*1e6*m0)),6.5622e-5)
V("A contaminant has a distribution coefficient of 0.40 L/kg in an aquifer with bulk density 1.70 kg/L and "
    "porosity 0.32. What is its retardation factor?","Retardation factor",1+1.7*.4/.32,3.125)
V("Measles-like disease, basic reproduction number 14, vaccine efficacy 97 %. What fraction must be "
    "vaccinated for herd immunity?","Herd immunity: critical vaccination coverage",(1-1/14)/.97,13/13.58)
V("Goodman: stress amplitude 120 MPa, mean stress 90 MPa, endurance limit 280 MPa, ultimate strength 600 "
    "MPa. Safety factor?","Goodman line: safety factor",1/(120/280+90/600),1/0.57857143)
V("A camera lens with a focal length of 35 mm is set to f-number 8; circle of confusion 0.030 mm. What is "
    "the hyperfocal distance?","Hyperfocal distance",.035**2/(8*3e-5)+.035,5.1391667)
V("Gravity effect of an infinite Bouguer slab of thickness 500 m and density 2670 kg/m^3?","Bouguer slab",2*pi*G
    *2670*500,4.19358e-10*1.335e6)
V("Counterflow exchanger: hot side in 90 °C, out 60 °C; cold side in 20 °C, out 45 °C. Logarithmic mean "
    "temperature difference?","Logarithmic mean temperature difference: counterflow",(45-40)/log(45/40),5/
    0.11778304)
V("A concrete channel has Manning's n = 0.013, hydraulic radius 0.60 m and bed slope 0.0010. What is the "
    "mean velocity?","Manning formula",.6**(2/3)*sqrt(.001)/.013,0.711379*0.03162278/.013)
V("A laser beam (1064 nm, in vacuum n = 1) has a waist radius of 0.25 mm. What is its Rayleigh range?",
    "Gaussian beam: Rayleigh range",pi*(.25e-3)**2/1064e-9,0.184537)
V("What is the diffusion coefficient of spherical particles with a hydrodynamic radius of 50 nm in a liquid "
    "of viscosity 0.89 mPa s at 298.15 K?","Stokes-Einstein equation",kB*298.15/(6*pi*.89e-3*50e-9),4.9075e-12)
V("Hall-Petch: friction stress 70 MPa, strengthening coefficient 0.74 MPa m^0.5, grain diameter 25 µm. What "
    "yield strength follows?","Hall-Petch equation",70e6+.74e6/sqrt(25e-6),218e6)
V("FRET: donor and acceptor are 6.2 nm apart, the Förster radius is 5.4 nm. What is the transfer efficiency?",
    "Foerster resonance energy transfer: efficiency",1/(1+(6.2/5.4)**6),5.4**6/(5.4**6+6.2**6))
V("electron plasma (angular) frequency for an electron density of 1.0e18 per cubic metre",
    "Electron plasma frequency",sqrt(1e18*e**2/(e0*me)),5.64146e10)
V("P-wave speed in a rock of bulk modulus 45 GPa, shear modulus 30 GPa, density 2700 kg/m^3?","P-wave speed",
    sqrt((45e9+40e9)/2700),5610.83)
V("A tracer has a physical half-life of 6.0 h and a biological half-life of 24 h. What is its effective "
    "half-life in the body?","Effective half-life",6*24/30*3600,17280)
V("A rocket stage burns from 120 t down to 35 t with an effective exhaust velocity of 3.1 km/s. What "
    "velocity change does it get, without gravity and drag?","Rocket equation",3100*log(120/35),3100*1.2321437)
V("Free electron gas with 8.5e28 electrons per m^3, free electron mass 9.1093837e-31 kg. Fermi energy?",
    "Free electrons: Fermi energy",hb**2*(3*pi**2*8.5e28)**(2/3)/(2*me),7.0491*e)
V("An aquarium pump: what shaft power does it take to lift 0.020 m^3/s of water (1000 kg/m^3) by a head of "
    "15 m with pump efficiency 0.72? g = 9.81 m/s^2.","Pump shaft power",1000*9.81*.02*15/.72,4087.5)
V("A telephone line has a bandwidth of 3100 Hz, signal power 1.0 mW and noise power 1.0 µW. What is the "
    "Shannon capacity in bits per second?","Capacity of a noisy channel",3100*log2(1001),3100*9.967226)
V("An accelerator muon has a total energy of 12 GeV and a momentum component along the beam of 9.0 GeV/c. "
    "What is its rapidity?","Rapidity",.5*log(21/3),0.97295507)
assert len(out)==100
# ---- ask
A("How long does it take a stone dropped from a railway bridge to hit the ground?","height is missing")
A("A car travelling at 80 km/h brakes with somewhere between 4 and 6 m/s^2. What distance does it need to stop?",
    "range for the deceleration")
A("A force of 30 N pulls a 5 kg crate along a rough concrete floor. What acceleration does the crate get?",
    "friction is not given")
A("The label is smudged: there are either 12 V or 24 V across this 100 ohm resistor. What current flows?",
    "two candidates for the voltage")
A("A spring with a stiffness of 3 zorgs per metre is stretched by 5 cm. What force is needed?","unknown unit")
A("Two resistors, 100 ohms and 220 ohms, are connected together. What's the total resistance?",
    "series or parallel not said")
A("How much heat is needed to warm 2 kg of a liquid from 20 °C to 60 °C?","specific heat is missing")
A("3 mol of an ideal gas are kept in a 20 L bottle. What is the pressure in there?","temperature is missing")
A("What is the resistance of a copper wire that is 100 m long, resistivity 1.7e-8 ohm m?",
    "cross section is missing")
A("Object in front of a converging lens with a focal length of 10 cm. How far behind the lens is the image?",
    "object distance is missing")
A("A particle with a charge of 2 µC shoots at 3e4 m/s through a field of 0.5 T, at some slanting angle I did "
    "not measure. What magnetic force acts on it?","angle is missing")
A("My buffer has a pKa of 7.2 and 0.1 mol/L of the acid in it. What is its pH?","base concentration is missing")
A("The half-life of the isotope is 12 h. How many nuclei of the sample are left after 2 days?",
    "initial number is missing")
A("On an ice rink a 4 kg block at 3 m/s and a 6 kg block at 2 m/s collide and stick together; I did not "
    "write down in which directions they were sliding. What is their common velocity?","directions are missing")
A("Exhaust velocity 3.0 km/s, take-off mass 12 t. What delta-v does the rocket reach?","final mass is missing")
A("A Carnot engine works between 500 and 300 degrees. What is its efficiency?","temperature scale is not given")
A("A car with a mass of 1200 kg is going at 30. What is its kinetic energy?","unit of the speed is missing")
A("A simply supported steel beam spans 4 m, E = 210 GPa, and carries 2 kN at midspan. How much does it sag?",
    "second moment of area is missing")
A("Parallel-plate capacitor in air, plate area 20 cm^2, gap 1 mm (or was it 2 mm?). Capacitance?",
    "two candidates for the gap")
A("95 % of my code is parallel. What speed-up does Amdahl's law give me?","number of processors is missing")
A("A star has an apparent magnitude of 8.1 and no extinction. What is its absolute magnitude?",
    "distance is missing")
A("How thick is the skin depth in copper, resistivity 1.7e-8 ohm m, relative permeability 1?",
    "frequency is missing")
A("A heat engine takes in 100 kJ and gives 30 to 35 kJ of work. What is its efficiency?","range for the work")
A("What is the pressure 30 m below the surface of a tank filled with some oil, surface pressure 1 atm?",
    "density is missing")
A("I walk at 1.5 m/s relative to the moving walkway, which is 60 m long. How long does the ride take me?",
    "speed of the walkway is missing")
# ---- refuse
F("Which is the more beautiful law, Ohm's or Faraday's?","opinion")
F("1 mol of ideal gas in 10 L is cooled to -300 °C. What pressure does it have?",
    "temperature below absolute zero")
F("Carnot efficiency of an engine with the hot reservoir at 400 K and the cold reservoir at 600 K?",
    "contradictory reservoirs")
F("A light ray inside water (n = 1.33) meets the surface to air (n = 1.00) at 60 degrees from the normal. At "
    "what angle is it refracted into the air?","total reflection, no refracted ray")
F("A car of mass 1000 kg has a speed of 20 kg. What is its kinetic energy?","wrong dimension of the speed")
F("Lorentz factor of a spaceship flying at 1.2 times the speed of light?","speed above c")
F("More than 3 A flow through a 20 ohm resistor. What exactly is the voltage across it?","only a bound is given")
F("A 5 kg ball falls from 20 m, g = 9.81 m/s^2. How long does it fall, how fast is it at the end, and what "
    "momentum does it have then?","several questions at once")
F("A thin rod carrying 5 nC is bent into a half circle (not a full ring) of radius 4 cm. What is the "
    "electric field at the centre?","half a ring: the ring formula does not hold")
F("Twelve 1 kΩ resistors form the edges of a cube. What is the resistance between two adjacent corners?",
    "another circuit")
F("A net force of 500 N accelerates a 1000 kg car at 2 m/s^2. What is the net force on the car?",
    "contradictory data")
F("130 % of the program can be parallelised; speed-up on 8 processors by Amdahl's law?","impossible fraction")
F("A shuttlecock is struck at 40 m/s and 45 degrees; air drag is strong and must not be neglected. How far "
    "does it fly?","vacuum range formula does not hold, drag not given")
F("What is the speed of sound in a perfect vacuum at 20 °C?","no medium")
F("A comet follows a hyperbolic path with eccentricity 1.2 around the Sun. What is the period of its orbit?",
    "no period on a hyperbola")
F("Oscillator: omega_0 = 10 rad/s, damping ratio 1.5. What is its damped angular frequency?",
    "overdamped: no oscillation")
F("A light bulb filament measures 30 ohms when cold. What current flows when it glows on 230 V?",
    "resistance of the hot filament is not the cold one")
F("An isotope has a half-life of -3 h. How many of 1e6 nuclei are left after 6 h?","negative half-life")
F("Would you say solar power is better than nuclear power for my town?","opinion")
F("Water flows turbulently (Re about 40000) through a pipe of radius 1 cm and length 10 m under 20 kPa, "
    "viscosity 1 mPa s. What volume flow does Poiseuille's law give as the true flow?",
    "laminar law does not hold")
F("A steel ball 2 cm across, density 7800 kg/m^3, falls in water (1000 kg/m^3, viscosity 1 mPa s). Use g = "
    "9.81 m/s^2. What is its actual terminal speed? Creeping flow certainly doesn't apply.",
    "Stokes law does not hold, drag coefficient not given")
F("An object stands exactly in the focal plane, 15 cm from a thin lens with f = 15 cm. At what distance is "
    "the image?","image at infinity")
F("Convert a force of 12 newtons into kelvins.","wrong dimension")
F("A black plate, emissivity 0.9, area 1 m^2, gets warmer by 50 K. What power does it radiate?",
    "change instead of the temperature")
F("What is the moment of inertia of an L-shaped metal bracket of mass 2 kg and longest side 0.3 m about its "
    "corner?","another shape, not determined")
print(json.dumps(out,indent=1,ensure_ascii=False))
