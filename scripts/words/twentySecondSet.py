"""
Of an adversary who tempts a matcher of words: radius for diameter, peak for effective value, away for towards, the
wrong body, cases that lie outside of a law. Written blind, and measured before anything was mended for it.

    python3 scripts/words/twentySecondSet.py > test/vectors/words/twentySecond.json
"""
import json
from math import *
from scipy.constants import c, h, hbar, e, k, N_A, R, G, m_e, m_p, epsilon_0 as eps0, mu_0 as mu0, sigma as sb, u
g=9.80665
out=[]
def V(q,v,law,rel=1e-3): out.append(dict(query=q,kind="value",value=v,rel=rel,law=law))
def A(q,why): out.append(dict(query=q,kind="ask",why=why))
def N(q,why): out.append(dict(query=q,kind="refuse",why=why))
d2r=pi/180
# ---- value
V("A flywheel spins at 3,000 rpm and has a moment of inertia of 0.25 kg m^2. What is its rotational kinetic "
    "energy?",0.5*0.25*(3000*2*pi/60)**2,"rotational kinetic energy")
V("A wheel 0.8 m in diameter turns at 5 rad/s. How fast does a point on its rim move?",5*0.4,
    "Circular motion: speed from the angular velocity")
V("What is the centripetal acceleration of a stone whirled at 6 m/s on a circle of diameter 3 m?",36/1.5,
    "Circular motion: centripetal acceleration")
V("A ball is dropped from a height of 20 m on the Moon, where g = 1.62 m/s^2. How long does it take to reach "
    "the ground?",sqrt(40/1.62),"Free fall: time")
V("A 1,200 kg car travels at 72 km/h. What is its momentum?",1200*20,"Linear momentum")
V("The kinetic energy of a 4 kg ball is 50 J. What is its speed?",5.0,"Kinetic energy")
V("A pendulum has a period of 2.5 s at small swings. How long is it, with g = 9.81 m/s^2?",9.81*(2.5/(2*pi))**2,
    "Simple pendulum")
V("A 500 g mass hangs on a spring with constant 80 N/m. What is the frequency of its oscillation in hertz?",sqrt
    (80/0.5)/(2*pi),"Mass on a spring")
V("A satellite circles the Earth at an altitude of 400 km. Take the mass of the Earth as 5.972e24 kg and its "
    "radius as 6371 km. What is its orbital speed?",sqrt(G*5.972e24/6.771e6),"Circular orbit: speed",2e-3)
V("What is the escape speed at a distance of 10,000 km from the centre of a planet of mass 3e24 kg?",sqrt(2*G*
    3e24/1e7),"Escape speed")
V("Two masses of 5 kg and 8 kg attract each other with their centres 0.5 m apart. How large is the "
    "gravitational force?",G*40/0.25,"Universal gravitation")
V("A sinusoidal voltage of peak value 325 V is applied to a 50 ohm resistor. What average power is dissipated?",
    (325/sqrt(2))**2/50,"Power of a resistor at a voltage")
V("Two resistors, 6 ohm and 3 ohm, are connected in parallel. What is the total resistance?",2.0,
    "Two resistors in parallel")
V("A 4 µF and a 12 µF capacitor are in series. What is their combined capacitance?",3e-6,
    "Two capacitors in series")
V("A 10 mH coil carries 3 A. How much energy is stored in it?",0.5*0.01*9,"Energy of an inductor")
V("An LC circuit has L = 2 mH and C = 5 nF. At what frequency in Hz does it resonate?",1/(2*pi*sqrt(2e-3*5e-9)),
    "Thomson's formula")
V("What is the reactance of a 100 nF capacitor at an angular frequency of 5000 rad/s?",1/(5000*1e-7),
    "Capacitive reactance")
V("A wire of diameter 1 mm and length 20 m has a resistivity of 1.7e-8 ohm m. Find its resistance.",1.7e-8*20/(
    pi*0.0005**2),"Resistance of a uniform conductor")
V("A 60 W lamp runs at 12 V. What current flows through it?",5.0,"Electric power")
V("How much charge passes in 2 minutes when the current is 250 mA?",0.25*120,"Charge of a constant current")
V("A capacitor of 47 µF charged to 10 V discharges through 100 kohm. What is the voltage after 3 s?",10*exp(-3/(
    1e5*47e-6)),"Discharge of a capacitor through a resistor")
V("A capacitor of 22 µF is charged from a 9 V source through 10 kohm. What voltage is across it after 0.1 s?",9*
    (1-exp(-0.1/(0.22))),"Charging of a capacitor")
V("What is the magnetic field 4 cm away from a long straight wire carrying 10 A?",mu0*10/(2*pi*0.04),
    "Magnetic field of a long straight wire")
V("A circular coil of 50 turns and 10 cm diameter carries 2 A. What is its magnetic moment?",50*2*pi*0.05**2,
    "Magnetic moment of a coil")
V("A solenoid 25 cm long with 500 turns carries 1.5 A in air. What is the magnetic field inside?",mu0*500*1.5/
    0.25,"Long solenoid: magnetic field",1e-3)
V("What is the electric field strength 30 cm from a point charge of 4 nC?",4e-9/(4*pi*eps0*0.09),
    "Electric field of a point charge")
V("Two charges of +3 µC and +5 µC are 20 cm apart in vacuum. Find the force between them.",15e-12/(4*pi*eps0*
    0.04),"Coulomb's law")
V("Light of wavelength 600 nm in vacuum enters glass with n = 1.5. What is its wavelength in the glass?",400e-9,
    "Wavelength in medium")
