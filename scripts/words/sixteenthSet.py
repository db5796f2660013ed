"""
What people ask most, with one step.
Written without any list of laws, and measured before anything was mended for it.

    python3 scripts/words/sixteenthSet.py > test/vectors/words/sixteenth.json
"""
import json
from math import *
import scipy.constants as k
g=k.g;G=k.G;c=k.c;h=k.h;e=k.e;kB=k.k;R=k.R;NA=k.N_A;me=k.m_e;mp=k.m_p;e0=k.epsilon_0;mu0=k.mu_0;sb=k.sigma
ME,RE=5.9722e24,6.371e6; MS=1.98841e30; MM=7.346e22; RM=1.7374e6; MMars,RMars=6.4171e23,3.3895e6
au=k.au;atm=k.atm;pc=k.parsec;rad=pi/180;hbar=k.hbar;yr=365.25*86400
out=[]
def v(q,val,chk,law,rel=1e-3):
    assert abs(val-chk)<=2e-4*abs(val),(q,val,chk)
    out.append(dict(query=q,kind="value",value=float(val),rel=rel,law=law))
def a(q,w): out.append(dict(query=q,kind="ask",why=w))
def r(q,w): out.append(dict(query=q,kind="refuse",why=w))
L=5e-3
# kinematics
v("A car goes from 0 to 100 km/h in 8.2 seconds. What is its average acceleration?",(100/3.6)/8.2,3.3875,
    "constant acceleration")
v("How long does it take a stone to fall 45 m if it is dropped from rest?",sqrt(2*45/g),3.0294,"free fall",L)
v("I throw a ball straight up at 15 m/s. How high does it go above my hand? Ignore air.",15**2/(2*g),11.472,
    "vertical throw height",L)
v("A train travelling at 90 km/h brakes to a stop with a deceleration of 0.8 m/s^2. What distance does it need?",
    25**2/1.6,390.625,"v^2 = v0^2 + 2 a s")
v("projectile, launch speed 25 m/s, angle 40 degrees, flat ground, no drag: range?",25**2*sin(80*rad)/g,(2*25*
    sin(40*rad)/g)*25*cos(40*rad),"projectile range",L)
v("I drove 240 km in 2 h 40 min, what was my average speed?",240e3/9600,25,"average speed")
v("initial velocity 4 m/s, acceleration 1.5 m/s^2, time 6 s. displacement?",4*6+.5*1.5*36,51,
    "displacement at constant acceleration")
v("How fast is a diver going when she hits the water after stepping off a 10 m platform?",sqrt(2*g*10),14.0047,
    "free fall speed",L)
# newton
v("What net force is needed to accelerate a 1350 kg car at 2.4 m/s^2?",1350*2.4,3240,"Newton's second law")
v("What would a 72 kg astronaut weigh on the Moon, in newtons?",72*G*MM/RM**2,72*1.6242,"weight",L)
v("A 40 kg crate slides across a level floor. The coefficient of kinetic friction is 0.3. How big is the "
    "friction force?",.3*40*g,117.68,"kinetic friction",L)
v("A block slides down a frictionless ramp inclined at 25 degrees. What's its acceleration?",g*sin(25*rad),
    9.80665*0.422618,"inclined plane",L)
v("hooke's law: k = 250 N/m, stretched by 6 cm, force = ?",250*.06,15,"Hooke's law")
v("Someone with a mass of 60 kg stands on a bathroom scale in a lift accelerating upward at 1.2 m/s^2. What "
    "normal force does the scale exert on them?",60*(g+1.2),660.4,"apparent weight",L)
# energy
v("kinetic energy of a 1200 kg car at 108 km/h",.5*1200*30**2,540e3,"kinetic energy")
v("How much work do I do against gravity lifting a 25 kg suitcase 1.8 m onto a rack?",25*g*1.8,441.3,
    "gravitational potential energy",L)
v("A sled is pulled 12 m along the ground with a force of 50 N at an angle of 30 degrees to the horizontal. "
    "How much work does the pulling force do?",50*12*cos(30*rad),519.615,"work of a constant force")
