"""
Exercises as a lecturer compiles them, with mistakes that students make when they copy them.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/fourteenthSet.py > test/vectors/words/fourteenth.json
"""
import json
from math import *
from scipy.constants import (c, h, hbar, e, m_e, m_p, m_n, k as kB, N_A, R, G, epsilon_0 as e0, mu_0 as m0,
    sigma as SB, u as amu, physical_constants as pc)
Rinf=pc['Rydberg constant'][0]; muB=pc['Bohr magneton'][0]; bW=pc['Wien wavelength displacement law constant'][0]
ke=1/(4*pi*e0); atm=101325.0; deg=pi/180; au=1.495978707e11; pcs=au*648000/pi; day=86400.0; C0=273.15
out=[]
def v(law,q,val,rel=1e-3): out.append(dict(query=q,kind="value",value=float(val),rel=rel,law=law))
def a(q,why): out.append(dict(query=q,kind="ask",why=why))
def r(q,why): out.append(dict(query=q,kind="refuse",why=why))

# ---------- kinematics
v("Projectile: range on level ground","A golfer strikes a ball so that it leaves the tee at 30.0 m/s, 40.0° "
    "above the horizontal. Neglecting air resistance, and with g = 9.80 m/s^2, how far down the level "
    "fairway does the ball come down?",30**2*sin(80*deg)/9.80)
v("Stopping distance of a vehicle","A deer steps onto the road. The driver of a van, travelling at 72 km/h, "
    "needs 0.80 s to react and then brakes at a constant 5.0 m/s². What total distance does the van cover "
    "before it stands still?",20*0.8+400/10)
v("Free fall: time to fall from a height","A physics student drops a stone from a bridge that is 45.0 m "
    "above the river. How long does the stone take to reach the water? Use g = 9.80 m/s^2 and ignore the air.",
    sqrt(2*45/9.8))
v("Uniform acceleration: speed after a distance (Torricelli)","A jumbo jet starting from rest must reach a "
    "speed of 360 km/h to take off from a runway 1.80 km long. Assuming the acceleration is constant, what "
    "acceleration is required?",100**2/(2*1800))
v("Time dilation","Muons at rest live 2.20 µs on average. How long is the mean lifetime, as measured in the "
    "laboratory, of muons that circulate in a storage ring at 0.9994c?",2.20e-6/sqrt(1-0.9994**2))
v("Relativistic addition of velocities","Two spaceships: ship A moves at 0.750c relative to the Earth, and "
    "it fires a probe straight ahead at 0.600c relative to itself. What is the speed of the probe as seen "
    "from the Earth?",(0.75+0.6)*c/(1+0.45))
# ---------- newtonian mechanics
v("Kinetic energy","How fast must a 1200-kg automobile be moving so that its kinetic energy amounts to 4.0 x "
    "10^5 J?",sqrt(2*4e5/1200))
v("Velocity after a perfectly inelastic collision","An 1800 kg car stopped at a traffic light is struck from "
    "the rear by a 900 kg car travelling at 20.0 m/s. The bumpers lock and the two cars stay together. Find "
    "the speed of the wreckage just after the crash.",900*20/2700)
v("Universal gravitation","Calculate the gravitational force between the Earth (5.98 x 10^24 kg) and the "
    "Moon (7.36 x 10^22 kg), whose centres are 3.84 x 10^8 m apart.",G*5.98e24*7.36e22/3.84e8**2)
v("Work of a constant force","A man cleaning his apartment pulls a vacuum cleaner with a force of 50.0 N "
    "directed 30.0 degrees above the floor. How much work does he do while the cleaner moves 3.00 m to the "
    "right?",50*3*cos(30*deg))
# ---------- rigid body
v("Centripetal force","A ball of mass 0.500 kg is whirled in a horizontal circle at the end of a cord 1.50 m "
    "long, and the cord breaks when the centripetal force is greater than 50.0 N. What is the greatest speed "
    "the ball can have?",sqrt(50*1.5/0.5))
v("Acceleration down an incline with friction","A crate slides down a loading ramp inclined at 35.0° to the "
    "horizontal. The coefficient of kinetic friction is 0.250 and g is 9.80 m/s². With what acceleration "
    "does the crate slide?",9.8*(sin(35*deg)-0.25*cos(35*deg)))
v("Gyroscope: slow precession","A toy top of mass 0.500 kg has its centre of mass 4.00 cm from the pivot. "
    "Its moment of inertia about the spin axis is 5.00e-4 kg m^2 and it spins at 30.0 revolutions per "
    "second. At what angular rate, in rad/s, does it precess? (g = 9.80 m/s^2)",0.5*9.8*0.04/(5e-4*2*pi*30))
