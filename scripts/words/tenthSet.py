"""
A third each: short, textbook, laypeople.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/tenthSet.py > test/vectors/words/tenth.json
"""
import json, sys
from math import *
from scipy import constants as K
G,c,h,hb,kB,NA,e,me,mp,mu0,e0,R,g,sSB,u = (K.G,K.c,K.h,K.hbar,K.k,K.N_A,K.e,K.m_e,K.m_p,K.mu_0,K.epsilon_0,K.R,K.
    g,K.sigma,K.atomic_mass)
eV=K.e; F=NA*e; d2r=pi/180; yr=365.25*86400.; Mpc=K.parsec*1e6; mh=1/3.6
a0=K.physical_constants['Bohr radius'][0]
bW=K.physical_constants['Wien wavelength displacement law constant'][0]
V=[]
# style N/T/L, inverse 0/1, domain, law title, query, value, rough hand estimate, rel
def v(st,inv,dom,law,q,val,est,rel=1e-3): V.append((st,inv,dom,law,q,val,est,rel))

# ---------- newtonian, kinematics, rigid bodies
v('T',1,'newtonian_mechanics','Second law: force on a mass','A net force of 1.4 kN gives a boat an '
    'acceleration of 0.35 m/s². What is the mass of the boat?',1400/0.35,4000)
v('N',0,'newtonian_mechanics','Universal gravitation','gravitational attraction between two tankers of '
    '80,000 tonnes each, centres 150 m apart',G*8e7*8e7/150**2,18.98)
v('T',0,'kinematics','Uniform acceleration: displacement from the two end velocities','A tram slows down uniformly '
    'from 15 m/s to 6 m/s in eight seconds. How far does it travel in that time?',(15+6)/2*8,84)
v('N',0,'kinematics','Projectile: range on level ground','horizontal range on flat ground, launch speed 28 '
    'm/s, launch angle 40°, no air resistance',28**2*sin(80*d2r)/g,78.73)
v('L',1,'kinematics','Free fall: time to fall from a height','We dropped a coin into a dry well and it took '
    '1.9 s to reach the bottom. How deep is the well, if I ignore air drag and the delay of the sound?',g*1.9**2
    /2,17.70)
v('L',0,'kinematics','Stopping distance of a vehicle',"I'm doing 110 km/h on the motorway, my reaction time "
    "is 1.2 s and the brakes can manage 7 m/s². How many metres until I come to a halt?",110*mh*1.2+(110*mh)**2/
    14,103.4)
v('N',0,'rigid_body_dynamics','Moment of inertia: solid sphere','moment of inertia of a solid bowling ball '
    'about its centre, mass 6.8 kg, radius 10.9 cm',0.4*6.8*0.109**2,0.03232)
v('L',1,'rigid_body_dynamics','Friction force','The crate presses on the floor with a normal force of 350 N '
    'and I measure 122.5 N of friction while it slides. What is the coefficient of friction?',122.5/350,0.35)
v('T',1,'rigid_body_dynamics','Kinetic energy of rotation about a fixed axis','A flywheel with a moment of '
    'inertia of 3.2 kg m² is to store half a megajoule of energy. At what angular velocity, in rad/s, must '
    'it turn?',sqrt(2*0.5e6/3.2),559.0)
# ---------- oscillations, waves, acoustics
v('T',1,'oscillations','Mass on a spring: period','A block of 3/4 kg hanging on a spring bobs up and down '
    'with a period of 0.9 s. Find the stiffness of the spring.',4*pi**2*0.75/0.81,36.55)
v('N',0,'oscillations','Simple pendulum: period at small amplitude','swing period on the Moon (g = 1.62 '
    'm/s²), pendulum 50 cm long, small swings',2*pi*sqrt(0.5/1.62),3.4907)
v('T',1,'waves','Stretched string: wave speed','Transverse waves run along a cord at 120 m/s. The cord has a '
    'mass of 4.5 g per metre. What is the tension in it?',4.5e-3*120**2,64.8)