v("A motor does 4500 J of work in half a minute. What is its power output?",4500/30,150,"power")
v("What energy is stored in a spring with k = 800 N/m compressed by 5 cm?",.5*800*.05**2,1.0,
    "elastic potential energy")
v("A 145 g baseball has 116 J of kinetic energy; how fast is it moving?",sqrt(2*116/.145),40,"kinetic energy")
v("how much energy does a 60 W bulb use in 5 hours",60*5*3600,1.08e6,"energy = power x time")
# momentum
v("What is the momentum of a 0.43 kg football flying at 28 m/s?",.43*28,12.04,"momentum")
v("A tennis ball of mass 60 g, initially at rest, leaves the racket at 50 m/s. The contact lasts 5 ms. What "
    "is the average force on the ball?",.06*50/.005,600,"impulse-momentum theorem")
v("A 1500 kg car moving at 20 m/s runs into a stationary 1000 kg car and they stick together. What's their "
    "common speed right after the collision?",1500*20/2500,12,"perfectly inelastic collision")
v("Rocket equation: exhaust velocity 3 km/s, mass goes from 500 t to 120 t. Delta-v?",3000*log(500/120),3000*
    1.427116,"Tsiolkovsky rocket equation")
# circular
v("What is the centripetal acceleration of a car going round a bend of radius 45 m at 15 m/s?",225/45,5,
    "centripetal acceleration")
v("Ball on a string: m = 0.2 kg, r = 80 cm, v = 3 m/s. Find the centripetal force.",.2*9/.8,2.25,
    "centripetal force")
v("A merry-go-round takes 12 s per revolution. How large is its angular velocity?",2*pi/12,.523599,
    "angular frequency")
# rotation
v("moment of inertia of a solid sphere of mass 2 kg and diameter 20 cm about an axis through its centre",.4*2*.1
    **2,.008,"moment of inertia, solid sphere")
v("I push perpendicular to a 25 cm wrench at its end with 80 N. What torque is that?",80*.25,20,"torque")
v("How much kinetic energy does a flywheel with moment of inertia 0.4 kg m^2 have when it spins at 1200 rpm?",.5
    *.4*(40*pi)**2,3158.27,"rotational kinetic energy")
v("torque 6 N m, moment of inertia 1.5 kg m^2, angular acceleration?",6/1.5,4,"Newton's second law for rotation")
v("A skater with moment of inertia 4 kg m^2 spinning at 2 rad/s pulls in her arms so that her moment of "
    "inertia becomes 1.6 kg m^2. What is her new angular velocity?",4*2/1.6,5,"conservation of angular momentum")
# gravitation
v("What is the gravitational force between the Earth and the Moon if they are 384400 km apart?",G*ME*MM/(3.844e8)
    **2,1.9816e20,"Newton's law of gravitation",L)
v("escape velocity from Mars",sqrt(2*G*MMars/RMars),5027,"escape velocity",L)
v("How fast does a satellite move in a circular orbit 400 km above the Earth's surface?",sqrt(G*ME/(RE+4e5)),
    7672.6,"circular orbit speed",L)
v("What's the orbital period of a Starlink satellite at an altitude of 550 km above Earth?",2*pi*sqrt((RE+5.5e5)
    **3/(G*ME)),2*pi*(RE+5.5e5)/sqrt(G*ME/(RE+5.5e5)),"Kepler's third law",L)
v("How strong is the gravitational acceleration 3000 km above the surface of the Earth?",G*ME/(RE+3e6)**2,9.8203
    *(6.371/9.371)**2,"gravitational field strength",L)
v("An asteroid orbits the Sun with a semi-major axis of 2.77 au. How long is its orbital period?",2*pi*sqrt((
    2.77*au)**3/(G*MS)),2.77**1.5*yr,"Kepler's third law",L)
v("Schwarzschild radius of the Sun?",2*G*MS/c**2,2953.3,"Schwarzschild radius",L)
v("Two people of 70 kg each stand 1 m apart. What is the gravitational force between them?",G*70*70,3.2704e-7,
    "Newton's law of gravitation")
# oscillations
v("What is the period of a simple pendulum 1 m long on Earth?",2*pi*sqrt(1/g),2.00641,"simple pendulum",L)
v("How long must a pendulum be to have a period of exactly 3 seconds on Earth?",g*9/(4*pi**2),2.23563,
    "simple pendulum",L)