v("Elastic collision: velocity of the first body","In a reactor a neutron of mass 1.00 u travelling at "
    "2.60e7 m/s makes a head-on elastic collision with a carbon nucleus of mass 12.0 u at rest. Find the "
    "velocity of the neutron after the collision, counted positive in its original direction.",(1-12)/(13)*2.6e7)
v("Torque and angular acceleration","A grinding wheel with a rotational inertia of 0.130 kg·m² has to be "
    "brought up to speed with an angular acceleration of 25.0 rad/s². What torque must the motor supply?",0.130*
    25)
# ---------- oscillations
v("Mass on a spring: period","A block whose mass is 680 g is fastened to a spring whose spring constant is "
    "65 N/m and slides without friction. What is the period of the resulting motion?",2*pi*sqrt(0.68/65))
v("Simple pendulum: period at small amplitude","Christiaan Huygens suggested that the unit of length be the "
    "length of a simple pendulum swinging with a period of exactly 1 s. How long would that pendulum be "
    "where g = 9.80 m/s^2?",9.8/(4*pi**2))
v("Physical pendulum: period of small swings","A wooden sign of mass 2.00 kg swings from a nail that is "
    "0.300 m away from its centre of mass. The moment of inertia about the centre of mass is 0.120 kg m². "
    "Determine the period of its small swings, taking g as 9.80 m/s².",2*pi*sqrt((0.12+2*0.09)/(2*9.8*0.3)))
# ---------- waves
v("Stretched string: wave speed","A uniform cord with a mass per unit length of 0.0500 kg/m is held under a "
    "tension of 19.6 N. What is the speed of a pulse on this cord?",sqrt(19.6/0.05))
v("Doppler effect in a medium","A train sounds its 400 Hz whistle while approaching a station at 33.5 m/s. "
    "The speed of sound is 343 m/s. Which frequency does a passenger standing on the platform hear?",400*343/(
    343-33.5))
v("String fixed at both ends: harmonic frequencies","The high E string of a guitar is 0.640 m long between "
    "its fixed ends, has a linear density of 0.400 g/m and vibrates in its fundamental at 330 Hz. To what "
    "tension is the string stretched?",0.4e-3*(2*0.64*330)**2)
v("Spherical wave: intensity at a distance","A point source sends out sound waves uniformly in all "
    "directions with an average power output of 80.0 W. Find the intensity 3.00 m from the source.",80/(4*pi*9))
# ---------- acoustics
v("Sound intensity level","Near a machine in a factory a worker measures a sound intensity of 2.0e-7 W/m^2. "
    "What is the corresponding sound level in decibels?",10*log10(2e-7/1e-12))
v("Pipe closed at one end: mode frequencies","Treat the outer ear canal of a human as a pipe 2.50 cm long, "
    "closed at one end by the eardrum. At what frequency does it resonate in its first mode, if sound "
    "travels at 343 m/s?",343/(4*0.025))
v("Speed of sound in an ideal gas","Calculate the speed of sound in helium at 20.0 °C. Helium is monatomic "
    "with a ratio of specific heats of 1.667 and a molar mass of 4.00 g/mol.",sqrt(1.667*R*293.15/4e-3))
# ---------- fluids
v("Hydraulic press: force on the second piston","In a garage lift, the compressed air presses with a force "
    "of 1480 N on a small piston of cross-section 80 cm². What force does the large piston, of cross-section "
    "720 cm², exert on the car?",1480*720/80)
v("Hydrostatic pressure","A novice scuba diver descends to 30.0 m below the surface of a lake. What absolute "
    "pressure acts on her there, if the atmospheric pressure is 1.013 x 10^5 Pa, the density of the water is "
    "1000 kg/m³ and g = 9.80 m/s²?",1.013e5+1000*9.8*30)
v("Terminal speed in a fluid","A skydiver of mass 80.0 kg falls spread-eagled with an effective "
    "cross-sectional area of 0.700 m² and a drag coefficient of 1.00 through air of density 1.20 kg/m³. Find "
    "his terminal speed; take g = 9.80 m/s².",sqrt(2*80*9.8/(1.2*0.7*1.0)))
v("Jurin's law: capillary rise","Water (surface tension 0.073 N/m, density 1000 kg/m^3) wets a clean glass "
    "tube of radius 0.25 mm completely, contact angle 0°. How high does the water climb in the tube, g = "
    "9.80 m/s^2?",2*0.073/(1000*9.8*0.25e-3))