V("What is the speed of light in glass with n = 1.5?",c/1.5,"Speed of light in a medium")
V("A lens has a power of 4 dioptres. What is its focal length?",0.25,"Optical power of a lens")
V("A concave mirror has a radius of curvature of 40 cm. An object stands 30 cm in front of it. How far from "
    "the mirror is the image?",0.4*0.3/(0.6-0.4),"Spherical mirror: image distance")
V("What is the critical angle, in degrees, for light going from glass (n = 1.5) into water (n = 1.33)?",asin(
    1.33/1.5),"Critical angle of total reflection")
V("A ray travels from water (n = 1.33) into air (n = 1.00) with an angle of incidence of 30 degrees. What is "
    "the angle of refraction?",asin(1.33*0.5),"Snell's law")
V("What is the fringe spacing on a screen 2 m behind two slits 0.25 mm apart lit with 500 nm light?",500e-9*2/
    0.25e-3,"Double slit")
V("A grating has 500 lines per mm. At which angle does the second order of 550 nm light appear at normal "
    "incidence?",asin(2*550e-9*500e3),"Diffraction grating: angle of an order")
V("How much heat is needed to warm 2 kg of water from 15 °C to 65 °C, with specific heat 4186 J/(kg K)?",2*4186*
    50,"Sensible heat")
V("An ideal gas of 2 mol is at 27 °C in a volume of 50 litres. What is the pressure?",2*R*300.15/0.05,
    "Ideal gas")
V("A gas at 20 °C is heated at constant volume until the pressure doubles from 100 kPa to 200 kPa. What is "
    "its final temperature?",2*293.15,"Gay-Lussac")
V("What is the rms speed of nitrogen molecules (molar mass 28 g/mol) at 300 K?",sqrt(3*R*300/0.028),"rms speed")
V("A Carnot engine works between 527 °C and 27 °C. What is its efficiency?",1-300.15/800.15,"Carnot efficiency")
V("A gauge pressure of 2 bar is read at an atmospheric pressure of 1 bar. What is the absolute pressure?",3e5,
    "Hydrostatic / absolute pressure")
V("What is the absolute pressure 10 m under the surface of a lake with density 1000 kg/m^3, atmospheric "
    "pressure 101325 Pa, g = 9.81 m/s^2?",101325+1000*9.81*10,"Hydrostatic pressure")
V("What is the gauge pressure 10 m under the surface of fresh water with density 1000 kg/m^3, g = 9.81 m/s^2?",
    98100.0,"Hydrostatic pressure")
V("Water flows at 2 m/s in a pipe of 4 cm diameter that narrows to 2 cm diameter. What is the speed in the "
    "narrow part?",8.0,"Continuity")
V("A pipe of inner diameter 10 cm carries water at 1.5 m/s. What is the volume flow rate?",pi*0.05**2*1.5,
    "Flow through a cross-section")
V("A tank is open at the top; a small hole 1.8 m below the surface lets water out without friction. How fast "
    "does it flow out? Use g = 9.81 m/s^2.",sqrt(2*9.81*1.8),"Torricelli's theorem")
V("What is the de Broglie wavelength of an electron moving at 2e6 m/s?",h/(m_e*2e6),
    "De Broglie wavelength of a moving particle")
V("What is the energy in eV of a photon of wavelength 400 nm?",h*c/400e-9,"Photon energy from the wavelength")
V("Light of frequency 1e15 Hz falls on a metal with a work function of 2.3 eV. What is the maximum kinetic "
    "energy of the electrons?",h*1e15-2.3*e,"Photoelectric effect")
V("An isotope has a half-life of 8 days. What fraction of it remains after 24 days?",0.125,"Radioactive decay")
V("A sample has a decay constant of 0.02 per second. What is its half-life?",log(2)/0.02,
    "Decay constant from the half-life")
V("A muon travels at 0.98 c. Its lifetime at rest is 2.2 µs. How long does it live in the laboratory frame?",
    2.2e-6/sqrt(1-0.98**2),"Time dilation")
V("A spaceship passes at 0.6 c and an observer on the ground measures its length as 80 m. What is its proper "
    "length?",100.0,"Length contraction")
V("What is the kinetic energy of an electron moving at 0.9 c?",m_e*c**2*(1/sqrt(1-0.81)-1),
    "Relativistic kinetic energy")
V("A source of 440 Hz moves away from a listener at rest at 20 m/s; the speed of sound is 340 m/s. Which "
    "frequency does the listener hear?",440*340/360,"Doppler effect in a medium")
V("The listener moves towards a resting 500 Hz siren at 17 m/s; the speed of sound is 340 m/s. What "
    "frequency does he hear?",500*357/340,"Doppler effect in a medium")
V("A string of length 0.65 m, mass per length 0.8 g/m, is under a tension of 60 N. What is its second "
    "harmonic frequency?",2/(2*0.65)*sqrt(60/0.8e-3),"String fixed at both ends")
V("An organ pipe open at both ends is 1.7 m long. The speed of sound is 340 m/s. What is its fundamental "
    "frequency?",100.0,"Open pipe")
V("A pipe closed at one end is 0.85 m long; the speed of sound is 340 m/s. What is its fundamental frequency?",
    100.0,"Pipe closed at one end")
V("What is the sound level of a sound with an intensity of 1e-5 W/m^2?",70.0,"Sound intensity level")
V("Malus: unpolarized light is not used here; polarized light of 20 W/m^2 meets a polarizer whose axis is 60 "
    "degrees to the polarization. Which intensity passes?",5.0,"Malus's law")
V("How long does a radar pulse take for the round trip to a target 45 km away?",2*45e3/c,"round trip")
V("A projectile is launched at 30 m/s at 40 degrees above the horizontal on level ground. How high does it "
    "rise? g = 9.81 m/s^2.",(30*sin(40*d2r))**2/(2*9.81),"Projectile: greatest height")