v('N',0,'waves','Beat frequency','beats per second from tuning forks at 258 Hz and 261.5 Hz',3.5,3.5)
v('L',0,'waves','Doppler effect in a medium','A drone that hums at 220 Hz flies straight at me at 24 m/s '
    'while I stand still. Sound travels at 343 m/s today - what pitch do I hear?',220*343/(343-24),236.55)
v('N',0,'acoustics','Sound pressure level','sound pressure level in dB for an rms pressure of 0.63 Pa (re 20 '
    'µPa)',20*log10(0.63/20e-6),89.97)
v('T',0,'acoustics','Pipe closed at one end: mode frequencies','An organ pipe 1.2 m long is stopped at one '
    'end. With a speed of sound of 340 m/s, what is the frequency of its fundamental (n = 1)?',340/(4*1.2),70.83)
v('N',0,'acoustics','Speed of sound in an ideal gas','speed of sound in argon gas, T = 300 K, gamma = 5/3, M '
    '= 39.95 g/mol',sqrt(5/3*R*300/0.03995),322.6)
# ---------- fluids
v('L',0,'fluid_mechanics',"Archimedes' principle: buoyancy",'How big is the upward push on a concrete block '
    'of 0.04 m³ that lies fully under water in the sea (1025 kg/m³)?',1025*g*0.04,402.1)
v('T',0,'fluid_mechanics','Hydrostatic pressure','The air pressure at the surface of a mountain lake is 850 '
    'hPa. What is the absolute pressure 35 m below the surface if the water has a density of 1000 kg/m³?',85000+
    1000*g*35,428233)
v('L',1,'fluid_mechanics','Continuity: speed in a second cross section','Water moves through my garden hose, '
    'inner cross-section 3 cm², at 0.8 m/s. What opening area must the nozzle have so that the jet leaves at '
    '9 m/s?',3e-4*0.8/9,2.6667e-5)
v('N',0,'fluid_mechanics','Stokes drag','viscous drag by Stokes on a bead of radius 2 mm creeping at 3 cm/s '
    'through glycerine, viscosity 1.4 Pa s',6*pi*1.4*2e-3*0.03,1.5834e-3)
# ---------- heat
v('L',0,'thermodynamics','Sensible heat','how much energy does it take to get a 3 kg aluminium pot (900 '
    'J/(kg K)) from 20 °C up to 180 °C?',3*900*160,432000)
v('T',1,'thermodynamics','Carnot efficiency','A reversible heat engine rejects heat at 290 K and has an '
    'efficiency of 60 %. Determine the temperature of the hot reservoir.',290/0.4,725)
v('L',1,'thermodynamics','Ideal gas law','How many moles of gas are in a 12 litre diving cylinder at 200 bar '
    'and 20 °C if I treat the gas as ideal?',200e5*0.012/(R*293.15),98.47)
v('N',0,'thermodynamics','Linear thermal expansion','elongation of a 42 m copper pipe warmed by 55 K, '
    'expansion coefficient 17e-6 per kelvin',17e-6*42*55,0.03927)
v('L',1,'thermodynamics','Latent heat','With 1 kWh of heat, how many kilograms of ice at 0 °C can I melt? '
    'Melting takes 334 kJ/kg.',3.6e6/334e3,10.778)
v('N',0,'statistical_mechanics','Root-mean-square speed of gas molecules',
    'rms speed, helium atoms (m = 6.646e-27 kg), 77 K',sqrt(3*kB*77/6.646e-27),692.7)
v('L',0,'heat_transfer','Heat conduction through a wall: heat flow','My brick wall is 15 m² and 24 cm thick, '
    'k = 0.6 W/(m K). It is 21 °C on the inner face and -4 °C on the outer face; how many watts leak through?',
    0.6*15*25/0.24,937.5)
v('T',1,'heat_transfer',"Wien's displacement law",'The thermal spectrum of a star has its maximum at a '
    'wavelength of 380 nm. What is the temperature of its surface?',bW/380e-9,7626)
# ---------- electricity
v('N',0,'electrostatics',"Coulomb's law",'electric force between charges of +3 nC and +8 nC at a distance of '
    '4 cm in vacuum',3e-9*8e-9/(4*pi*e0*0.04**2),1.3481e-4)