v("Stokes drag","How large is the viscous drag force on a small ball of radius 1.0 mm that moves slowly at "
    "2.0 cm/s through castor oil of viscosity 0.99 Pa·s?",6*pi*0.99*1e-3*0.02)
# ---------- heat and thermodynamics
v("Linear thermal expansion","A steel railroad track has a length of 30.000 m when the temperature is 0.0°C. "
    "By how much does it lengthen when it warms to 40.0°C? The coefficient of linear expansion of steel is "
    "11e-6 per °C.",11e-6*30*40)
v("Temperature of a mixture","A 0.0500 kg ingot of metal is heated to 200.0°C and dropped into a calorimeter "
    "holding 0.400 kg of water (specific heat 4186 J/(kg K)) initially at 20.0°C. The final equilibrium "
    "temperature of the mixed system is 22.4°C. Find the specific heat of the metal.",0.4*4186*2.4/(0.05*177.6))
v("Heat conduction through a wall: heat flow","A window pane has an area of 1.50 m² and is 4.0 mm thick; the "
    "glass has a thermal conductivity of 0.80 W/(m K). At what rate is heat conducted through it when one "
    "face is 15 K warmer than the other?",0.8*1.5*15/0.004)
v("Stefan-Boltzmann law: radiated power","At what rate does a sphere of surface area 0.250 m^2 and "
    "emissivity 0.850 radiate energy when its surface is at 327 °C?",0.85*SB*0.25*600.15**4)
v("Wien's displacement law","The temperature of a person's skin is 35.0 °C. At what wavelength does the "
    "radiation emitted from the skin have its peak?",bW/308.15)
v("Latent heat","How much energy is required to melt completely 720 g of ice that is already at 0 °C? The "
    "heat of fusion is 333 kJ/kg.",0.72*333e3)
v("Carnot efficiency","A steam engine has a boiler that operates at 500 K, while the exhaust is at 300 K. "
    "What is the maximum thermal efficiency such an engine can have?",1-300/500)
v("Ideal gas law","A cylinder of volume 12.0 L contains oxygen at 20.0 °C and a pressure of 15.0 atm. How "
    "many moles of gas are in the cylinder?",15*atm*12e-3/(R*293.15))
v("Adiabatic compression: temperature","In a diesel engine, air initially at 20.0 °C is compressed "
    "adiabatically and reversibly from 800 cm³ to 60.0 cm³. With gamma = 1.40, find the final temperature of "
    "the air.",293.15*(800/60)**0.4)
v("Otto cycle: efficiency","An idealized gasoline engine running on the Otto cycle has a compression ratio "
    "of 8.00 and uses a working gas with gamma = 1.40. What is its theoretical efficiency?",1-8**-0.4)
v("Isothermal expansion of an ideal gas: work","One mole of an ideal gas is kept in a bath at 310 K while it "
    "expands reversibly from 12.0 L to 19.0 L. How much work is done by the gas during the expansion?",R*310*log
    (19/12))
v("Van der Waals equation","Use the van der Waals equation to estimate the pressure exerted by 1.00 mol of "
    "carbon dioxide confined to 0.500 L at 300 K. The parameters are a = 0.3640 Pa m^6/mol^2 and b = "
    "4.267e-5 m^3/mol.",R*300/(5e-4-4.267e-5)-0.364/(5e-4)**2)
# ---------- statistical mechanics
v("Root-mean-square speed of gas molecules","Find the rms speed of hydrogen molecules, each of mass 3.35e-27 "
    "kg, in a gas at room temperature, 300 K.",sqrt(3*kB*300/3.35e-27))
v("Mean free path in a gas","Oxygen molecules have an effective diameter of 290 pm. How far does a molecule "
    "travel on average between two collisions at a temperature of 300 K and a pressure of 1.0 atm?",kB*300/(sqrt
    (2)*pi*(290e-12)**2*atm))
v("Boltzmann distribution: ratio of populations","The first excited level of a gas atom lies 2.10 eV above "
    "the ground level, and both levels have the same statistical weight of 1. What is the ratio of the "
    "populations, excited to ground, in a gas at 2500 K in thermal equilibrium?",exp(-2.10*e/(kB*2500)))
# ---------- electrostatics
v("Coulomb's law","The electron and the proton of a hydrogen atom are separated, on the average, by 5.3 x "
    "10^-11 m. Find the magnitude of the electric force between these two particles.",ke*e*e/(5.3e-11)**2)
v("Parallel-plate capacitor","The plates of an air-filled parallel-plate capacitor are 1.00 mm apart. What "
    "must be the plate area for a capacitance of 1.00 F? Take the relative permittivity as 1.",1e-3/e0)