V("A stone is thrown at 15 m/s at 35° above the horizontal from level ground, with g = 9.81 m/s^2 and no air "
    "resistance. How far away does it land?",225*sin(70*d2r)/9.81,"Projectile: range on level ground")
V("A train slows uniformly from 30 m/s to 10 m/s in 40 s. What distance does it cover meanwhile?",
  800.0,"Uniform acceleration: "
    "displacement from the two end velocities")
V("A car starts from rest and accelerates at 2.5 m/s^2 for 8 s. How far does it go?",80.0,
    "Uniform acceleration: displacement")
V("A car is not at rest but already moves at 5 m/s when it begins to accelerate at 2 m/s^2. What is its "
    "speed 6 s later?",17.0,"Uniform acceleration: velocity after a time")
V("A force of 40 N pulls a sled 12 m; the rope makes an angle of 30 degrees with the ground. How much work "
    "does the force do?",480*cos(30*d2r),"Work of a constant force")
V("What torque does a force of 25 N at right angles at the end of a 0.3 m wrench produce?",7.5,
    "Torque of a force")
V("A spring of constant 200 N/m is compressed by 15 cm. How much energy is stored?",0.5*200*0.0225,
    "Energy stored in a spring")
V("What force stretches a spring of constant 150 N/m by 8 cm?",12.0,"Hooke's law")
V("A steel rod 2 m long with a Young's modulus of 200 GPa is under a tensile stress of 100 MPa. What is the "
    "strain?",100e6/200e9,"Hooke's law of elasticity")
V("A cantilever 1.5 m long, E = 210 GPa, I = 8e-7 m^4, carries 500 N at its tip. How much does the tip sink?",
    500*1.5**3/(3*210e9*8e-7),"Deflection of a cantilever at its tip")
V("How much power does a pump need at the shaft to lift 30 litres of water per second through a head of 15 m "
    "at 75 % efficiency? density 1000 kg/m^3, g = 9.81 m/s^2",1000*9.81*0.03*15/0.75,"Pump shaft power")
V("What is the wavelength of the peak emission of a black body at 5500 °C?",2.897771955e-3/5773.15,
    "Wien's displacement law")
V("How much power does a black sphere of radius 0.1 m at 500 K radiate?",sb*4*pi*0.01*500**4,
    "Stefan-Boltzmann law: radiated power")
V("A rocket burns propellant with an exhaust velocity of 3,000 m/s; its mass falls from 12 t to 4 t. What is "
    "its delta-v?",3000*log(3),"Rocket equation")
V("How many moles are in 36 g of water, molar mass 18 g/mol?",2.0,"Amount of substance")
V("What is the pH of a solution with a hydrogen ion concentration of 2.5e-4 mol/l?",-log10(2.5e-4),"pH")
V("50 ml of a 2 mol/l solution is diluted to 400 ml. What is the new concentration?",250.0,"Dilution")
V("A cyclist weighing 80 kg goes round a bend of radius 25 m at 10 m/s. What centripetal force acts on him?",80*
    100/25,"centripetal force")
V("Two ice skaters, 50 kg moving at 4 m/s and 70 kg at rest, collide and stick together. How fast do they "
    "move afterwards?",200/120,"Velocity after a perfectly inelastic collision")
V("An electron moves at 5e6 m/s perpendicular to a field of 2 mT. What is the radius of its path?",m_e*5e6/(e*
    2e-3),"Larmor radius")
V("A proton moves in a 1.5 T magnetic field. What is its cyclotron frequency in Hz?",e*1.5/(2*pi*m_p),
    "Cyclotron")
V("What is the time constant of a 4.7 kohm resistor in series with a 10 µF capacitor?",0.047,
    "RC circuit: time constant")
V("What is the thermal power conducted through a wall 20 cm thick, 12 m^2 in area, with conductivity 0.8 "
    "W/(m K), if the inside is at 20 °C and the outside at -5 °C?",0.8*12*25/0.2,
    "Heat conduction through a wall")
V("A star is at a parallax of 0.05 arcseconds. How far away is it?",149597870700/tan(0.05/3600*d2r),
    "Distance from parallax")

# ---- second layer of value questions
V("A 60 kg passenger sits in a 1,500 kg car going at 20 m/s. What is the kinetic energy of the passenger?",0.5*
    60*400,"Kinetic energy")
V("A truck of 8 t and a car of 900 kg both travel at 15 m/s. How large is the momentum of the car?",13500.0,
    "Linear momentum")
V("A body moves at 4 m/s on a circle whose radius is a third of 6 m. What is its centripetal acceleration?",8.0,
    "Circular motion: centripetal acceleration")
V("Four resistors of 2 ohm in series carry 3 A. What power does each of the 4 dissipate?",18.0,
    "Joule heating of a resistor")
V("Four identical resistors of 8 ohm each are connected in parallel. What is the total resistance?",2.0,
    "Two resistors in parallel")
V("The speed of a 2 kg body increases from 3 m/s by 4 m/s. What is its final kinetic energy?",49.0,
    "Kinetic energy")
V("The speed of a 2 kg body increases from 3 m/s to 4 m/s. By how much does its kinetic energy change?",7.0,
    "Kinetic energy")
V("An aeroplane flying horizontally at 50 m/s at a height of 80 m drops a package. How long does the package "
    "fall? g = 9.81 m/s^2, no air resistance",sqrt(160/9.81),"Free fall: time to fall from a height")
V("A car drives 60 km at 60 km/h and then another 60 km at 30 km/h. What is its average speed over the whole "
    "trip?",40/3.6,"Average speed")
V("An ultrasonic echo comes back from the sea floor after 0.06 s; sound travels at 1,500 m/s in the water. "
    "How deep is the sea there?",45.0,"distance")