v('T',1,'electrostatics','Parallel-plate capacitor','A capacitor of 150 pF is made of two plates of 40 cm² '
    'each with a sheet of mica (relative permittivity 5.4) filling the gap. How thick is the sheet?',5.4*e0*
    40e-4/150e-12,1.275e-3)
v('L',1,'circuits',"Ohm's law",'Which resistor do I need so that 3.4 V drops across it when 20 mA flows?',3.4/
    0.02,170)
v('T',0,'circuits','Discharge of a capacitor through a resistor','A 330 µF capacitor, charged to 24 V, is '
    'discharged through a resistance of 10 kΩ. What voltage is left on it after 5 s?',24*exp(-5/(10e3*330e-6)),
    5.274)
v('N',0,'circuits',"Thomson's formula: resonance frequency of a tuned circuit",
    'resonant frequency in Hz, 2.2 mH coil with 470 pF',1/(2*pi*sqrt(2.2e-3*470e-12)),156520)
v('L',1,'magnetostatics','Magnetic field of a long straight wire','A long straight cable in our street '
    'carries 250 A. How far away from it is its magnetic field 10 µT?',mu0*250/(2*pi*10e-6),5.0)
v('T',0,'magnetostatics','Force on a current in a magnetic field','A straight wire of 20 cm carries a '
    'current of 6 A and makes an angle of 50° with a uniform magnetic field of 0.35 T. Calculate the force '
    'on it.',6*0.2*0.35*sin(50*d2r),0.32174)
# ---------- optics
v('T',0,'geometric_optics','Thin lens: image distance','A flower stands 90 cm in front of a thin converging '
    'lens with a focal length of 25 cm. How far behind the lens is its image formed?',1/(1/0.25-1/0.9),0.34615)
v('N',0,'geometric_optics','Critical angle of total reflection','critical angle for light going from diamond '
    '(n = 2.417) into water (n = 1.333), in degrees',asin(1.333/2.417),0.5842)
v('T',1,'wave_optics','Double slit: distance of the fringes','In an interference experiment with two slits '
    '0.4 mm apart, bright fringes on a screen 2 m away are spaced by 2.9 mm. Find the wavelength of the '
    'light in nm.',2.9e-3*0.4e-3/2,580e-9)
v('L',0,'wave_optics',"Malus's law",'Polarised light of 12 W/m² hits a polarising sheet whose axis is turned '
    'by 25 degrees against the polarisation. What intensity gets through an ideal sheet?',12*cos(25*d2r)**2,
    9.857)
# ---------- modern physics
v('N',0,'relativity','Black-hole radius','Schwarzschild radius of 8.6e36 kg',2*G*8.6e36/c**2,1.2773e10)
v('T',0,'quantum_mechanics','Photoelectric effect: largest kinetic energy','Light with a frequency of 7.5 x '
    '10^14 Hz falls on a metal that has a work function of 2.3 eV. What is the greatest kinetic energy of '
    'the electrons set free, in eV?',h*7.5e14-2.3*eV,1.2846e-19)
v('N',0,'quantum_mechanics','Matter wavelength','matter wave of a particle with momentum 5e-24 kg m/s, '
    'wavelength',h/5e-24,1.3252e-10)
v('T',0,'quantum_mechanics','Energy levels of a particle in a box','An electron is confined to a '
    'one-dimensional box with rigid walls, 1.5 nm wide. What is the energy of its second level (n = 2)?',4*pi**2
    *hb**2/(2*me*(1.5e-9)**2),1.0711e-19)
v('N',0,'atomic_physics','Bohr model: orbit radius','radius of the n = 4 Bohr orbit in singly ionized helium '
    '(Z = 2)',a0*16/2,4.2334e-10)
v('L',0,'nuclear','Radioactive decay','The half-life of iodine-131 is 8.02 days. If I start out with 4 x '
    '10^15 atoms of it, how many are still there after 30 days?',4e15*2**(-30/8.02),2.992e14)
