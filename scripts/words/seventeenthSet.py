"""
Questions in which a naive reader of numbers computes a wrong value.
Written without any list of laws, and measured before anything was mended for it.

    python3 scripts/words/seventeenthSet.py > test/vectors/words/seventeenth.json
"""
import json, sys
from math import *
G=6.67430e-11; c=299792458.0; h=6.62607015e-34; hb=h/(2*pi); e=1.602176634e-19
kB=1.380649e-23; NA=6.02214076e23; R=kB*NA; mu0=1.25663706e-6; eps0=8.8541878e-12; sg=5.670374e-8
Y=[];bad=[]
def V(q,v,chk,law,rel=1e-3):
    if abs(v-chk)>1.0e-3*abs(chk): bad.append((q,v,chk))
    Y.append(dict(query=q,kind="value",value=float(v),rel=rel,law=law))
def A(q,why): Y.append(dict(query=q,kind="ask",why=why))
def N(q,why): Y.append(dict(query=q,kind="refuse",why=why))
d=radians
# heights above a surface
V("A satellite circles 400 km above the surface of the Earth. The Earth has a mass of 5.972e24 kg and a "
    "radius of 6371 km. What is the satellite's orbital speed?",sqrt(G*5.972e24/6.771e6),7672.5,
    "circular orbit speed")
V("What is the acceleration of free fall 3000 km above the surface of a planet whose mass is 6.42e23 kg and "
    "whose radius is 3390 km?",G*6.42e23/6.39e6**2,1.04940,"gravitational field")
V("Navigation satellites fly 20200 km above the Earth's surface (Earth: mass 5.972e24 kg, radius 6371 km). "
    "What is the period of one orbit?",2*pi*sqrt(2.6571e7**3/(G*5.972e24)),43106,"Kepler's third law")
V("A moon has a diameter of 3474 km and a mass of 7.35e22 kg. What is the gravitational acceleration at its "
    "surface?",G*7.35e22/1.737e6**2,1.62593,"gravitational field")
A("A probe circles an unnamed moon 100 km above its surface. The moon's mass is 7.35e22 kg. What is the "
    "orbital speed of the probe?","radius of the moon missing")
A("Two iron balls of 3 kg and 4 kg lie with a gap of 5 cm between their surfaces. What gravitational force "
    "acts between them?","radii missing, so the distance of the centres is unknown")
# depth, diameter, circumference
V("A wire 2.0 m long has a diameter of 1.0 mm and a resistivity of 1.7e-8 ohm metre. What is its resistance?",
    1.7e-8*2/(pi*0.25e-6),0.043290,"resistance of a wire")
V("A ball has a circumference of 1.2 m. What is its volume?",1.2**3/(6*pi**2),0.0291805,"volume of a sphere")
V("A runner goes at a steady 8 m/s round a circular track whose circumference is 400 m. What is the runner's "
    "centripetal acceleration?",64/(400/(2*pi)),1.00531,"centripetal acceleration")
V("A flat circular coil of 50 turns and 10 cm diameter carries 2 A. What is the magnetic flux density at its "
    "centre?",mu0*50*2/(2*0.05),1.256637e-3,"field of a circular coil")
V("An open tank 10 m tall is full of water to the brim. A small hole is drilled 3 m above the bottom. With g "
    "= 9.81 m/s^2, at what speed does the water leave the hole?",sqrt(2*9.81*7),11.7192,"Torricelli")
V("A pool is filled to a depth of 4 m with water of density 1000 kg/m^3. A valve sits 1.5 m above the "
    "bottom. Taking g = 9.81 m/s^2, what is the gauge pressure at the valve?",1000*9.81*2.5,24525,
    "hydrostatic pressure")
A("A copper wire 2.0 m long has a resistivity of 1.7e-8 ohm metre. What is its resistance?",
    "cross-section or diameter missing")
# gauge / absolute
V("A tyre's gauge reads 220 kPa above atmospheric pressure at 15 °C. The atmosphere is at 101 kPa and the "
    "tyre's volume does not change. What gauge pressure does it show at 45 °C?",321e3*318.15/288.15-101e3,253420,
    "pressure law (Gay-Lussac)")