V("What is the angular frequency of an oscillation of 50 Hz?",2*pi*50,"angular frequency")
V("What is the period of a wheel that turns at 12.5 rad/s?",2*pi/12.5,"period")
V("What is the rms value of a sinusoidal voltage whose peak-to-peak value is 40 V?",20/sqrt(2),"rms")
V("How much energy does a 2 kW heater use in three hours?",2.16e7,"energy")
V("A mass of 2,5 kg moves at 4,0 m/s. What is its kinetic energy?",20.0,"Kinetic energy")
V("A conductor 100 m long has a rectangular cross section of 2 mm by 5 mm and a resistivity of 1.7e-8 ohm m. "
    "What is its resistance?",0.17,"Resistance of a uniform conductor")
V("The diameter of a piston is 20 cm and the pressure on it is 500 kPa. What force acts on the piston?",pi*0.01*
    5e5,"Pressure of a force on an area")
V("A satellite orbits at a distance of 42,164 km from the centre of the Earth, whose mass is 5.972e24 kg. "
    "What is its period?",2*pi*sqrt(4.2164e7**3/(G*5.972e24)),"Kepler's third law",1e-3)
V("What is the gravitational acceleration at an altitude of 1,000 km above a planet of mass 6e24 kg and "
    "radius 6,400 km?",G*6e24/7.4e6**2,"Surface gravity of a planet")
V("Two cars drive towards each other, one at 25 m/s and the other at 15 m/s. What is their relative speed?",40.0,
    "Relative motion")
V("A boat heads straight across a river at 4 m/s relative to the water, and the current runs at 3 m/s at "
    "right angles to that. What is its speed relative to the ground?",5.0,"Relative motion")
V("Two spaceships approach the Earth from opposite sides, each at 0.6 c. How fast is one as seen from the "
    "other?",1.2/1.36*c,"Relativistic addition of velocities")
V("A clock aboard a spaceship flying at 0.8 c ticks off 3 hours. How much time passes on Earth?",18000.0,
    "Time dilation")
V("An oil immersion objective (n = 1.5) accepts a cone of light with a full opening angle of 120 degrees. "
    "What is the smallest distance it resolves at a vacuum wavelength of 550 nm after Abbe?",550e-9/(2*1.5*sin(
    60*d2r)),"Abbe limit of a microscope")
V("A siren radiates 10 W of sound uniformly in all directions. What is the intensity at a distance of 5 m?",10/(
    4*pi*25),"Spherical wave: intensity at a distance")
V("Two machines of 60 dB each run together. What is the total sound level?",60+10*log10(2),
    "Energetic sum of sound levels")
V("4 g of an ideal gas with a molar mass of 4 g/mol fill 10 litres at 27 °C. What is the pressure?",R*300.15/
    0.01,"ideal gas")
V("What is the mean translational kinetic energy of one molecule of an ideal gas at 300 K?",1.5*k*300,
    "mean kinetic energy")
V("What is the rms speed of molecules with a mass of 4.65e-26 kg each at 20 °C?",sqrt(3*k*293.15/4.65e-26),
    "rms speed")
V("3 kg of aluminium, specific heat capacity 900 J/(kg K), is warmed from 20 °C to 350 K. How much heat does "
    "that take?",3*900*(350-293.15),"Sensible heat")
V("A steel bar 10 m long with an expansion coefficient of 1.2e-5 per kelvin is heated from 10 °C to 60 °C. "
    "What is its new length?",10.006,"Linear thermal expansion",1e-5)
V("A plate of 2 m^2 with emissivity 0.8 at 400 K stands in large surroundings at 300 K. What net power does "
    "it radiate?",0.8*sb*2*(400**4-300**4),"Radiation of a small surface")
V("The secondary of an ideal transformer has 50 turns and delivers 10 V; its primary has 1,000 turns. What "
    "is the primary voltage?",200.0,"Ideal transformer")
V("A 2 kohm and a 3 kohm resistor in series are connected to 10 V. What is the voltage across the 2 kohm "
    "resistor?",4.0,"Voltage divider")
V("Light passes from air (n = 1) into glass (n = 1.5) and is refracted at 25 degrees in the glass. What was "
    "the angle of incidence?",asin(1.5*sin(25*d2r)),"Snell's law")
V("A lens of focal length 10 cm forms a real image 15 cm behind it. How far in front of the lens is the object?",
    0.30,"Thin lens")
V("An electron is accelerated from rest through 200 V. What speed does it reach?",sqrt(2*e*200/m_e),"energy",
    2e-3)
V("80 g of an isotope with a half-life of 6 hours decays until 10 g is left. How long does that take?",18*3600.0,
    "Radioactive decay")
V("A crane lifts 500 kg by 12 m in 20 s at constant speed, g = 9.81 m/s^2. What mechanical power does it "
    "deliver?",500*9.81*12/20,"power")
V("A stone of mass 3 kg and volume 1.2 litres lies completely under water of density 1000 kg/m^3. What is "
    "the buoyant force on it with g = 9.81 m/s^2?",1000*9.81*1.2e-3,"Archimedes")
V("A body of 3 kg hangs on a rope in a lift that accelerates upwards at 2 m/s^2. What is the tension in the "
    "rope if g = 9.81 m/s^2?",3*(9.81+2),"tension")
V("A square loop of side 10 cm lies in a field of 0.5 T; the plane of the loop makes an angle of 20 degrees "
    "with the field. What is the magnetic flux through it?",0.5*0.01*sin(20*d2r),
    "Magnetic flux through a flat loop")
V("A light ray in air hits a water surface (n = 1.33) at an angle of 40 degrees to the surface. What is the "
    "angle of refraction, measured from the normal?",asin(sin(50*d2r)/1.33),"Snell's law",2e-3)