v('N',0,'nuclear','Activity of a mass of a nuclide','activity of 2 µg cobalt-60, half-life 5.27 years, molar '
    'mass 59.93 g/mol',log(2)*2e-9*NA/(5.27*yr*0.05993),8.376e7,2e-3)
v('T',1,'orbital_mechanics',"Kepler's third law: period from the mass",'A small moon circles a distant '
    'planet at a distance of 350,000 km from its centre once every 2.9 days. What is the mass of the planet?',4*
    pi**2*(3.5e8)**3/(G*(2.9*86400)**2),4.040e26)
v('L',0,'orbital_mechanics','Circular orbit: speed','How fast does a probe circle Mars, mass 6.42e23 kg, if '
    'its orbit is a circle of radius 9,400 km?',sqrt(G*6.42e23/9.4e6),2135)
# ---------- the rest
v('L',0,'aerodynamics','Level turn: radius','Flying at 120 knots I bank 30 degrees and keep my altitude. How '
    'wide is my turn, as a radius in metres?',(120*1852/3600)**2/(g*tan(30*d2r)),673.1)
v('N',0,'aerodynamics','Lift of a wing','lift force, wing area 16 m^2, lift coefficient 0.45, airspeed 55 '
    'm/s, air 1.1 kg/m^3',0.5*1.1*55**2*16*0.45,11979)
v('N',0,'analytical_mechanics','Relativistic momentum','relativistic momentum of an electron at 0.8 c',me*0.8*c/
    0.6,3.6412e-22)
v('L',0,'astrophysics','Distance from parallax','A star has an annual parallax of 0.0475 arcseconds. How far '
    'away is it, in light years?',K.parsec/0.0475,6.496e17)
v('N',0,'astrophysics','Stefan-Boltzmann law: luminosity of a star','luminosity of a star, radius 9 x 10^8 '
    'm, effective temperature 6,500 K',4*pi*(9e8)**2*sSB*6500**4,1.0303e27)
v('N',0,'atmosphere_climate','Coriolis parameter','Coriolis parameter at 52° north, Earth turning at '
    '7.292e-5 rad/s',2*7.292e-5*sin(52*d2r),1.1492e-4)
v('T',0,'atmosphere_climate','Barometric formula: isothermal atmosphere','Take the atmosphere as isothermal '
    'at 265 K with a molar mass of 28.97 g/mol and a pressure of 1013 hPa at sea level. What is the pressure '
    'at an altitude of 3000 m?',101300*exp(-0.02897*g*3000/(R*265)),68813)
v('T',0,'beams_plates','Deflection of a cantilever at its tip','A steel cantilever (E = 205 GPa, second '
    'moment of area 8.5e-6 m^4) sticks out 2.4 m from a wall and carries 3 kN at its free end. By how many '
    'millimetres does the end sink?',3000*2.4**3/(3*205e9*8.5e-6),7.934e-3)
v('L',1,'beams_plates','Simply supported beam: deflection under a central load','I have a simply supported '
    'timber beam, 5 m span, E = 11 GPa, with 8 kN in the middle. Which second moment of area gives a midspan '
    'deflection of exactly 10 mm?',8000*5**3/(48*11e9*0.01),1.894e-4)
v('N',0,'biophysics','Nernst potential of an ion across a membrane','equilibrium potential of potassium (z = '
    '+1), 5 mM outside, 140 mM inside the cell, 37 °C',kB*310.15/e*log(5/140),-0.08906)
v('L',0,'chemical_kinetics','Michaelis-Menten equation','My enzyme has a maximum rate of 45 µmol/(L s) and a '
    'Michaelis constant of 2 mM. What rate should I see at 3 mM substrate?',45e-3*3/5,0.027)
v('N',0,'chemical_kinetics','Arrhenius equation','rate constant at 350 K, pre-exponential factor 2e13 per '
    'second, activation energy 95 kJ/mol',2e13*exp(-95e3/(R*350)),0.1328,2e-3)
v('T',0,'composites','Rule of mixtures: modulus along the fibres','A unidirectional laminate consists of 55 '
    '% by volume of carbon fibres with a modulus of 230 GPa in an epoxy with a modulus of 3.5 GPa. Determine '
    'its stiffness along the fibres.',0.55*230e9+0.45*3.5e9,128.075e9)