V("What is the absolute pressure 20 m below the surface of a lake if the air above is at 101325 Pa, the "
    "water's density is 1000 kg/m^3 and g = 9.81 m/s^2?",101325+1000*9.81*20,297525,"hydrostatic pressure")
V("The absolute pressure in a boiler is 5 bar while the surrounding atmosphere is at 1 bar. What is the "
    "gauge pressure?",4e5,400000,"gauge pressure")
V("A 50 L cylinder of nitrogen, treated as an ideal gas, is at 20 °C and its gauge shows 9 bar over an "
    "atmosphere of 1.013 bar. How many moles of gas does it contain?",10.013e5*0.05/(R*293.15),20.5406,
    "ideal gas law")
A("On a mountain where nobody noted the outside air pressure, a rigid tank's gauge reads 200 kPa at 10 °C. "
    "What will the gauge read at 40 °C?","local atmospheric pressure missing")
N("The gauge on a vessel of gas is said to read minus 150 kPa while the atmosphere is at 100 kPa. What is "
    "the absolute pressure of the gas?","absolute pressure would be negative")
# Celsius
V("A gas occupying 3.0 L at 27 °C is warmed at constant pressure to 127 °C. What is its new volume?",3e-3*400.15
    /300.15,3.99950e-3,"Charles's law")
V("A sealed rigid flask of ideal gas at 20 °C is heated until its pressure has doubled. What is the gas "
    "temperature then, in kelvin?",2*293.15,586.3,"pressure law (Gay-Lussac)")
V("How much heat is needed to warm 2 kg of water from 20 to 80 C, if its specific heat capacity is 4186 "
    "J/(kg K)?",2*4186*60,502320,"heat capacity")
V("What is the highest possible efficiency of a heat engine working between 300 °C and 30 °C?",270/573.15,
    0.471081,"Carnot efficiency")
V("A room is kept at 68 °F while it is 23 °F outdoors. The wall has an area of 12 m^2 and a heat transfer "
    "coefficient of 0.5 W/(m^2 K). At what rate is heat lost through the wall?",0.5*12*45*5/9,150,
    "heat transmission")
V("A rail 25 m long with an expansion coefficient of 1.2e-5 per kelvin was laid at 10 °C. By how much is it "
    "longer at 45 °C?",25*1.2e-5*35,0.0105,"thermal expansion")
A("How much heat does it take to bring 2 kg of water, specific heat capacity 4186 J/(kg K), to 80 °C?",
    "initial temperature missing")
N("A rigid flask of ideal gas at 27 °C and 100 kPa is cooled to −300 °C. What is its pressure?",
    "below absolute zero")
# shared units
V("Two moles of an ideal gas at a constant 300 K expand slowly and reversibly from 1 to 3 L. How much work "
    "does the gas do?",2*R*300*log(3),5480.6,"isothermal work")
V("Wind presses with a uniform 500 Pa on a flat board of 2 by 3 m. What is the total force on it?",500*6,3000,
    "pressure")
V("A block measuring 10 by 20 by 5 cm has a mass of 2.7 kg. What is its density?",2.7/(0.1*0.2*0.05),2700,
    "density")
V("A car speeds up uniformly from 36 to 72 km/h within 5 s. What is its acceleration?",(20-10)/5,2,
    "uniform acceleration")
V("A spring of stiffness 400 N/m already stretched by 2 cm is pulled further until its stretch is 5 cm. How "
    "much work does this further pull take?",0.5*400*(0.05**2-0.02**2),0.42,"spring energy")
# one way / round trip
V("The echo from a cliff comes back 3.0 s after the shout. Sound travels at 340 m/s. How far away is the cliff?",
    340*3/2,510,"echo")
V("A driver goes 60 km out at 30 km/h and comes back along the same road at 60 km/h. What is the average "
    "speed of the whole trip?",120e3/(7200+3600),11.1111,"average speed")
V("A ball is thrown straight up at 15 m/s. Ignoring air, how long does it take until it is back at the hand, "
    "with g = 9.81 m/s^2?",2*15/9.81,3.05810,"vertical throw")