V("A ball is thrown at 20 m/s at 30 degrees from the vertical, g = 9.81 m/s^2, no air resistance. How high "
    "does it rise?",(20*cos(30*d2r))**2/(2*9.81),"Projectile: greatest height")
V("Two parallel wires 10 cm apart carry 20 A each. What force acts on 3 m of one of them?",mu0*400/(2*pi*0.1)*3,
    "Force between parallel wires")
V("A string of mass 5 g and length 2 m is stretched with 40 N. How fast do waves run along it?",sqrt(40/0.0025),
    "Stretched string: wave speed")
V("Hydrogen: what wavelength is emitted in the transition from n = 3 to n = 2?",1/(10973731.568*(1/4-1/9)),
    "Rydberg formula",2e-3)
V("10 g of sodium hydroxide, molar mass 40 g/mol, are dissolved to give 500 ml of solution. What is the "
    "molar concentration?",500.0,"concentration")
V("How many molecules are there in 9 g of water with a molar mass of 18 g/mol?",0.5*N_A,"Amount of substance",
    1e-3)
V("The terminal voltage of a battery is 11.4 V while 2 A flow; its internal resistance is 0.3 ohm. What is "
    "its emf?",12.0,"emf")
V("A battery of emf 12 V and internal resistance 0.5 ohm delivers 4 A. What is its terminal voltage?",10.0,
    "terminal voltage")
V("A conical pendulum with a string 1 m long makes 30 degrees with the vertical. What is its period for g = "
    "9.81 m/s^2?",2*pi*sqrt(cos(30*d2r)/9.81),"Conical pendulum")
V("The wavelength of a photon is 500 nm in water with n = 1.33. What is the energy of the photon?",h*c/(1.33*
    500e-9),"Photon energy")
V("A 2 kg block slides down a frictionless incline of 30 degrees. What is its acceleration for g = 9.81 m/s^2?",
    9.81/2,"incline")
V("A hollow pipe has an outer diameter of 60 mm and an inner diameter of 50 mm. What is the second moment of "
    "area of its cross section?",pi*(0.06**4-0.05**4)/64,"Hollow circular section")
V("The Reynolds number is needed for oil of density 900 kg/m^3 and viscosity 0.1 Pa s flowing at 1.5 m/s "
    "through a pipe of radius 2 cm. What is it, with the diameter as length?",900*1.5*0.04/0.1,"Reynolds number")

from scipy.special import ellipk
V("What is the momentum of an electron that moves at 0.99 c?",m_e*0.99*c/sqrt(1-0.99**2),"relativistic momentum")
V("What speed does an electron reach when it is accelerated from rest through 1 MV?",c*sqrt(1-1/(1+e*1e6/(m_e*c
    **2))**2),"relativistic")
V("A simple pendulum 1 m long swings out to 90 degrees on each side, g = 9.81 m/s^2. What is its period?",4*sqrt
    (1/9.81)*ellipk(0.5),"Simple pendulum: period at any amplitude")
V("A crate of 5 kg rests on a horizontal floor with a coefficient of static friction of 0.4 and a kinetic "
    "one of 0.3 and is pushed horizontally with 10 N, so that it does not move. How large is the friction "
    "force?",10.0,"static friction")