v("A 300 g mass hangs on a spring with k = 120 N/m and oscillates. What is the period?",2*pi*sqrt(.3/120),
    .314159,"mass-spring oscillator")
# waves / sound
v("What is the wavelength of a 440 Hz tone in air if the speed of sound is 343 m/s?",343/440,.779545,
    "wave speed = frequency x wavelength")
v("an FM station broadcasts at 98.5 MHz, whats the wavelength",c/98.5e6,3.04358,"wavelength of light")
v("A guitar string 65 cm long has a linear density of 0.4 g/m and a tension of 70 N. What is its fundamental "
    "frequency?",sqrt(70/4e-4)/(2*.65),418.330/1.3,"standing wave on a string")
v("How fast do waves travel along a rope with a tension of 90 N and a mass per length of 0.1 kg/m?",sqrt(900),30,
    "wave speed on a string")
v("An ambulance siren at 700 Hz approaches me at 25 m/s while I stand still. Speed of sound 340 m/s. What "
    "frequency do I hear?",700*340/(340-25),755.556,"Doppler effect")
v("fundamental frequency of an organ pipe open at both ends, length 60 cm, speed of sound 343 m/s",343/1.2,
    285.833,"open pipe resonance")
v("What is the sound intensity level, in decibels, of a sound with intensity 1e-5 W/m^2? Reference intensity "
    "1e-12 W/m^2.",10*log10(1e-5/1e-12),70,"sound intensity level")
v("A loudspeaker radiates 20 W of sound evenly in all directions. What's the intensity 5 m away?",20/(4*pi*25),
    .0636620,"inverse-square law for intensity")
# fluids
v("What is the gauge pressure 30 m below the surface of sea water with density 1025 kg/m^3?",1025*g*30,301554,
    "hydrostatic pressure",L)
v("Buoyant force on a 0.02 m^3 block completely submerged in water?",1000*g*.02,196.133,"Archimedes' principle",
    L)
v("Water flows at 1.5 m/s in a pipe of diameter 6 cm, which narrows to a diameter of 3 cm. How fast does it "
    "flow in the narrow part?",1.5*(6/3)**2,6,"continuity equation")
v("There is a small hole in a tank 2 m below the water surface. With what speed does the water come out?",sqrt(2
    *g*2),6.26312,"Torricelli's law",L)
v("Reynolds number: pipe diameter 5 cm, flow speed 2 m/s, density 998 kg/m^3, dynamic viscosity 1.0e-3 Pa s",998
    *2*.05/1e-3,99800,"Reynolds number")
v("hydraulic press, small piston 5 cm^2, large piston 200 cm^2, 100 N on the small one: force on the large one?",
    100*200/5,4000,"Pascal's principle")
v("Find the air drag on a car with drag coefficient 0.3 and frontal area 2.2 m^2 at 30 m/s. The air density "
    "is 1.2 kg/m^3.",.5*1.2*.3*2.2*900,356.4,"drag equation")
# heat
v("How much heat is needed to warm 1.5 kg of water from 20 °C to 100 °C? Use c = 4186 J/(kg K).",1.5*4186*80,
    502320,"specific heat")
v("How much energy does it take to melt half a kilogram of ice at 0 °C, given a latent heat of fusion of 334 "
    "kJ/kg?",.5*334e3,167e3,"latent heat")
v("A brick wall is 20 cm thick with an area of 12 m^2 and a thermal conductivity of 0.6 W/(m K). It's 21 °C "
    "inside and 1 °C outside. What is the rate of heat loss?",.6*12*20/.2,720,"Fourier's law of heat conduction")
v("A steel bridge is 300 m long. By how much does it lengthen when it warms from -10 °C to 35 °C? "
    "coefficient of linear expansion 12e-6 per K",12e-6*300*45,.162,"linear thermal expansion")
v("At what wavelength does a black body at 5772 K radiate most strongly?",k.Wien/5772,502.04e-9,
    "Wien's displacement law")