V("A test pulse is sent into a cable and its reflection from the break returns 25 µs later. The pulse moves "
    "at 2.0e8 m/s. How far off is the break?",2e8*25e-6/2,2500,"echo")
A("A walker goes out at 4 km/h and comes back along the same path faster. What is the average speed of the "
    "whole round trip?","return speed missing")
# half and full angles
V("Light leaves a fibre into air in a cone whose full apex angle is 60°. What is the numerical aperture?",sin(d(
    30)),0.5,"numerical aperture")
V("The full opening angle of a jet's Mach cone, from one side of the cone to the other, is 60°. What is its "
    "Mach number?",1/sin(d(30)),2,"Mach cone")
V("What solid angle does a cone with a full apex angle of 90° enclose?",2*pi*(1-cos(d(45))),1.84030,
    "solid angle of a cone")
V("The 1.2 m string of a conical pendulum sweeps out a cone with a full apex angle of 60°. With g = 9.81 "
    "m/s^2, what is the period?",2*pi*sqrt(1.2*cos(d(30))/9.81),2.04500,"conical pendulum")
V("A ray in air meets a flat glass surface of refractive index 1.5, making an angle of 30° with the surface "
    "itself (air index 1). At what angle to the normal does it travel in the glass?",asin(sin(d(60))/1.5),d(
    35.2644),"Snell's law")
A("A fibre in air accepts light within a cone described only as 'of angle 40°', and nobody knows if that is "
    "the half or the full angle. What is its numerical aperture?","half or full angle unclear")
N("A ray inside glass of refractive index 1.5 meets the surface to air at 60° to the normal. At what angle "
    "is it refracted into the air?","total internal reflection")
# peak, rms, pp
V("A sinusoidal voltage with a peak of 325 V lies across a 50 ohm resistor. What is the mean power?",325**2/2/50,
    1056.25,"AC power")
V("A loudspeaker cone vibrates sinusoidally at 50 Hz and moves 4 mm peak to peak. What is its greatest speed?",2
    *pi*50*0.002,0.628319,"simple harmonic motion")
V("A mass on a spring of 50 N/m swings between two turning points that are 20 cm apart. What is the total "
    "energy of the oscillation?",0.5*50*0.1**2,0.25,"oscillator energy")
A("A sinusoidal voltage of 10 V feeds a 50 ohm resistor, but it was not recorded whether the 10 V is the "
    "peak or the rms value. What is the mean power?","peak or rms unclear")
# frequency etc.
V("A flywheel with a moment of inertia of 0.5 kg m^2 spins at 1200 rpm. What is its kinetic energy?",0.25*(40*pi)
    **2,3947.84,"rotational energy")
V("What is the energy of a photon whose angular frequency is 3e15 rad/s?",hb*3e15,3.16371e-19,"photon energy")
A("The frequency of an oscillator is quoted as just 50, and the paper does not say whether that means hertz "
    "or radians per second. What is its period?","unit of the frequency unclear")
# mass and weight
V("A man weighs 800 N on Earth, where g = 9.81 m/s^2. What does he weigh on a planet where g = 3.71 m/s^2?",800*
    3.71/9.81,302.548,"weight")
V("An astronaut has a mass of 80 kg on Earth. What is her mass on the Moon, where gravity is 1.62 m/s^2?",80,
    80.0,"mass is invariant")
V("A block weighing 20 N is pulled by a net horizontal force of 10 N. With g = 9.81 m/s^2, what is its "
    "acceleration?",10*9.81/20,4.905,"Newton's second law")
V("A stone weighs 30 N in air and 20 N when fully under water of density 1000 kg/m^3. What is the density of "
    "the stone, neglecting the buoyancy of air?",1000*30/10,3000,"Archimedes")
A("On some unknown planet a crate weighs 300 N. What is its mass?","g of that planet missing")
# molar
V("What is the rms speed of nitrogen molecules, molar mass 28 g/mol, at 27 °C?",sqrt(3*R*300.15/0.028),517.08,
    "rms speed")
V("An oxygen atom has a molar mass of 16 g/mol. How many moles of O2 molecules are in 64 g of oxygen gas?",64/32,
    2,"amount of substance")