# ---- ask
asks=[
("A ball is thrown at 20 m/s. How far does it fly?","no angle"),
("What is the kinetic energy of a car at 90 km/h?","no mass"),
("What is the kinetic energy of a 2 kg disc of radius 0.3 m turning at 10 rad/s?","disc: rolling or only "
    "turning; shape's moment given? solid disc reading - ring"),
("How fast is a satellite at 500 km?","altitude or distance, which body"),
("What is the period of a pendulum 2 m long that swings to 80 degrees with the small angle formula?",
    "outside the small-angle law"),
("What is the momentum of a proton with a speed of about 1e6 to 2e6 m/s?","range"),
("How much heat does it take to warm water by 30 K?","no mass"),
("What current flows through two resistors of 4 ohm and 6 ohm at 12 V?","series or parallel not said"),
("What is the combined capacitance of a 3 µF and a 6 µF capacitor?","series or parallel not said"),
("Find the power and the current of a 100 ohm resistor at 20 V.","two quantities"),
("What is the pressure of 1 mol of gas in 10 litres?","no temperature"),
("What is the pressure at a depth of 5 m?","which liquid; gauge or absolute"),
("A 100 W source of sound is heard at a level of how many decibels?","no distance"),
("What is the gravitational acceleration on a planet with a radius of 3000 km?","no mass"),
("How long does a stone need to fall?","no height"),
("A cube with a density of 700 kg/m^3 floats. How deep does it sink?","no side"),
("What is the magnetic field of a coil with 200 turns carrying 2 A?",
    "no length or radius: solenoid or flat coil"),
("What is the force between two wires carrying 5 A and 8 A?","no distance"),
("How much energy is stored in a capacitor at 12 V?","no capacitance"),
("What is the frequency of a wave travelling at 340 m/s?","no wavelength"),
("A mirror has a focal length; the object is 20 cm away. Where is the image?","no focal length"),
("What is the angle of refraction for light entering glass at 40 degrees?","no index"),
("How much does a steel rail lengthen when it warms by 20 K?","no length"),
("What is the half-life of a sample that has decayed to a tenth?","no time"),
("What is the resistance of a copper wire 10 m long?","no cross-section"),
("How much work is done in pushing a crate 5 m?","no force"),
("What is the terminal velocity of a 70 kg skydiver?","no area / drag coefficient"),
("A car brakes. What is its stopping distance at 50 km/h?","no deceleration"),
("A runner covers 100 m at first and then 200 m in 30 s. What is her average speed?",
    "time of the first part missing or two readings"),
("A wheel of 0.5 m turns at 120 rpm. What is the speed of its rim?","radius or diameter"),
("A sphere of 10 cm holds a charge of 2 nC. What is the potential at its surface?","radius or diameter"),
("A gas is compressed from 2 litres to 1 litre at 100 kPa. What is the final pressure?",
    "isothermal or adiabatic"),
("A mass on a spring of 50 N/m swings. What is its period?","no mass"),
("An object of 3 kg is pushed by 12 N and friction acts. What is its acceleration?","friction unknown"),
("A block slides down a plane inclined at 30 degrees. What is its acceleration with friction?","no coefficient"),
("What is the wavelength of an electron?","no speed"),
("How much energy does a photon have?","no wavelength"),
("What is the Doppler shifted frequency of a 600 Hz source moving at 30 m/s?","towards or away, speed of sound"),
("A 440 Hz source moves at 30 m/s relative to the observer, speed of sound 340 m/s. Which frequency is heard?",
    "towards or away"),
("What is the kinetic energy of an electron at 0.9 c by the classical formula m v^2/2?",
    "classical law at relativistic speed"),
("What is the pressure drop by the Hagen-Poiseuille law in a pipe of radius 5 cm, 10 m long, water of "
    "viscosity 1e-3 Pa s flowing at 0.02 m^3/s?","turbulent"),
("What is the drag on a ball of radius 10 cm moving at 20 m/s in air of viscosity 1.8e-5 Pa s by Stokes's law?",
    "Re far above 1, outside Stokes"),
("What is the Coulomb force between 2 µC and 3 µC?","no distance"),
("A ball of 0.2 kg hits a wall at 10 m/s and bounces back. What is the change of momentum?",
    "rebound speed unknown"),
("A 2 kg ball and a 3 kg ball collide at 4 m/s. What is the speed after the collision?",
    "who moves, elastic or not"),
("A voltage of 230 V drives a current through a 100 mH coil. How large is it?","no frequency / DC"),
("What is the impedance of a 10 ohm resistor in series with a 50 mH coil?","no frequency"),
("What is the speed of sound in a gas at 300 K?","which gas"),
("How high does the water rise in a capillary of 0.5 mm?","radius or diameter, contact angle, sigma"),
("What is the luminosity of a star at 6000 K?","no radius"),
("How many stages does a binary distillation with relative volatility 2.5 need?","compositions missing"),
("What is the lift of a wing of 20 m^2 at 60 m/s?","no lift coefficient"),
("What is the Reynolds number of water flowing at 2 m/s?","no length"),
("At least how much power does a motor need to lift 100 kg?","no height and time"),
("A resistor of at least 100 ohm is connected to 12 V. What is the current?","at least"),
("Roughly between 5 and 7 kg are lifted by 2 m. How much energy is needed?","range"),
("Suppose the 5 kg mass were 10 kg instead; what would its kinetic energy at 3 m/s be compared with before, "
    "and what momentum?","two requests"),
("What if the voltage of 12 V at a 4 ohm resistor doubled: what power and what current?","two requests, what if"),
("The mass is 3 kg or 4 kg, its speed is 5 m/s. What is its kinetic energy?","two masses"),
("A car of 1000 kg drives at 20 m/s, then at 30 m/s. What is its kinetic energy?","which of two speeds"),
("A 12 V battery with internal resistance feeds a 5 ohm load. What is the current?",
    "internal resistance unknown"),
("A battery has a terminal voltage of 11 V at 2 A. What is its emf?","internal resistance missing"),
("What is the efficiency of a heat engine with a hot reservoir at 600 K?","cold missing"),
("What is the period of a satellite around the planet at 7000 km?","which planet, altitude or radius"),
("How much time passes on Earth while a spaceship flies at 0.8 c?","no proper time"),
("What is the temperature of a mixture of 2 kg water at 80 °C and 3 kg water?","second temperature missing"),
("What is the moment of inertia of a 3 kg rod of length 2 m?","axis not said"),
("What is the moment of inertia of a 2 kg sphere of radius 0.1 m?","solid or hollow"),
("A conical pendulum of length 1 m: what is its period?","no angle"),
("A gas of 3 mol is heated by 50 K. How much heat is taken up?","constant volume or pressure; which gas"),
("What is the concentration if 5 g of salt are dissolved?","no volume, molar mass"),
("A signal is sampled at some rate and has 10 kHz. What is the alias frequency?","rate missing"),
("How much mass is deposited in one hour of electrolysis of copper?","current missing"),
("How far does a proton with 5 MeV go?","range in which matter"),
("A beam of 3 m carries 2 kN. What is its deflection?","E, I, support"),
("How fast does water flow out of a tank?","height missing"),
("What is the tension in the rope holding a 10 kg load that is accelerated?","acceleration missing"),
("What is the intensity 3 m away from the source?","power missing"),
("The current rises by 2 A in a 0.5 H coil. What voltage is induced?","time missing"),
("Which angle does the first order of a grating with 600 lines per mm have?","wavelength missing"),
("An astronaut weighs 80. What is his weight on Mars?","unit of 80"),
("A pressure of 3 bar acts on a piston. What force results?","area missing"),
("What's the redshift of a galaxy 100 Mpc away?","Hubble constant not given / two readings"),
("How long does it take a capacitor to charge through 10 kohm?","capacitance and level missing"),
("What is the energy of the level of hydrogen?","n missing"),
("How much is the bimetal bent by 50 K?","geometry missing"),
("What is the equilibrium temperature of a planet 1 AU from its star?","star, albedo missing"),
("A car of mass 900 kg moves at 15. What is its kinetic energy?","unit of the speed missing"),
("A train of 200 m passes a bridge at 25 m/s. How long does it take?","bridge length missing"),
("What is the rms current of an alternating current of 5 A?","peak or rms"),
]
for q,w in asks: A(q,w)