v('L',0,'computing',"Amdahl's law",'If 90 % of my program can run in parallel, what overall speedup do I get '
    'on 16 cores?',1/(0.1+0.9/16),6.4)
v('N',0,'computing','Availability of a repairable system','availability of a server, mean time between '
    'failures 2,000 h, mean repair time 5 h',2000/2005,0.99751)
v('N',0,'control_systems','Second-order system: overshoot','step overshoot of a second-order loop with '
    'damping ratio 0.35',exp(-pi*0.35/sqrt(1-0.35**2)),0.3092)
v('T',1,'cosmology','Hubble-Lemaitre law','A galaxy recedes from us at 9,100 km/s. With a Hubble constant of '
    '70 km/s/Mpc, how far away is it in Mpc?',9100/70*Mpc,4.0114e24)
v('T',1,'crystal',"Bragg's law",'X-rays of wavelength 0.15406 nm are reflected in first order by a set of '
    'crystal planes at a glancing angle of 19.2°. Find the distance between the planes.',0.15406e-9/(2*sin(19.2*
    d2r)),2.3423e-10)
v('L',0,'electrochemistry',"Faraday's law of electrolysis",'How many grams of silver do I plate with 1.5 A '
    'in 40 minutes? One electron per ion, 107.87 g/mol, current efficiency 100 %.',1.5*2400*0.10787/F,4.0248e-3)
v('N',0,'electromagnetic_waves','Skin depth of a good conductor','skin depth of aluminium (2.65e-8 ohm m, '
    'mu_r = 1) at 400 kHz',sqrt(2*2.65e-8/(2*pi*400e3*mu0)),1.2954e-4)
v('L',1,'electromagnetic_waves','Wavelength of light in vacuum','what frequency in GHz is a radar wave with '
    'a 2.8 cm wavelength in vacuum?',c/0.028,1.0707e10)
v('L',0,'environmental','Discharge into a stream: mixed concentration','A sewage plant lets 0.5 m³/s of '
    'water with 25 mg/L nitrate into a river that carries 6 m³/s with 2 mg/L. What nitrate level do I get '
    'once it has all mixed?',(0.5*25e-3+6*2e-3)/6.5,3.7692e-3)
v('L',0,'epidemiology_population','Herd immunity: critical vaccination coverage','A disease has a basic '
    'reproduction number of 5 and our vaccine is 92 % effective. Which fraction of people has to be '
    'vaccinated to stop it spreading?',0.8/0.92,0.86957)
v('N',0,'fracture_fatigue','Stress intensity factor','stress intensity at a 3 mm edge crack, geometry factor '
    '1.12, stress 140 MPa',1.12*140e6*sqrt(pi*3e-3),1.5222e7)
v('T',0,'geophysical','Airy isostasy: crustal root','A mountain range rises 3.2 km above the plain and is in '
    'Airy balance; the crust has a density of 2.75 g/cm³ and the mantle 3.3 g/cm³. How deep is the root '
    'below the normal crust?',2750*3200/(3300-2750),16000)
v('T',0,'geotechnical','Mohr-Coulomb strength','A clayey sand has a cohesion of 18 kPa and a friction angle '
    'of 28°. What shear stress can it take on a plane where the normal stress is 120 kPa?',18e3+120e3*tan(28*d2r),
    81805)
v('L',1,'high_energy','Rest energy: mass-energy equivalence','The Nagasaki bomb set free 84 TJ. How much '
    'mass, in grams, was turned into energy?',84e12/c**2,9.346e-4)
v('T',0,'hydraulics','Manning formula','An earth canal has a hydraulic radius of 0.9 m, a bed slope of '
    '0.0015 and a Manning roughness of 0.025 s/m^(1/3). Compute the mean flow velocity.',0.9**(2/3)*sqrt(0.0015)
    /0.025,1.4441)