# gases / thermo / kinetic
v("2 mol of an ideal gas at 300 K occupy 10 litres. What is the pressure?",2*R*300/.01,498868,"ideal gas law")
v("A gas at 1 atm is compressed from 3 L to 0.5 L at constant temperature. What's the final pressure?",atm*3/.5,
    607950,"Boyle's law")
v("A balloon holds 2 L of gas at 27 °C. What volume will it have at 127 °C and the same pressure?",2e-3*400.15/
    300.15,2.66633e-3,"Charles's law")
v("A sealed rigid tank holds gas at 220 kPa absolute at 15 °C. It heats up to 45 °C. What is the pressure now?",
    220e3*318.15/288.15,242905,"Gay-Lussac's law")
v("carnot efficiency, hot reservoir 800 K, cold reservoir 300 K",1-300/800,.625,"Carnot efficiency")
v("A gas absorbs 500 J of heat and does 200 J of work on its surroundings. By how much does its internal "
    "energy change?",500-200,300,"first law of thermodynamics")
v("How much work does 1 mol of ideal gas do when it expands isothermally at 300 K from 1 L to 3 L?",R*300*log(3),
    2494.34*1.098612,"isothermal work")
v("rms speed of nitrogen molecules (molar mass 28.0 g/mol) at 300 K",sqrt(3*R*300/.028),sqrt(3*kB*300/(28*k.u)),
    "rms speed")
v("What is the average translational kinetic energy of a gas molecule at 25 °C?",1.5*kB*298.15,6.1746e-21,
    "mean kinetic energy of a molecule")
# electrostatics
v("What is the force between a 2 µC and a 5 µC point charge 30 cm apart in vacuum?",2e-6*5e-6/(4*pi*e0*.09),
    .998617,"Coulomb's law")
v("electric field strength 20 cm away from a 3 nC point charge",3e-9/(4*pi*e0*.04),674.07,
    "field of a point charge")
v("A parallel plate capacitor has plates of 100 cm^2 separated by 1 mm of vacuum. What's its capacitance?",e0*
    .01/1e-3,8.8542e-11,"parallel-plate capacitor")
v("How much energy is stored in a 100 µF capacitor charged to 12 V?",.5*1e-4*144,7.2e-3,"energy of a capacitor")
v("An electron starts at rest and is accelerated through 500 V. How much kinetic energy does it gain, in "
    "joules?",e*500,8.01088e-17,"energy of a charge in a potential difference")
# circuits
v("9 V across 470 ohm, what current flows?",9/470,.0191489,"Ohm's law")
v("What do a 100 ohm and a 220 ohm resistor in parallel add up to?",1/(1/100+1/220),68.75,
    "resistors in parallel")
v("A heater is rated at 1500 W on 230 V. What is its resistance?",230**2/1500,35.2667,"electrical power")
v("time constant of an RC circuit with R = 10 kilohm and C = 22 µF",1e4*22e-6,.22,"RC time constant")
v("What's the resistance of 50 m of copper wire with a cross section of 1.5 mm^2? Take the resistivity as "
    "1.68e-8 ohm m.",1.68e-8*50/1.5e-6,.56,"resistance of a wire")
v("resonant frequency of an LC circuit, L = 10 mH, C = 100 nF, in Hz",1/(2*pi*sqrt(.01*1e-7)),5032.92,
    "LC resonance")
# magnetism/induction
v("A wire 40 cm long carrying 5 A lies perpendicular to a magnetic field of 0.2 T. What force acts on it?",5*.4*
    .2,.4,"force on a current-carrying wire")
v("How strong is the magnetic field 5 cm from a long straight wire carrying 10 A?",mu0*10/(2*pi*.05),4e-5,
    "field of a long straight wire")
v("A proton moves at 1e6 m/s perpendicular to a 0.5 T field. What is the radius of its circular path?",mp*1e6/(e
    *.5),.0208794,"cyclotron radius")
v("A coil of 200 turns: the flux through each turn drops from 0.03 Wb to 0.01 Wb in 0.1 s. Magnitude of the "
    "induced emf?",200*.02/.1,40,"Faraday's law")
v("A transformer has 1000 turns on the primary and 50 turns on the secondary. With 230 V on the primary, "
    "what is the secondary voltage?",230*50/1000,11.5,"ideal transformer")