A2=[
("A 2 kg ball is thrown at 10 m/s and later moves at 4 m/s. What is its momentum?","which of two speeds"),
("What is the terminal velocity after Stokes of a steel ball of radius 5 mm and density 7800 kg/m^3 in water "
    "of density 1000 kg/m^3 and viscosity 1e-3 Pa s, g = 9.81 m/s^2?","Reynolds number far above 1"),
("What pressure does 1 mol of carbon dioxide have at 300 K in 0.06 litres?","real gas, dense"),
("A ball is thrown at 20 m/s at 45 degrees against air resistance. How far does it fly on level ground?",
    "air resistance"),
("How long does a stone fall from 2,000 m if air drag matters?","drag unknown"),
("How long does a body take to fall to the Earth from a height of 20,000 km?","g not constant"),
("How much potential energy m g h does a satellite of 1000 kg gain on its way to an altitude of 36,000 km "
    "with g = 9.81 m/s^2?","g not constant"),
("A spring of constant 200 N/m is stretched by 3 m, far beyond its elastic limit. What force does it exert?",
    "outside Hooke's law"),
("A car of 1000 kg accelerates from rest to 20 m/s. What power does the engine need?","no time"),
("A bulb rated 60 W at 230 V is connected to 115 V. What current flows?",
    "resistance at the lower temperature unknown"),
("Two lamps of 60 W and 100 W rated at 230 V hang in series on 230 V. What power do they take?","not one law"),
("A body with a volume of 2 litres floats in water of density 1000 kg/m^3. What buoyant force acts, g = 9.81 "
    "m/s^2?","immersed part unknown"),
("How much heat is needed to turn 2 kg of ice at -10 °C into water at 20 °C?","three steps, constants missing"),
("How much heat does it take to bring 1 kg of water with c = 4186 J/(kg K) from 80 °C to 120 °C at normal "
    "pressure?","boils in between"),
("An ideal gas of 1 mol expands from 1 litre to 2 litres. How much work does it do?",
    "process and temperature missing"),
("A coil of 0.5 H is connected to 10 V. What current flows?","time, resistance missing"),
("A wheel of 30 cm rolls at 5 m/s. What is its angular velocity?","radius or diameter"),
("A glass lens (n = 1.5) in air has surfaces with radii of 20 cm and 30 cm. What is its focal length?",
    "convex or meniscus"),
("An object is 20 cm from a mirror with a radius of curvature of 30 cm. Where is the image?","concave or convex"),
("A transformer has coils of 100 and 500 turns and is fed with 20 V. What voltage comes out?",
    "which coil is the primary"),
("What is the output of a voltage divider of 2 kohm and 3 kohm across 10 V?","which resistor is the output"),
("Two forces of 3 N and 4 N act on a body of 1 kg. What is its acceleration?","angle between them"),
("Two waves with amplitudes of 2 cm and 3 cm overlap. What is the resulting amplitude?","phase missing"),
("Two cars drive at 20 m/s and 30 m/s. What is their relative speed?","directions missing"),
("A stone is thrown from a cliff 20 m high at 15 m/s. How long does it take to land?","direction missing"),
("A 0.5 kg ball moving at 3 m/s hits a 1 kg ball at rest. How fast is it afterwards?","elastic or not"),
("A 9 V battery feeds three lamps of 10 ohm each. What current does it deliver?","series or parallel"),
("The speed of a 1000 kg car is at least 20 m/s. What is its kinetic energy?","at least"),
("A ball of 3 kg or so moves at around 5 m/s. Kinetic energy?","about"),
("A current of 5 A flows along a loop of 10 cm. What is the field at its centre?",
    "radius, diameter or circumference"),
("A circuit has R = 10 ohm, C = 1 µF. What is its impedance?","frequency, series or parallel"),
("A proton is accelerated through 100 V between plates 2 cm apart. What are its speed and the field?",
    "two requests"),
("The temperature of an ideal gas rises by 50 °C at constant volume from a pressure of 1 bar. What is the "
    "final pressure?","initial temperature missing"),
("The temperature rises to 80 °C and the mass is 2 kg, c = 4186 J/(kg K). How much heat was added?",
    "initial temperature missing"),
("A wire of 2 mm and 10 m length has a resistivity of 1.7e-8 ohm m. What is its resistance?",
    "radius or diameter"),
("The half-life of a substance is 5 years. How much is left after a while?","time missing"),
("A bus accelerates at 1.5 m/s^2 for 6 s. How fast is it then?","initial speed missing"),
("A bus accelerates at 1.5 m/s^2 for 6 s while it is already moving. How far does it go?",
    "initial speed missing"),
("A car going 20 m/s doubles its kinetic energy. What is it afterwards?","mass missing"),
("What would the kinetic energy of a 2 kg body at 3 m/s be if its speed were doubled and its mass were a bit "
    "smaller?","a bit smaller"),
("A gas of 2 mol with a molar heat capacity of 20.8 J/(mol K) at constant volume is heated by 10 K at "
    "constant pressure. How much heat does the 29 J/(mol K) or 20.8 gas take?","two values"),
("A copper ball of 5 cm at 400 K radiates into space. How much power?","radius or diameter, emissivity"),
("A sound of 80 dB is made twice as loud. What is its level?","loudness or intensity"),
("A string vibrates in its third mode at some tension with a wave speed of 200 m/s. What is the frequency?",
    "length missing"),
("A pipe 0.5 m long sounds with a speed of sound of 340 m/s. What is its fundamental frequency?",
    "open or closed"),
]
for q_,w_ in A2: A(q_,w_)
A("A parachutist falls 2,000 m and air drag matters. How long does the fall take?","drag unknown")
refs=[
("What is the kinetic energy of a -5 kg mass moving at 3 m/s?","negative mass"),
("What is the kinetic energy of a 2 kg ball moving at 5 kg?","wrong dimension"),
("What is the force on a 3 kg body accelerated by 4 m/s?","speed for acceleration"),
("What is the momentum of a 3 flurb ball moving at 2 m/s?","unknown unit"),
("Which force is the most beautiful one?","opinion"),
("Delete all records older than 3 days.","order"),
("What is the speed of an electron with a Lorentz factor of 0.5?","impossible gamma"),
("What is the length of a 10 m rod moving at 1.2 c?","faster than light"),
("What is the critical angle for light going from air (n = 1) into glass (n = 1.5)?","no total reflection"),
("What is the temperature in kelvin of a gas at -300 °C with 1 mol in 10 litres: its pressure?",
    "below absolute zero"),
("What is the efficiency of a Carnot engine working between a hot 300 K and a cold 400 K reservoir?",
    "hot colder than cold"),
("Who invented the telescope?","history"),
("What will the price of copper be next week?","not physics"),
("Write a poem about the Coulomb force of 3 N.","poem"),
("How heavy is happiness at 3 m/s?","no physics"),
("What is the colour of a neutrino with a mass of 2 kg?","nonsense"),
("What is the half-life of -3 s of an isotope whose activity is 5 Bq?","negative"),
("A resistor of 10 V carries 2 A. What is its resistance in metres?","wrong dimension of the result"),
("What is the current in amperes of a 5 ohm resistor at 10 kg?","wrong dimension"),
("Convert 5 kg to metres.","wrong dimension"),
("Is quantum mechanics better than relativity?","opinion"),
("What is the wavelength of a wave with a frequency of 0 Hz moving at 3 m/s?","division by zero"),
("How much does a 3 kg ball that weighs 7 kg at 2 m/s have as momentum?","contradictory"),
("What is the fraction left after a half-life of 5 years and 10 kilograms?","wrong dimension"),
("Please install the newest version and restart.","order"),
("What mass does a body have whose kinetic energy is -20 J at 4 m/s?","negative energy"),
("What is the sine of the angle of refraction of love at 30 degrees?","nonsense"),
("What is the mass of a photon in zorkmids?","unknown unit"),
("Find the radius of a circle of area -4 m^2.","negative area"),
("Give me the password of the server.","credentials"),
]
for q,w in refs: N(q,w)
DROP=['A wheel 0.8 m', 'A 1,200 kg', 'The kinetic energy of a 4', 'A 500 g mass', 'Two masses of 5',
    'Two resistors, 6', 'A 10 mH', 'A 60 W', 'How much charge', 'A capacitor of 22',
    'What is the magnetic field 4', 'What is the electric field strength 30', 'Two charges of +3',
    'What is the speed of light', 'A lens has a power', 'What is the fringe', 'How much heat is needed',
    'An ideal gas of 2 mol is', 'What is the rms speed of nitr', 'A pipe of inner', 'A tank is open',
    'What is the de Brog', 'What is the energy in eV', 'Light of frequency 1e15', 'An isotope has',
    'A sample has a decay', 'A muon', 'What is the kinetic energy of an electron m', 'The listener',
    'A string of length 0.65', 'An organ', 'A pipe closed', 'What is the sound level', 'A projectile is',
    'A stone is thrown', 'A car starts from', 'A force of 40', 'What torque', 'A spring of', 'What force',
    'A cantilever', 'How many moles', 'What is the pH', 'A cyclist', 'Two ice', 'What is the time constant',
    'What is the thermal', 'A star is', 'Water flows at 2', 'How much power does a pump',
    'A proton moves in a 1.5', 'What is the gauge', 'What is the reactance', 'A ball is dropped',
    'What is the escape speed', 'An LC']