v("Torque on an electric dipole","A neutral water molecule in its vapour state has an electric dipole moment "
    "of 6.2 x 10^-30 C·m. What torque acts on it in a field of 1.5 x 10^4 N/C when the dipole makes an angle "
    "of 90° with the field?",6.2e-30*1.5e4)
v("Image force at a conducting plane","A point charge of 2.0 nC is held 3.0 cm in front of an infinite "
    "grounded conducting plane. With what force is the charge attracted towards the plane?",(2e-9)**2/(16*pi*e0*
    0.03**2))
# ---------- circuits
v("Charging of a capacitor through a resistor","An uncharged 5.00 µF capacitor and an 800 kΩ resistor are "
    "connected in series to a 12.0 V battery. What is the voltage across the capacitor 3.00 s after the "
    "switch is closed?",12*(1-exp(-3/4)))
v("Series resonant circuit: magnitude of the impedance","A series RLC circuit has R = 425 Ω, L = 1.25 H and "
    "C = 3.50 µF and is driven by a source with an angular frequency of 377 rad/s. Determine the magnitude "
    "of the impedance of the circuit.",sqrt(425**2+(377*1.25-1/(377*3.5e-6))**2))
v("Power of a resistor at a voltage","An electric heater is constructed by applying a potential difference "
    "of 120 V across a Nichrome wire that has a total resistance of 8.00 Ω. Find the power rating of the "
    "heater.",120**2/8)
v("Thomson's formula: resonance frequency of a tuned circuit","The tuning circuit of a radio contains a coil "
    "of 0.200 mH. To what value must the variable capacitor be set in order to resonate with the station at "
    "1.00 MHz?",1/((2*pi*1e6)**2*0.2e-3))
v("Two resistors in parallel","A 3.0 Ω resistor and a 6.0 Ω resistor are joined in parallel across a "
    "battery. Find the equivalent resistance of the pair.",2.0)
# ---------- magnetism
v("Force between parallel wires","Two long parallel wires carry currents of 50 A and 60 A and hang 2.0 cm "
    "apart. What is the force per metre of length between them?",m0*50*60/(2*pi*0.02))
v("Long solenoid: inductance","Find the inductance of an air-core solenoid that contains 300 turns, if its "
    "length is 25.0 cm and its cross-sectional area is 4.00 cm².",m0*300**2*4e-4/0.25)
v("Magnetic force on a moving charge","A proton moves at 8.0 x 10^6 m/s through a uniform magnetic field and "
    "experiences a magnetic force of 2.8 x 10^-12 N; its velocity makes an angle of 60° with the field. How "
    "strong is the field?",2.8e-12/(e*8e6*sin(60*deg)))
v("Motional electromotive force","The wings of an airliner flying level at 1000 km/h span 60.0 m. The "
    "vertical component of the Earth's magnetic field there is 50 µT. What emf is induced between the wing "
    "tips?",50e-6*60*1e6/3600)
# ---------- EM waves
v("Plane wave in vacuum: intensity","Sunlight reaches the roof of a house with an intensity of 1000 W/m^2. "
    "If it is treated as a plane sinusoidal wave, what is the amplitude of its electric field?",sqrt(2*1000/(e0*
    c)))
v("Larmor formula","An electron is decelerated at a constant 1.0e18 m/s² and moves slowly all the time. How "
    "much power does it radiate?",e**2*1e36/(6*pi*e0*c**3))
# ---------- optics
v("Snell's law: angle of refraction","A beam of light travelling in air (n = 1.00) is incident on a slab of "
    "crown glass of index 1.52 at 30.0° to the normal. Find the angle of refraction in degrees.",asin(sin(30*deg)
    /1.52))
v("Thin lens: image distance","An object is placed 30.0 cm in front of a converging lens with a focal length "
    "of 10.0 cm. How far behind the lens is the image formed?",0.15)
v("Spherical mirror: image distance","A candle stands 25.0 cm in front of a concave mirror whose radius of "
    "curvature is 20.0 cm. At what distance from the mirror does the image appear?",0.2*0.25/(0.5-0.2))
v("Double slit: distance of the fringes","In Young's experiment green light of wavelength 546 nm passes two "
    "slits 0.12 mm apart and the viewing screen is 55 cm away. What is the distance on the screen between "
    "adjacent bright bands near the centre?",546e-9*0.55/0.12e-3)
v("Rayleigh criterion: angular resolution of a circular aperture","Light of wavelength 500 nm enters a human "
    "eye whose pupil has a diameter of 2.00 mm. Estimate, in radians, the limiting angle of resolution for "
    "this eye considering diffraction only.",asin(1.21967*500e-9/2e-3))