# optics
v("Light passes from air (n = 1.00) into glass (n = 1.50) at an angle of incidence of 40 degrees. What is "
    "the angle of refraction?",asin(sin(40*rad)/1.5),25.374*rad,"Snell's law")
v("An object stands 30 cm in front of a converging lens with focal length 10 cm. How far behind the lens is "
    "the image?",1/(1/.1-1/.3),.15,"thin lens equation")
v("critical angle for total internal reflection from water (n = 1.33) to air (n = 1)?",asin(1/1.33),48.753*rad,
    "critical angle")
v("In a double-slit experiment the slits are 0.2 mm apart, the screen is 1.5 m away and the light has a "
    "wavelength of 633 nm. How far apart are the bright fringes?",633e-9*1.5/2e-4,4.7475e-3,
    "double-slit fringe spacing")
v("What is the optical power of a lens with a focal length of 25 cm?",1/.25,4,"lens power")
v("Polarised light with intensity 10 W/m^2 hits a polariser whose axis is at 60 degrees to the light's "
    "polarisation. What intensity gets through?",10*cos(60*rad)**2,2.5,"Malus's law")
# relativity
v("What's the Lorentz factor at 0.8c?",1/sqrt(1-.64),5/3,"Lorentz factor")
v("How much energy is equivalent to 1 gram of mass?",1e-3*c*c,8.98755e13,"mass-energy equivalence")
v("A spaceship with a rest length of 100 m flies past at 0.6 c. How long does it look to someone on the "
    "ground (length contraction)?",100*sqrt(1-.36),80,"length contraction")
# quantum/atomic
v("energy of a photon with wavelength 532 nm",h*c/532e-9,2.33053*e,"photon energy")
v("de Broglie wavelength of an electron moving at 1e6 m/s",h/(me*1e6),7.27390e-10,"de Broglie wavelength")
v("Light with a frequency of 1.0e15 Hz shines on a metal with a work function of 2.3 eV. What's the maximum "
    "kinetic energy of the photoelectrons?",h*1e15-2.3*e,(4.135668-2.3)*e,"photoelectric effect")
v("Ground state energy of an electron in an infinite square well 1 nm wide?",h**2/(8*me*1e-18),.376030*e,
    "particle in a box")
v("What wavelength does hydrogen emit when the electron drops from n = 3 to n = 2?",1/(k.Rydberg*(1/4-1/9)),
    656.112e-9,"Rydberg formula",L)
# nuclear
v("Iodine-131 has a half-life of 8.02 days. If I start with 10 mg, how much is left after 24.06 days?",1e-5*.5**
    3,1.25e-6,"radioactive decay")
v("decay constant for a half-life of 5730 years",log(2)/(5730*yr),.6931472/(5730*3.15576e7),"decay constant")
# astronomy
v("A star has a parallax of 0.5 arcseconds. How far away is it?",2*pc,2*206264.806*1.495979e11,
    "stellar parallax")
v("Hubble's law: with H0 = 70 km/s/Mpc, how fast does a galaxy 100 Mpc away recede?",70e3*100,7e6,"Hubble's law")
# chemistry
v("What is the pH of a solution with a hydrogen ion concentration of 2.5e-4 mol/L?",-log10(2.5e-4),3.60206,"pH")
v("How many moles are there in 36 g of a substance with a molar mass of 18.015 g/mol?",36/18.015,1.99833,
    "amount of substance")
v("I dilute 50 mL of a 6.0 mol/L HCl stock to 300 mL. What's the final concentration?",6e3*50/300,1000,
    "dilution")
v("A first-order reaction has a rate constant of 0.035 per second. What is the half-life of the reactant?",log(2)
    /.035,19.8042,"first-order half-life")
# engineering
v("A rod with a cross section of 50 mm^2 carries a tensile load of 12 kN. What is the stress in it?",12e3/50e-6,
    2.4e8,"normal stress")
v("Cantilever beam, length 2 m, point load 500 N at the free end, E = 200 GPa, I = 8e-6 m^4. Tip deflection?",
    500*8/(3*200e9*8e-6),8.3333e-4,"cantilever deflection")
v("A shaft delivers a torque of 150 N m at 3000 rpm. What power is transmitted?",150*3000*2*pi/60,47123.9,
    "shaft power")