DA=['What is the kinetic energy of a car at 90', 'What is the period of a pendulum 2 m',
    'How long does a stone need', 'How much energy is stored in a capacitor at', 'A mirror has a focal',
    'What is the wavelength of an electron?', 'How much energy does a photon',
    'What is the Coulomb force between', 'How much heat does it take to warm water by',
    'What is the force between two wires', 'What is the frequency of a wave', 'How much does a steel rail',
    'How much work is done in pushing', 'What is the luminosity of', 'What is the Reynolds', 'What is the lift',
    'How far does a proton', 'A beam of 3 m', 'How fast does water flow out', 'What is the intensity 3 m',
    'A pressure of 3 bar', 'How long does it take a capacitor', 'How much is the bimetal', 'How many stages',
    'What is the energy of the level', 'How much mass is deposited', 'What is the concentration if',
    'What is the half-life of a sample', 'A mass on a spring of 50', 'What is the angle of refraction for',
    'What is the gravitational acceleration on a', 'A 100 W source', 'What is the efficiency of a heat',
    'What is the speed of sound in a gas', 'The current rises by', 'Which angle does the first',
    'What is the tension in the rope', 'A voltage of 230', 'How long does a stone',
    'What is the temperature of a mixture', 'A signal is sampled at some', 'A cube with a density',
    'How fast is a satellite', 'What if the voltage', 'Suppose the 5 kg',
    'What is the resistance of a copper wire']
DROP+=['Malus', 'A solenoid 25', 'A 4 µF', 'A hollow pipe', 'A grating has', 'A rocket burns', '50 ml',
    'What is the angular frequency of', 'A steel rod 2 m', 'What is the period of a wheel',
    'A circular coil of 50']
out=[x for x in out if not(x['kind']=='ask' and any(x['query'].startswith(d) for d in DA))]
out=[x for x in out if not(x['kind']=='value' and any(x['query'].startswith(d) for d in DROP))]
json.dump(out,open(1,'w',closefd=False),indent=0,ensure_ascii=False)