v("Bragg's law","X rays of wavelength 0.140 nm are reflected in first order from a crystal of rock salt at a "
    "Bragg angle of 14.4°. What is the spacing of the reflecting planes?",0.14e-9/(2*sin(14.4*deg)))
# ---------- relativity
v("Black-hole radius","To what radius would the Sun (mass 1.99 x 10^30 kg) have to be squeezed so that it "
    "became a black hole?",2*G*1.99e30/c**2)
v("Relativistic momentum","An electron, which has a rest mass of 9.11 x 10^-31 kg, moves with a speed of "
    "0.750c. Find the magnitude of its relativistic momentum.",9.11e-31*0.75*c/sqrt(1-0.75**2))
v("Rest energy: mass-energy equivalence","The Sun radiates 3.85 x 10^26 J of energy in every second. By how "
    "many kilograms does the rest mass of the Sun shrink when that amount of energy is released?",3.85e26/c**2)
# ---------- quantum, atomic, nuclear
v("Compton shift","X rays are scattered from a block of calcium carbonate at an angle of 45.0° to the "
    "incident beam. By how much does the wavelength of the scattered radiation change?",h/(m_e*c)*(1-cos(45*deg)))
v("Energy levels of a particle in a box","An electron is confined between two impenetrable walls 0.200 nm "
    "apart. Determine its energy in the state n = 2, in eV.",4*h**2/(8*m_e*(0.2e-9)**2))
v("Photoelectric effect: largest kinetic energy","A sodium surface, work function 2.46 eV, is illuminated "
    "with ultraviolet radiation of frequency 1.00 x 10^15 Hz. What is the maximum kinetic energy of the "
    "ejected photoelectrons, in eV?",h*1e15-2.46*e)
v("Duane-Hunt law","Electrons are accelerated through 35.0 kV and stopped in the target of an X-ray tube. "
    "What is the cutoff wavelength of the continuous spectrum they produce?",h*c/(e*35e3))
v("Bohr model: energy levels","According to the Bohr theory, what is the energy of the electron of a singly "
    "ionized helium atom (Z = 2) in the level with n = 3?",-h*c*Rinf*4/9)
v("Radioactive decay","Carbon-14 has a half-life of 5730 years. If a sample of wood contains 1.0e22 "
    "carbon-14 nuclei today, how many are still left after 22 920 years?",1e22*2**-4)
v("Alpha decay: kinetic energy of the alpha particle","Radium-226 decays by emitting an alpha particle (mass "
    "4.0026 u) and leaves radon-222 (mass 222.0176 u) behind; the energy released in the decay is 4.87 MeV. "
    "What kinetic energy does the alpha particle carry away?",4.87e6*e/(1+4.0026/222.0176))
# ---------- astronomy
v("Distance from parallax","In 1838 Bessel published the stellar parallax of 61 Cygni; the modern value is "
    "0.286 arcseconds. How far away is that star, in light years?",au/tan(0.286/3600*deg))
v("Free-fall time","The dense core of a giant molecular cloud has a uniform initial density of 3.0e-17 "
    "kg/m^3. How long would it take to collapse under its own gravity with no pressure to hold it up?",sqrt(3*pi
    /(32*G*3e-17)))
v("Kepler's third law: period from the mass","A communications satellite circles the Earth (mass 5.98 x "
    "10^24 kg) in an orbit of radius 4.23 x 10^7 m. How long does one revolution take?",2*pi*sqrt(4.23e7**3/(G*
    5.98e24)))
v("Hubble-Lemaitre law","A remote galaxy recedes from us at 15 000 km/s. If the Hubble constant is 70 km/s "
    "per megaparsec, how far off is the galaxy?",15000/70*1e6*pcs)
v("Rocket equation","A rocket far from any planet throws out its burnt fuel at 5.0 km/s relative to itself. "
    "By how much does its speed grow until its mass has dropped from 12 000 kg to 6000 kg?",5000*log(2))
v("Barometric formula: isothermal atmosphere","Assume the atmosphere has everywhere a temperature of 273 K "
    "and a molar mass of 28.8 g/mol. What is the air pressure at the top of Mount Everest, 8850 m up, if it "
    "is 101 kPa at sea level and g = 9.80 m/s²?",101e3*exp(-28.8e-3*9.8*8850/(R*273)))
v("Epicentral distance from the S-P time","Earthquakes generate S waves, which travel at 4.5 km/s, and P "
    "waves, at 8.0 km/s. A seismograph records P waves from a quake 3.0 min before the first S waves. How "
    "far away did the earthquake occur?",180*4500*8000/3500)