A("How many molecules are there in 36 g of an unknown gas?","molar mass missing")
# per mole, kg, volume
V("A liquid with a molar mass of 18.0 g/mol takes 40.7 kJ/mol to vaporise at its boiling point. What energy "
    "vaporises 90 g of it at the boiling point?",5*40.7e3,203500,"latent heat")
A("The heat of vaporisation of an unnamed liquid is 40.7 kJ per mole. What energy vaporises 90 g of it?",
    "molar mass missing")
# total and per item
V("A cart has four wheels, each 20 kg, and a body of 320 kg. It moves at 5 m/s. What is the magnitude of its "
    "total momentum?",400*5,2000,"momentum")
V("Six identical lamps in parallel on 230 V together draw 360 W. What current flows through a single lamp?",60/
    230,0.260870,"electric power")
V("A car of 1200 kg stands evenly on four tyres, each touching the road over 0.015 m^2. With g = 9.81 m/s^2, "
    "what pressure does a tyre exert on the road?",1200*9.81/0.06,196200,"pressure")
V("Three identical springs of 200 N/m each hang side by side and jointly carry a load of 12 N. How far do "
    "they stretch?",12/600,0.02,"springs in parallel")
A("A cart has a body of 300 kg and a number of wheels, each 20 kg. It moves at 5 m/s. What is its total "
    "momentum?","number of wheels missing")
A("Several identical springs of 200 N/m hang side by side and carry 12 N together. How far do they stretch?",
    "number of springs missing")
# initial / final exchanged
V("A car ends at 5 m/s having begun at 20 m/s, slowing uniformly for 3 s. How far did it travel in that time?",
    12.5*3,37.5,"uniform acceleration")
V("A gas is now at 300 K after cooling at constant volume from 450 K; before cooling its pressure was 150 "
    "kPa. What is its pressure now?",150e3*300/450,100e3,"pressure law (Gay-Lussac)")
V("After covering 300 m with a uniform acceleration of 0.5 m/s^2 a train has reached 25 m/s. At what speed "
    "did it enter that stretch?",sqrt(625-2*0.5*300),18.0278,"uniform acceleration")
A("Braking at 2 m/s^2 a car has come down to 10 m/s. How long was its braking distance so far?",
    "initial speed missing")
# wind
V("An aircraft with an airspeed of 200 km/h flies straight against a wind of 40 km/h. How long does it need "
    "for 320 km over the ground?",320e3/(160/3.6),7200,"relative velocity")
V("A swimmer who does 1.5 m/s in still water swims 300 m upstream against a current of 0.5 m/s and then the "
    "same 300 m back downstream. What time does it take altogether?",300/1.0+300/2.0,450,"relative velocity")
V("A siren at rest sounds at 500 Hz. A cyclist rides straight away from it at 20 m/s in still air; sound "
    "travels at 340 m/s. What frequency does the cyclist hear?",500*320/340,470.588,"Doppler effect")
A("An aircraft with an airspeed of 200 km/h flies 320 km while a steady headwind blows. How long does it take?",
    "wind speed missing")
A("A whistle of 500 Hz on a train moving at 20 m/s along the track is heard from the platform; sound travels "
    "at 340 m/s. What frequency is heard?","approaching or receding not stated")
N("A cyclist at a steady 5 m/s chases a car that is 200 m ahead and drives away at a steady 15 m/s. After "
    "what time does the cyclist catch the car?","never")
# second body first
V("A 2 kg ball lay at rest until a 3 kg ball moving at 5 m/s struck it and stuck to it. What is their common "
    "speed?",15/5,3,"perfectly inelastic collision")
V("A stationary block of 4.9 kg is hit by a bullet of 0.1 kg, which stays in it; the two then slide off at 6 "
    "m/s. How fast was the bullet?",6*5/0.1,300,"perfectly inelastic collision")
V("A 1 kg cart at rest is hit head-on and elastically by a 3 kg cart moving at 4 m/s. How fast does the 1 kg "
    "cart move afterwards?",2*3*4/(3+1),6,"elastic collision")
V("A boy sits 1.5 m from the pivot of a uniform seesaw, pivoted at its middle; his sister, of mass 30 kg, "
    "keeps it level from 2 m on the other side. What is the boy's mass?",30*2/1.5,40,"lever")