v("How large is the volumetric flow rate in a pipe with 0.01 m^2 cross section when the mean flow velocity "
    "is 3 m/s?",.03,.01*3,"volumetric flow rate")
# signals
v("What minimum sampling rate does the Nyquist theorem require for a signal with a maximum frequency of 20 kHz?",
    2*20e3,40e3,"Nyquist rate")
v("shannon capacity of a channel, bandwidth 3 kHz, signal to noise ratio 1000 (linear)",3000*log2(1001),29901.7,
    "Shannon-Hartley theorem")
v("An amplifier takes 10 mW in and gives 2 W out. What is its power gain in dB?",10*log10(200),23.0103,
    "decibel power gain")
v("A satellite circles the Earth at an altitude of twice the Earth's radius. What is its orbital speed?",sqrt(G*
    ME/(3*RE)),7909.7/sqrt(3),"circular orbit speed",L)
v("Unpolarised light is polarised by one sheet and then meets a second. At what angle between the two axes "
    "does the second sheet transmit half of the intensity that reaches it?",acos(sqrt(.5)),pi/4,"Malus's law")
# ask
a("What is the kinetic energy of a car going 100 km/h?","mass missing")
a("How far does a ball fly if I kick it at 20 m/s?","launch angle missing")
a("current through a 100 ohm resistor","voltage missing")
a("How long does a satellite take to orbit the Earth?","altitude or orbit radius missing")
a("What is the pressure of 2 mol of gas at 300 K?","volume missing")
a("A pendulum swings on a planet; its length is 0.8 m. What's its period?","gravity missing: planet not named")
a("Period of a spring oscillator with spring constant 50 N/m?","mass missing")
a("What is the heat needed to warm 2 kg of a metal by 30 K?","specific heat missing: metal not named")
a("gravitational force between two asteroids 10 km apart","masses missing")
a("What force is needed to accelerate a car of 1000 to 1500 kg at 2 m/s^2?","mass is given as a range")
a("Somewhere between 5 and 9 V is across 100 ohm, what's the current?","voltage is given as a range")
a("Where is the image for a lens with a focal length of 10 cm?","object distance missing")
a("What is the escape velocity of Earth and Jupiter?","two bodies where one is needed")
a("What do I weigh on Mars or the Moon if my mass is 70 kg?","two bodies where one is needed")
a("A ball of mass 3 blorgs moves at 5 m/s. Find its momentum.","unknown unit")
a("How much of a radioactive sample of 10 g is left after 5 days?","half-life missing")
a("Pipe with diameter 4 cm, what's the Reynolds number for water at 20 °C?","flow speed missing")
a("A wheel of diameter 60 cm is turning. How fast is its rim moving?","angular speed missing")
a("stress in a rod loaded with 10 kN","cross section missing")
a("A source with a frequency of 500 Hz approaches me. What frequency do I hear?","source speed missing")
# refuse
r("What is the Lorentz factor of a spaceship travelling at 1.5 c?","impossible: faster than light")
r("rms speed of nitrogen molecules at -300 °C","impossible: below absolute zero")
r("What's the kinetic energy of a ball with a mass of -2 kg moving at 3 m/s?","impossible: negative mass")
r("Light goes from glass (n = 1.5) into air (n = 1) at an angle of incidence of 60 degrees. What is the "
    "angle of refraction?","impossible: total internal reflection, no refracted ray")
r("Carnot efficiency between a hot reservoir at -5 K and a cold one at 300 K?",
    "impossible: negative absolute temperature")
r("Which is more beautiful, general relativity or quantum mechanics?","opinion")
r("Do you think Newton was a greater physicist than Einstein?","opinion")
r("Should I study physics or chemistry?","opinion / advice")
r("What is the half-life of a good joke?","not physics")
r("A stone falls for -4 seconds from rest. How far has it fallen?","impossible: negative duration")
nv=sum(o["kind"]=="value" for o in out)
if __name__=="__main__":
    import sys
    if len(sys.argv)>1:
        from collections import Counter; print(Counter(o["kind"] for o in out),len({o["query"] for o in out}))
    else: print(json.dumps(out,indent=1,ensure_ascii=False))