# ---------- chemistry (Atkins)
v("Henderson-Hasselbalch equation","What is the pH of a buffer that contains 0.20 mol/L sodium acetate and "
    "0.10 mol/L acetic acid, the pKa of the acid being 4.76?",4.76+log10(2))
v("Clausius-Clapeyron equation: vapour pressure","Water boils at 373.15 K under 101.3 kPa, and its molar "
    "enthalpy of vaporization is 40.7 kJ/mol. Estimate its vapour pressure at 353.15 K.",101.3e3*exp(-40700/R*(1
    /353.15-1/373.15)))
v("Arrhenius equation","A first-order gas reaction has a pre-exponential factor of 4.0e13 per second, and at "
    "500 K its rate constant is 2.0e-3 per second. What is the activation energy?",R*500*log(4e13/2e-3))
v("Nernst equation","The standard potential of the Daniell cell is +1.10 V, and two electrons are "
    "transferred. What is the cell potential at 298 K when the reaction quotient is 50?",1.10-kB*298*log(50)/(2*
    e))
v("Vibration wavenumber of a diatomic molecule","The bond of the HCl molecule has a force constant of 516 "
    "N/m and the reduced mass of the molecule is 1.63 x 10^-27 kg. Calculate the wavenumber of its "
    "fundamental vibration, in cm^-1.",sqrt(516/1.63e-27)/(2*pi*c))
v("Stokes-Einstein equation","Estimate the diffusion coefficient of a spherical protein molecule with a "
    "hydrodynamic radius of 2.5 nm in water of viscosity 0.89 mPa s at 298 K.",kB*298/(6*pi*0.89e-3*2.5e-9))
# ---------- solid state (Kittel)
v("Free electrons: Fermi energy","Metallic sodium contains 2.65 x 10^28 conduction electrons per cubic "
    "metre. Calculate its Fermi energy in the free-electron model, using the ordinary electron mass.",hbar**2*(3
    *pi**2*2.65e28)**(2/3)/(2*m_e))
v("Built-in potential of a p-n junction","A silicon diode at 300 K is doped with 1.0e17 acceptors per cm^3 "
    "on one side and 1.0e16 donors per cm^3 on the other; the intrinsic density is 1.0e10 per cm^3. What is "
    "the contact potential of the junction?",kB*300/e*log(1e17*1e16/1e20))
v("Critical field at a temperature","Lead becomes superconducting at 7.19 K, and near absolute zero its "
    "critical field is 80.3 mT. What magnetic field destroys the superconductivity at 4.20 K?",80.3e-3*(1-(4.2/
    7.19)**2))
v("Electron plasma frequency","In the ionosphere there are about 1.0e12 free electrons per cubic metre. Find "
    "the plasma frequency of the electrons as an angular frequency, in rad/s.",sqrt(1e12*e**2/(e0*m_e)))
# ---------- others
v("Displacement of an axial bar element","A structural steel rod 81.0 cm long with a cross-section of 2.84 "
    "cm² and a Young's modulus of 2.00 x 10^11 N/m² is pulled along its length with a force of 62.0 kN. How "
    "much longer does it get?",62e3*0.81/(2e11*2.84e-4))
v("Nernst potential of an ion across a membrane","A nerve cell at 37 °C has 140 mmol/L potassium ions "
    "(charge +1) inside and 5.0 mmol/L outside. What is the equilibrium potential of potassium, inside "
    "against outside?",kB*310.15/e*log(5/140))
v("Lift of a wing","The wings of a light aeroplane have a total area of 16.2 m². It cruises at 60 m/s in air "
    "of density 1.20 kg/m³, where the lift coefficient is 0.31. Find the lift.",0.5*1.2*3600*16.2*0.31)
v("Magnetic resonance: Larmor frequency","At what frequency in MHz do protons, with a gyromagnetic ratio of "
    "2.675e8 rad/(s T), come into resonance in an NMR magnet of 9.40 T?",2.675e8*9.4/(2*pi))
v("Effective half-life","Iodine-131 has a physical half-life of 8.0 days, and the thyroid gets rid of iodine "
    "with a biological half-life of 80 days. What is the effective half-life in the body?",8*80/88*day)
v("Poisson distribution","A Geiger counter registers on average 3.0 background counts per interval. What is "
    "the probability that exactly 5 counts are registered in one interval?",3**5*exp(-3)/120)

v("Equilibrium concentration of vacancies","A copper crystal has 8.5 x 10^28 lattice sites per cubic metre, "
    "and removing an atom from the interior to the surface costs 1.0 eV. How many vacancies per cubic metre "
    "does the crystal hold in equilibrium at 1000 K?",8.5e28*exp(-e/(kB*1000)))