A("A 2 kg ball at 3 m/s runs head-on into a 1 kg ball at rest. How fast does the 1 kg ball move afterwards?",
    "elastic or inelastic not stated")
# signs and directions
V("From the top of a 30 m tower a ball is thrown straight down at 5 m/s. With g = 9.81 m/s^2 and no air, at "
    "what speed does it reach the ground?",sqrt(25+2*9.81*30),24.7710,"vertical throw")
V("From a 20 m high cliff a ball is thrown straight up at 10 m/s and then falls past the edge to the foot of "
    "the cliff. With g = 9.81 m/s^2 and no air, how long after the throw does it land?",(10+sqrt(100+2*9.81*20))
    /9.81,3.28218,"vertical throw")
V("A 2 kg lump moving right at 3 m/s meets a 1 kg lump moving left at 4 m/s and they stick together. What is "
    "their speed afterwards?",(6-4)/3,0.666667,"perfectly inelastic collision")
V("A 0.2 kg ball hits a wall perpendicularly at 15 m/s and rebounds straight back at 10 m/s. What is the "
    "magnitude of the impulse on it?",0.2*25,5,"impulse")
V("A car at 20 m/s decelerates uniformly at 4 m/s^2 until it stands, and then stays there. How far has it "
    "come 10 s after the start of braking?",400/8,50,"braking distance")
A("A ball leaves a window 20 m above the ground at 10 m/s. Without air, how long is it until it lands?",
    "direction of the throw missing")
A("Two forces of 5 N and 12 N act at once on a 2 kg body on a smooth table. What is its acceleration?",
    "angle between the forces missing")
A("An object stands 30 cm in front of a thin lens whose focal length is 10 cm in magnitude; whether it "
    "converges or diverges is not known. How far from the lens is the image?","kind of lens missing")
# left and gone
V("After 10 h, 75 % of a radioactive sample has decayed. What is its half-life?",5*3600,18000,
    "radioactive decay")
V("Only 20 % of a radioactive sample remains after 30 days. What is its half-life?",30*86400*log(2)/log(5),
    1.11632e6,"radioactive decay")
V("A nuclide with a half-life of 8 days starts as 100 g. What mass of it has decayed after 24 days?",0.1*7/8,
    0.0875,"radioactive decay")
V("A capacitor of 100 µF discharges through 10 kΩ. After what time has it lost 90 % of its charge?",log(10),
    2.302585,"RC discharge")
A("After 10 h a note on a radioactive sample says only '75 %', without saying if that is the part left or "
    "the part gone. What is the half-life?","remaining or decayed unclear")
N("After 10 h, 120 % of the original nuclei of a radioactive sample have decayed. What is the half-life?",
    "more than all cannot decay")
# efficiency, loss
V("A pump with an efficiency of 60 % raises 300 kg of water by 10 m. With g = 9.81 m/s^2, how much "
    "electrical energy does it take in?",300*9.81*10/0.6,49050,"efficiency")
V("A heat engine that is 30 % efficient delivers 60 kJ of work. How much heat does it reject?",60e3*7/3,140000,
    "heat engine efficiency")
V("A transformer that loses 5 % of its input power puts out 1900 W. What is its input power?",1900/0.95,2000,
    "efficiency")
A("A pump with some losses raises 300 kg of water by 10 m with g = 9.81 m/s^2. How much electrical energy "
    "does it take in?","efficiency missing")
N("A heat engine is claimed to have an efficiency of 40 % while it works only between reservoirs at 400 K "
    "and 300 K. How much work does it give from 1000 J of heat?","beyond the Carnot limit of 25 %")
N("An electric motor steadily takes in 500 W with no other source and is said to deliver 600 W of mechanical "
    "power. What is its efficiency?","efficiency above one")
# slope
V("A road has a slope of 10 percent. What angle does it make with the horizontal?",atan(0.1),0.0996687,"slope")
V("A 1000 kg car is parked on a 100 % slope. With g = 9.81 m/s^2, what is the component of its weight along "
    "the slope?",9810*sqrt(0.5),6936.72,"inclined plane")