v('L',0,'hydraulics','Pump shaft power','What power must the motor give to the pump shaft if we lift 40 '
    'litres per second of water (1000 kg/m³) against a head of 22 m and the pump has an efficiency of 72 %?',
    1000*g*0.04*22/0.72,11986)
v('N',0,'information_theory','Capacity of the binary symmetric channel','capacity in bits per use, binary '
    'symmetric channel flipping 4 % of the bits',1+0.04*log2(0.04)+0.96*log2(0.96),0.7577)
v('N',0,'lasers_photonics','Gaussian beam: Rayleigh range','Rayleigh range of a 1064 nm Gaussian beam, waist '
    'radius 0.25 mm, n = 1',pi*(0.25e-3)**2/1064e-9,0.18454)
v('N',0,'magnetic_materials','Greatest energy product of a permanent magnet','maximum energy product, '
    'remanence 1.3 T, recoil permeability 1.05',1.3**2/(4*mu0*1.05),3.2020e5)
v('T',1,'mass_transfer','Stokes-Einstein equation','A protein diffuses in water at 25 °C (viscosity 0.89 mPa '
    's) with a diffusion coefficient of 6.5e-11 m²/s. What is its hydrodynamic radius?',kB*298.15/(6*pi*0.89e-3*
    6.5e-11),3.775e-9)
v('N',0,'materials_science','Hall-Petch equation','yield strength with a grain size of 20 µm, friction '
    'stress 70 MPa, Hall-Petch coefficient 0.74 MPa m^0.5',70e6+0.74e6/sqrt(20e-6),2.3547e8)
v('T',0,'medical_physics','Fick principle: cardiac output','A patient takes up 250 mL of oxygen per minute; '
    'the arterial blood holds 0.20 and the venous blood 0.15 litres of oxygen per litre of blood. What is '
    'the cardiac output in L/min?',250e-6/60/0.05,8.3333e-5)
v('T',0,'metallurgy',"Chvorinov's rule: solidification time",'A casting has a volume of 480 cm³ and a '
    'cooling surface of 320 cm². With a mould constant of 2.1 min/cm², how long does it take to freeze?',2.1*60*
    (480/320)**2,283.5)
v('L',1,'metrology_statistics','Standard error of the mean','My readings scatter with a standard deviation '
    'of 0.4 mm. How many readings do I have to average to get a standard error of 0.05 mm?',(0.4/0.05)**2,64)
v('N',0,'molecular_physics','Vibration wavenumber of a diatomic molecule','vibrational wavenumber of HCl in '
    '1/cm, force constant 516 N/m, reduced mass 1.627e-27 kg',sqrt(516/1.627e-27)/(2*pi*c),2.9898e5)
v('T',0,'oceanography',"Merian's formula: seiche period",'A long narrow lake, closed at both ends, is 70 km '
    'long and 150 m deep. What is the period of its fundamental seiche (one node)?',2*70e3/sqrt(g*150),3650.2)
v('L',1,'physical_chemistry','Beer-Lambert law: absorbance','The spectrometer reads an absorbance of 0.62 in '
    'a 1 cm cuvette; the dye has a molar absorption coefficient of 12,400 L/(mol cm). What is its '
    'concentration?',0.62/(1240*0.01),0.05)
v('T',0,'plasma','Larmor radius','A proton moves at 2 x 10^6 m/s at right angles to a magnetic field of 0.8 '
    'T. What is the radius of its circular path?',mp*2e6/(e*0.8),0.0261)
v('L',0,'power_and_machines','Three-phase active power','We measure 400 V between the phases, 32 A in each '
    'line and a power factor of 0.86 on a balanced three-phase motor. How many kilowatts does it draw?',sqrt(3)*
    400*32*0.86,19066)
v('L',0,'radiation_dosimetry','Effective half-life','A tracer has a physical half-life of 6.01 hours and the '
    'body gets rid of half of it every 24 hours. What half-life does it effectively have in the patient?',6.01*
    24/30.01*3600,17303)
v('L',1,'rocket_propulsion','Rocket equation','After the burn my stage weighs 900 kg. Exhaust velocity 3.1 '
    'km/s, required delta-v 2.4 km/s: what mass did it need to have before the burn?',900*exp(2.4/3.1),1952)