v("Photon energy from the wavelength","A sodium street lamp gives out yellow light with a wavelength of 589 "
    "nm. What is the energy of one of its photons, in electronvolts?",h*c/589e-9)
v("Curie law","A paramagnetic salt contains 6.0 x 10^27 magnetic ions per cubic metre, each with J = 1/2 and "
    "a g factor of 2. Find its magnetic susceptibility at 300 K.",m0*6e27*4*muB**2*0.75/(3*kB*300))

v("Inclination of a geocentric axial dipole","If the Earth's magnetism is that of a dipole sitting at the "
    "centre, how steeply, in degrees below the horizontal, does a dip needle point at a magnetic latitude of "
    "52.0°?",atan(2*tan(52*deg)))
v("Pump shaft power","A pump with an efficiency of 75 % lifts water (1000 kg/m³) out of a well against a "
    "total head of 14.0 m and delivers 12.0 litres per second. With g = 9.80 m/s², what power must the motor "
    "put into the pump shaft?",1000*9.8*0.012*14/0.75)
v("Merian's formula: seiche period","The water of a long narrow lake, closed at both ends, sloshes to and "
    "fro in its fundamental seiche. The lake is 8.0 km long and has a uniform depth of 50 m; g = 9.80 m/s^2. "
    "How many minutes does one oscillation take?",2*8000/sqrt(9.8*50))
v("Transformer: induced voltage","The flux in the iron core of a transformer alternates sinusoidally at 60 "
    "Hz with a peak of 4.5 mWb. What rms emf appears across a winding of 200 turns?",2*pi*60*200*4.5e-3/sqrt(2))
v("Logistic growth: population at a time","A colony of 100 bacteria in a flask starts to multiply "
    "logistically at a low-density rate of 0.50 per hour; the flask can support 10 000 of them. How many "
    "bacteria are there after 8.0 hours?",10000/(1+99*exp(-4.0)))
v("Griffith criterion: fracture stress","A plate of glass (Young's modulus 70 GPa, surface energy 0.50 J/m²) "
    "has an internal crack with a half length of 2.0 µm. At what tensile stress does the glass break "
    "according to Griffith?",sqrt(2*70e9*0.5/(pi*2e-6)))
v("Shannon entropy of a source","A loaded four-sided die shows its faces with the probabilities 0.5, 0.25, "
    "0.125 and 0.125. What is the entropy of one throw, in bits?",1.75)
v("Carson's rule: bandwidth of frequency modulation","An FM radio station modulates its carrier with a peak "
    "deviation of 75 kHz by audio up to 15 kHz. Estimate the bandwidth that the broadcast occupies.",2*(75e3+
    15e3))

DROP={"Two resistors in parallel","Torque and angular acceleration","Latent heat","Stretched string: wave speed",
    "Coulomb's law",
 "Free fall: time to fall from a height","Work of a constant force","Thin lens: image distance",
    "Isothermal expansion of an ideal gas: work",
 "Spherical mirror: image distance","Hydraulic press: force on the second piston",
    "Power of a resistor at a voltage","Otto cycle: efficiency",
 "Energy levels of a particle in a box","Stokes drag","Spherical wave: intensity at a distance",
    "Force between parallel wires","Relativistic addition of velocities","Linear thermal expansion",
    "Van der Waals equation","Speed of sound in an ideal gas","Jurin's law: capillary rise",
    "Elastic collision: velocity of the first body","Stopping distance of a vehicle",
    "Physical pendulum: period of small swings",
 "Mean free path in a gas","Charging of a capacitor through a resistor","Duane-Hunt law","Rayleigh criterion: angular "
    "resolution of a circular aperture","Stefan-Boltzmann law: radiated power"}

# ---------- ask
a("A block slides down a frictionless plane and reaches the bottom with a speed of 4.0 m/s. Find its kinetic "
    "energy there.","the mass of the block was not copied")
a("A projectile is fired at 35° above the horizontal. How far does it fly over level ground?",
    "launch speed missing")
a("A car of mass 1500 kg goes round the curve described in the preceding exercise at 14 m/s. What "
    "centripetal force must act on it?","radius stands in another exercise")
a("Two point charges, one of which is 3.0 µC, are 5.0 cm apart. Find the force between them.",
    "second charge missing")
a("How much work is done by a force of 40 N acting on the crate shown in Fig. 7-12, which moves 2.5 m?",
    "angle only in a figure, not copied")