A("A smooth ramp is described as having 'a slope of 10', with the sheet silent on percent or degrees. What "
    "is the acceleration of a block sliding down it if g = 9.81 m/s^2?","percent or degrees unclear")
# thickness, both sides
V("A pipe has an outer diameter of 60 mm and a wall 5 mm thick. It runs full of water at 2 m/s. What is the "
    "volume flow rate?",pi*0.025**2*2,3.92699e-3,"volume flow")
V("A hollow metal sphere of density 2700 kg/m^3 has an outer diameter of 20 cm and a wall 2 cm thick. What "
    "is the mass of the metal?",2700*4/3*pi*(0.1**3-0.08**3),5.51916,"mass of a spherical shell")
V("A thin black sheet of 2 by 3 m (emissivity 1) at 400 K radiates from both of its faces. What power does "
    "it emit in total?",12*sg*400**4,17419.4,"Stefan-Boltzmann")
V("A soap bubble in air has a diameter of 4 cm; the surface tension is 0.025 N/m. By how much is the "
    "pressure inside higher than outside?",4*0.025/0.02,5,"Laplace pressure of a bubble")
A("A tube with an outer diameter of 60 mm runs full of water at 2 m/s. What is the volume flow rate?",
    "wall thickness or inner diameter missing")
# irrelevant numbers
V("A 35-year-old climber drops a 7 kg stone from a 20 m cliff. Ignoring air and with g = 9.81 m/s^2, how "
    "long does it fall?",sqrt(40/9.81),2.01928,"free fall")
V("On 14 March 2019 a 3 kg bob on a 1.0 m string swung gently through small angles in a hall 12 m high. With "
    "g = 9.81 m/s^2, what was its period?",2*pi/sqrt(9.81),2.00607,"simple pendulum")
V("A 10 kg box rests on a level floor with a static friction coefficient of 0.5 and g = 9.81 m/s^2. Someone "
    "pushes it horizontally with 20 N and it does not move. How large is the friction force?",20,20.0,
    "static friction")
A("A 2 kg bob swings gently on a string on 3 May at a place with g = 9.81 m/s^2. What is its period?",
    "length missing")
# names
V("Carbon-14 has a half-life of 5730 years. What fraction of it is left after 11460 years?",0.25,0.5**2,
    "radioactive decay")
V("Each fission of a uranium-235 nucleus releases 200 MeV. How many fissions per second give a power of 1 W?",1/
    (200e6*e),3.12075e10,"power from fission")
V("A Model 3 car of 1800 kg goes from rest to 27 m/s in 6 s. What is the average power that goes into its "
    "kinetic energy?",0.5*1800*27**2/6,109350,"power")
A("A sample of a newly made, unnamed isotope X-57 decays for 10 days. What fraction of it is left?",
    "half-life missing")
# several objects
V("Car A has 1000 kg and drives at 20 m/s; car B has 1500 kg and drives at 15 m/s. What is the momentum of "
    "car B?",1500*15,22500,"momentum")
V("Resistors R1 = 10 ohm, R2 = 20 ohm and R3 = 30 ohm are in series on 12 V. What is the voltage across R2?",12*
    20/60,4,"voltage divider")
# times of day
V("A train leaves at 22:40 and arrives at 01:10 the next morning, 300 km away. What is its average speed?",300e3
    /9000,33.3333,"average speed")
V("A sample had an activity of 6400 Bq at 08:00 and 400 Bq at 20:00 on the same day. What is its half-life?",3*
    3600,10800,"radioactive decay")
A("A train leaves at 9:40 and arrives at 2:10 on a twelve-hour clock, with no note on morning, afternoon or "
    "day, after 300 km. What is its average speed?","am/pm and day unclear")
# unit words
V("A ruler held 1 km away covers an angle of 30 minutes of arc. How long is it?",1000*d(0.5),8.72665,
    "small angle")
V("A snack holds 250 food Calories, that is, kilocalories. What is its energy in joules?",250*4184,1.046e6,
    "energy unit conversion",5e-3)
A("A can holds 3 gallons, and whether US or imperial gallons are meant is not stated. What is its volume in "
    "cubic metres?","US or imperial gallon")