v('T',0,'seismic','Epicentral distance from the S-P time','At a seismograph the S wave arrives twelve '
    'seconds after the P wave. How far away was the earthquake if the waves travel at 6 km/s (P) and 3.5 '
    'km/s (S)?',12*6e3*3.5e3/2.5e3,100800)
v('N',0,'semiconductors','Built-in potential of a p-n junction','built-in voltage of a silicon junction at '
    '300 K: N_A = 2e17 cm^-3, N_D = 5e15 cm^-3, n_i = 1e10 cm^-3',kB*300/e*log(2e17*5e15/1e20),0.77385)
v('L',0,'signal_processing','Aliasing: apparent frequency','I sample a 31 kHz whine at 48 kHz without any '
    'filter in front. At what frequency does it turn up in my recording?',48e3-31e3,17000)
v('T',0,'solid_state','Free electrons: Fermi energy','Silver contains 5.86e28 conduction electrons per cubic '
    'metre. Treating them as free electrons, calculate the Fermi energy in eV.',hb**2*(3*pi**2*5.86e28)**(2/3)/(
    2*me),8.81e-19)
v('T',0,'structural','Euler buckling load','A pin-ended column (effective length factor 1) is 3.5 m long, '
    'with E = 70 GPa and a least second moment of area of 1.2e-6 m^4. At what axial load does it buckle?',pi**2*
    70e9*1.2e-6/3.5**2,67678)
v('L',1,'structural','Thin-walled cylinder: hoop stress','What wall thickness gives a hoop stress of 80 MPa '
    'in a thin-walled pipe with a radius of 1 foot at an internal pressure of 290 psi?',290*6894.757*0.3048/80e6,
    7.618e-3)
v('L',0,'superconductivity','AC Josephson effect: frequency','We put 150 microvolts of dc across a Josephson '
    'junction. At what frequency in GHz does its current oscillate?',2*e*150e-6/h,7.254e10)