a("A spring with a constant somewhere between 50 and 80 N/m carries a mass of 0.40 kg. What is its period?",
    "a range, not one value")
a("A proton moves at 3.0e6 m/s at right angles to a magnetic field. Find the magnetic force on it.",
    "magnetic field missing")
a("A converging lens forms an image of a tree that is 2.0 m away from the lens. At what distance behind the "
    "lens is the image?","focal length missing")
a("An ideal gas, 2.0 mol of it, fills a container with a volume of 20 L. Find its pressure.",
    "temperature missing")
a("A 5.0 kg sack of sand falls to the ground from the roof of the physics building. With what speed does it "
    "hit the ground, if air resistance is neglected?","height missing")
a("An organ pipe is 1.20 m long and the speed of sound is 343 m/s. What is the frequency of its third mode?",
    "open or closed pipe: two meanings")
a("A capacitor of 10 µF is discharged through a resistor. What is the time constant?","resistance missing")
a("Calculate the de Broglie wavelength of a particle moving at 2.0e6 m/s.","which particle / mass missing")
a("A radioactive sample contains 4.0e20 nuclei at the beginning. How many remain after 10 days?",
    "half-life missing")
a("A Carnot engine takes its heat from a reservoir at 550 K. What is its efficiency?","cold temperature missing")
a("Light passes from water (n = 1.33) into the glass block of Problem 14 at an angle of incidence of 40°. At "
    "what angle is it refracted?","refractive index of the glass missing")
a("A 60 kg or perhaps 75 kg climber (the page is smudged) moves at 2.0 m/s. What is her momentum?",
    "two candidate masses")
a("A metal rod 2.0 m long is warmed by 80 K. By how much does its length increase?",
    "which metal / coefficient missing")
a("A 2.0 kg body has a speed of 6. What is its kinetic energy?","the speed has no unit")
a("Find the gravitational force between a 70 kg man and a woman who stands 0.50 m from him.",
    "second mass missing")
# ---------- refuse
r("A cart with a mass of -3.0 kg moves at 4.0 m/s. What is its kinetic energy?","negative mass")
r("An electron moves at 4.0 x 10^8 m/s through the laboratory. Calculate its relativistic momentum.",
    "faster than light")
r("Find the kinetic energy of a body of mass 2.0 m and speed 5.0 kg.","units swapped: wrong dimensions")
r("A gas with a volume of 3.0 L contains 0.50 mol at a temperature of -300 °C. What is its pressure?",
    "below absolute zero")
r("A string under a tension of 25 metres has a linear density of 0.010 kg/m. What is the wave speed on it?",
    "tension given as a length: wrong dimension")
r("A pendulum has a length of 1.5 florbs. What is its period on the Earth?","unknown unit")
r("Which is the better textbook for first-year students, Halliday or Serway?","opinion")
r("Please grade the homework of my students in section B and mail them the marks by Friday.",
    "order, not a question of physics")
r("A stone of mass 2.0 kg, whose mass is 5.0 kg, is thrown at 10 m/s. Find its momentum.","contradictory masses")
r("A Carnot engine works between a hot reservoir at -20 K and a cold reservoir at 300 K. What is its "
    "efficiency?","negative absolute temperature of the hot reservoir")
r("A resistor of 15 kg is connected to a 12 V battery. What current flows through it?",
    "wrong dimension of a resistance")
r("At what exact moment will the next single uranium nucleus in this lump of ore decay?","cannot be known")
r("A radioactive isotope has a half-life of -8.0 days. How many of 1.0e20 nuclei are left after 16 days?",
    "negative half-life")
r("Two charges of 2.0 µC and 3.0 µC are a distance of 4.0 seconds apart. What is the Coulomb force?",
    "distance given as a time")
r("What will be asked in question 3 of my thermodynamics exam next Tuesday?","not knowable")
r("How many newtons of force does the beauty of Maxwell's equations exert on a student?",
    "not a physical quantity")
r("A spaceship of proper length 100 m flies past the Earth at 1.5c. How long does it appear to us?",
    "speed greater than c")
r("Light travels from a vacuum into a medium with a refractive index of 1.5 kelvin, at an angle of incidence "
    "of 30°. What is the angle of refraction?","refractive index given with a unit of temperature")
r("Convert a temperature of 25 °C into kilograms, as in the table in the appendix.","dimensions do not match")
r("A photon with a frequency of 5.0e14 metres per kilogram hits a metal plate. What energy does the photon "
    "carry?","frequency in a wrong unit")

res=[o for o in out if not(o["kind"]=="value" and o["law"] in DROP)]
if __name__=="__main__": print(json.dumps(res,indent=1,ensure_ascii=False))