A("A lump is said to have 10 ounces and it is not known whether troy or avoirdupois ounces are meant. What "
    "is its mass in kilograms?","kind of ounce unclear")
A("A crane lifts 2 tons by 10 m where g = 9.81 m/s^2; it is not said if these are metric, long or short "
    "tons. How much work is that?","kind of ton unclear")
A("The temperature of 2 kg of metal with a specific heat capacity of 450 J/(kg K) rises by 50 degrees, "
    "Celsius or Fahrenheit not being stated. How much heat went in?","kind of degree unclear")
# asked and given
N("A car covers 100 m in 10 s at a constant speed of 20 m/s. What is its speed?","contradictory data")
V("A force of 10 N stretches a spring of stiffness 200 N/m by 5 cm. What is the stiffness of the spring?",10/
    0.05,200,"Hooke's law")
V("By how much does a car's speed grow if it accelerates at 2 m/s^2 for 5 s from 10 m/s?",10,2.0*5,
    "uniform acceleration")
V("A rigid tank of ideal gas at 300 K and 100 kPa absolute is heated to 360 K. By how much does the pressure "
    "rise?",100e3*60/300,20000,"pressure law (Gay-Lussac)")
# doubled, halved
V("A wire of 8 ohm is drawn out to double its length without any change of its volume. What is its "
    "resistance now?",8*4,32,"resistance of a wire")
A("A car of 1000 kg doubles its speed. What is its kinetic energy now?","speed missing")
# bounds
A("A stone is dropped from a height of less than 20 m, with g = 9.81 m/s^2. How long exactly does it fall?",
    "only a bound is given")
A("A current of at least 2 A flows through 5 ohm. What exact power is turned into heat?",
    "only a lower bound is given")
# geometry
V("A thin hoop of 2 kg has a diameter of 0.6 m. What is its moment of inertia about its own axis, "
    "perpendicular to its plane?",2*0.3**2,0.18,"moment of inertia of a hoop")
V("A solid uniform sphere rolls from rest without slipping down through a height of 2 m. With g = 9.81 "
    "m/s^2, how fast is it then?",sqrt(10/7*9.81*2),5.29420,"rolling")
V("A pipe 0.85 m long is closed at one end; sound travels at 340 m/s. Neglecting end correction, what is the "
    "frequency of its first overtone?",3*340/(4*0.85),300,"closed pipe")
A("An organ pipe is 0.85 m long and sound travels at 340 m/s. Whether one end is closed is not known. What "
    "is its fundamental frequency?","open or closed unclear")
A("Resistors of 4 and 12 ohm are connected together somehow. What is the total resistance?",
    "series or parallel missing")
A("A cylinder of 2 kg has a radius of 0.3 m; it is unknown whether it is solid or a thin shell. What is its "
    "moment of inertia about its axis?","solid or hollow unclear")
N("Two resistors in parallel together have 10 ohm, and one of them has 6 ohm. What is the resistance of the "
    "other?","parallel total cannot exceed either branch")
# other planets
V("An explorer who weighs 600 N on Earth stands on a planet with twice the mass and twice the radius of the "
    "Earth. What is the explorer's weight there?",600*2/4,300,"gravitation")
A("On the planet Zorg a stone is dropped 10 m from rest in vacuum. How long does it fall?",
    "g of the planet missing")
# impossible
N("Photons of 3 eV fall on a metal with a work function of 4 eV. What is the greatest kinetic energy of the "
    "photoelectrons?","no photoelectrons below threshold")
N("An object stands exactly at the focal point, 10 cm in front of a thin converging lens of focal length 10 "
    "cm. How far from the lens is its image?","image at infinity")
N("A ball is thrown straight up at 10 m/s with g = 9.81 m/s^2. After what time does it reach a height of 20 m?",
    "never reaches it")
N("A spaceship flies at 4.0e8 m/s relative to the Earth. What is its Lorentz factor?","faster than light")
for b in bad: print("CHECK",b,file=sys.stderr)
from collections import Counter
print(len(Y),Counter(y["kind"] for y in Y),len({y["query"] for y in Y}),file=sys.stderr)
assert not bad
json.dump(Y,sys.stdout,ensure_ascii=False,indent=1)