A=[
("kinetic energy of a delivery van going 25 m/s","mass missing"),
("What is the small-swing period of a pendulum here on Earth?","length missing"),
("How much heat do I need to warm the water in my tank by 30 K?","mass of the water missing"),
("A 47 ohm resistor is connected to a battery. How much current flows?","voltage missing"),
("weight in newtons of a rock of 3 to 5 kg, g = 9.81 m/s²","a range for the mass"),
("Find the force that gives a trolley of more than 40 kg an acceleration of 1.5 m/s².","a bound for the mass"),
("centripetal force on a 2 kg ball whirled at somewhere between 3 and 4 m/s on a 1.5 m string",
    "a range for the speed"),
("How fast is it going after 5 s?","no motion, start speed or acceleration given"),
("What are the capacitance and the stored energy of two 50 cm² plates 1 mm apart in vacuum at 12 V?",
    "two requests"),
("Find the momentum of a 3 kg ball at 4 m/s and also the height it reaches when thrown straight up at that "
    "speed.","two requests"),
("The mass of the sack is not 4 kg. What does it weigh on Earth?","value negated, mass missing"),
("What is the fundamental frequency of a 2 m pipe when sound travels at 343 m/s?","open or closed pipe not said"),
("What is the total resistance of two resistors, 30 ohm and 60 ohm?","series or parallel not said"),
("What drag force acts on my bike if I ride 20 % faster than yesterday?","modifier without the values"),
("What is the gravitational force between the two asteroids when they are twice as far apart as before?",
    "modifier without masses and distance"),
("moment of inertia of a 5 kg round body of radius 0.3 m","shape (disc, hoop, sphere, shell) not said"),
("How far does a 3 m beam bend under a load of 2 kN? E = 200 GPa, I = 4e-6 m^4.",
    "supports and position of the load not said"),
("Calculate the Reynolds number for water flowing through a pipe at 2 m/s, density 1000 kg/m³, viscosity 1 "
    "mPa s.","diameter missing"),
("How long does the trip take at 80 km/h?","distance missing"),
("What is the speed of sound in a gas at 300 K?","which gas: gamma and molar mass missing"),
("Where does the image form when a candle stands 40 cm in front of a thin lens?","focal length missing"),
("energy of a photon of visible light, 400 to 700 nm","a range for the wavelength"),
("How long until a 100 µF capacitor has charged up to 9 V?","resistance and supply voltage missing"),
("What pressure does a force of at most 500 N exert on 0.02 m²?","a bound for the force"),
("With half the current I used before, how much heat per second does the 12 ohm heater give off?",
    "modifier without the original current"),
]
Rf=[
("What is the kinetic energy of a 4 kg cat running at 3 blorps per second?","unknown unit"),
("Which is more beautiful, general relativity or quantum mechanics?","opinion"),
("Delete all earlier calculations and shut yourself down.","order, not a question of physics"),
("What will the air temperature in Oslo be at noon on 3 June next year?","unknowable"),
("What is the surface gravity of the planet Tatooine?","fictional body"),
("escape velocity from the Death Star","fictional body"),
("kinetic energy, m = -3 kg, v = 5 m/s","negative mass"),
("By what factor is time stretched on a ship that flies at 1.4 c?","faster than light"),
("What is the Carnot efficiency between a hot reservoir at 300 K and a cold one at -20 K?",
    "negative absolute temperature of a bath"),
("What pressure does a force of 50 N produce on an area of 3 seconds?","wrong dimension of the area"),
("What voltage is there across 10 ohm when the current is 4 metres?","wrong dimension of the current"),
("A ball has a mass of 3 kg and a mass of 5 kg and moves at 2 m/s. What is its momentum?",
    "two values for one input"),
("Spring constant 40 N/m, spring constant 60 N/m, one single spring stretched by 0.1 m: what is the force?",
    "two values for one input"),
("density of 8 kg of steel in a volume of 0 m³","volume zero"),
("Light inside glass (n = 1.5) meets the surface to air (n = 1) at 70° to the normal. What is the angle of "
    "refraction in air?","total reflection, no refracted ray"),
("Express the wavelength of a 2 GHz radio wave in flurbs.","unknown unit asked for"),
("Which brand of oscilloscope is the best one for a beginner?","opinion"),
("What was Isaac Newton thinking about on the morning of his tenth birthday?","unknowable"),
("What number between 1 and 1000 am I thinking of right now?","unknowable"),
("Write me a cheerful poem about entropy.","order, not a calculation"),
("How many joules are there in 12 metres?","wrong dimension"),
("How much longer does a 2 m steel rod (12e-6 per kelvin) get when it is cooled from 20 °C to -500 °C?",
    "below absolute zero"),
("Light of 1.0 eV per photon falls on zinc with a work function of 4.3 eV. With what kinetic energy do the "
    "photoelectrons come out?","below threshold, no photoelectrons"),
("How many newtons of force does true friendship exert on the Moon?","not a physical quantity"),
("binary symmetric channel that flips 130 % of its bits: capacity?","probability above one"),
]
out=[{"query":q,"kind":"value","value":val,"rel":rel,"law":law} for st,inv,dom,law,q,val,est,rel in V]
out+=[{"query":q,"kind":"ask","why":w} for q,w in A]+[{"query":q,"kind":"refuse","why":w} for q,w in Rf]
if __name__=='__main__':
    if len(sys.argv)>1:
        from collections import Counter
        T={}
        for l in open('/tmp/w/q/registry.txt'):
            p=l.split(' | ');T.setdefault(p[1],set()).add(p[0])
        for st,inv,dom,law,q,val,est,rel in V:
            if law not in T or dom not in T[law]: print('TITLE?',dom,law)
            if abs(val-est)>2e-3*abs(val): print('EST',law,val,est)
        d=Counter(x[2] for x in V)
        print(len(V),len(A),len(Rf),'domains',len(d),'styles',Counter(x[0] for x in V),'inverse',sum(x[1] for x
    in V))
        print('dup laws',[k for k,n in Counter(x[3] for x in V).items() if n>1])
        print(d)
    else: print(json.dumps(out,ensure_ascii=False,indent=1))
