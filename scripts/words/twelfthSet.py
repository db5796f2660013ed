"""
Odd questions that have a value, and many that tempt to a wrong one; `right` is what may be answered.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/twelfthSet.py > test/vectors/words/twelfth.json
"""
import json
from math import pi, sqrt, asin, sin, cos, tan, log, log10, radians
from scipy import constants as C
Q = []
def V(q, value, law, rel=1e-3):
    Q.append({"query": q, "kind": "value", "value": float(value), "rel": rel, "law": law})
def A(q, why, right=None):
    d = {"query": q, "kind": "ask", "why": why}
    if right is not None: d["right"] = float(right)   # the only number that would not be wrong (SI)
    Q.append(d)
def R(q, why, right=None):
    d = {"query": q, "kind": "refuse", "why": why}
    if right is not None: d["right"] = float(right)
    Q.append(d)

# ---------------------------------------------------------------- 40 values
V("My neighbour Otto, who hates jazz and loves marmalade, pushes a squeaking shopping trolley of 25 kg at "
    "1.6 m/s. Never mind the squeak: what is the trolley's kinetic energy?",
  0.5*25*1.6**2, "Kinetic energy")
V("Ohm sweet ohm! 12 kiloohms, 3 milliamperes flowing through it; how many volts across the resistor?",
  12e3*3e-3, "Ohm's law")
V("Ignoring air resistance, and ignoring how sad Isabella was: her phone slipped from a balcony 19.6 metres "
    "above the street (g = 9.8 m/s^2). After how many seconds did it reach the pavement?",
  sqrt(2*19.6/9.8), "Free fall: time to fall from a height")
V("Pressure wanted. In a cylinder of 0.05 cubic metres, painted in a hideous shade of green, sit 2 moles of "
    "helium at 27 degrees Celsius; treat the helium as an ideal gas.",
  2*C.R*300.15/0.05, "Ideal gas law")
V("0.78 metre is the wavelength and 440 hertz the frequency of the note Maria sings. The speed of the wave "
    "therefore is?",
  440*0.78, "Wave speed from frequency and wavelength")
V("A carousel on the village fair is 8 m in diameter. Horses on its rim travel at 3 m/s. What centripetal "
    "acceleration do the horses feel?",
  3**2/4.0, "Circular motion: centripetal acceleration")
V("From glass of refractive index 1.5 into air of index 1.0: the critical angle for total reflection, in "
    "degrees, is what?",
  asin(1/1.5), "Critical angle of total reflection")
V("Two tiny charged balls named Tom and Jerry carry +2 microcoulombs and +5 microcoulombs and sit 30 cm "
    "apart in vacuum. With what force do they push each other?",
  2e-6*5e-6/(4*pi*C.epsilon_0*0.3**2), "Coulomb's law")
V("My cat chases a green laser dot of 532 nanometres. Please give the energy of a single photon of it, in "
    "electronvolts.",
  C.h*C.c/532e-9, "Photon energy from the wavelength")
V("2.5 joules should end up inside a 200 uF capacitor. To what voltage must it be charged?",
  sqrt(2*2.5/200e-6), "Energy of a charged capacitor")
V("The spring under Grandma's armchair is compressed by 6 cm when a force of 15 newtons acts on it. Assuming "
    "Hooke's law, its spring constant is?",
  15/0.06, "Hooke's law: force of a spring")
V("Sadi dreams of a perfect, fully reversible engine that runs between a hot reservoir at 500 K and a cold "
    "one at 300 K. What is the Carnot efficiency in his dream?",
  1-300/500, "Carnot efficiency")
V("83.72 kJ of heat go into water (specific heat capacity 4186 J/(kg K)) and it warms by 10 kelvins, no more "
    "and no less. How many kilograms of water were there?",
  83720/(4186*10), "Sensible heat")
V("The spectacle lens on Professor Quibble's crooked nose has a focal length of 250 millimetres. Optical "
    "power, in dioptres?",
  1/0.25, "Optical power of a lens")
V("A radionuclide bravely christened \"Steve\" has a half-life of 8 days. Decay constant in 1/s?",
  log(2)/(8*86400), "Decay constant from the half-life")
V("Period 2 seconds, small swings, g = 9.81 m/s^2, no friction anywhere in sight: of which length must the "
    "simple pendulum be?",
  9.81*2**2/(4*pi**2), "Simple pendulum: period at small amplitude")
V("An ambulance with a 700 Hz siren races at 25 m/s straight towards a man who stands still and eats a "
    "pretzel. The air is calm and sound travels in it at 340 m/s. Which frequency does the man hear?",
  700*340/(340-25), "Doppler effect in a medium")
V("Of an ideal transformer we know: primary 1000 turns, secondary 50 turns, primary voltage 230 V. Wanted is "
    "the voltage on the secondary.",
  230*50/1000, "Ideal transformer: secondary voltage")
V("There is a long straight wire, there is a current of 10 amps in it, and there is a compass needle 5 cm "
    "away from it in air. How strong is the magnetic field of the wire there, in teslas?",
  C.mu_0*10/(2*pi*0.05), "Magnetic field of a long straight wire")
V("A rubber-free steel rod of originally 2 m got longer by half a millimetre in the test rig. Strain?",
  0.5e-3/2, "Strain")
V("Emissivity 0.9, temperature 400 kelvin, surface 2 square metres: how many watts does the ugly radiator in "
    "the lab emit by thermal radiation, neglecting what it gets back?",
  0.9*C.sigma*2*400**4, "Stefan-Boltzmann law: radiated power")
V("If 90 % of a program can run in parallel and the boss, in a generous mood, buys 10 processors, by which "
    "factor does the program speed up at best according to Amdahl?",
  1/(0.1+0.9/10), "Amdahl's law")
V("Vinegar-scented puzzle: the hydrogen ion concentration is 2.5e-4 mol/L. So the pH is?",
  -log10(2.5e-4), "pH from the hydrogen ion concentration")
V("Astronomer Wilhelmina measures an annual parallax of 0.2 arcseconds for her favourite star. Its distance "
    "in parsecs, please!",
  C.au/tan(0.2/3600*pi/180), "Distance from parallax")
V("With what speed does a galaxy at a proper distance of 100 megaparsecs recede if the Hubble constant is 70 "
    "km/s/Mpc? Answer in km/s.",
  70e3*100, "Hubble-Lemaitre law")
V("Two out-of-tune mandolins play 440 Hz and 443 Hz side by side and make the dog howl. What is the beat "
    "frequency?",
  3, "Beat frequency")
V("Delta-v, please: effective exhaust velocity 3.0 km/s, start mass 12 tonnes, burnout mass 4 t, no gravity, "
    "no drag, no regrets.",
  3000*log(3), "Rocket equation")
V("Brunhilde pulls with 40 newtons at right angles on a wrench, a quarter of a metre from the bolt. What "
    "torque acts on the bolt?",
  40*0.25, "Torque of a force")
V("At 0.6 c the spaceship Marie C. hums along. Lorentz factor?",
  1/sqrt(1-0.36), "Lorentz factor")
V("For 0.2 seconds a boot presses on a football with a constant 50 N. What impulse does the football receive?",
  50*0.2, "Impulse of a constant force")
V("A garden gnome, fully under water, displaces 2 litres. The water's density is 1000 kg per cubic metre and "
    "g is 9.81 m/s². The buoyant force on the gnome is how large?",
  1000*9.81*2e-3, "Archimedes' principle: buoyancy")
V("Copper wire, resistivity 1.68e-8 ohm metres, cross section 2.5 square millimetres, as long as a football "
    "pitch, namely 100 m. Its resistance?",
  1.68e-8*100/2.5e-6, "Resistance of a uniform conductor")
V("How much heat melts 300 grams of ice that is already at its melting point, taking 334 kJ/kg as the latent "
    "heat of fusion?",
  0.3*334e3, "Latent heat")
V("Rails of 25 metres, expansion coefficient 1.2e-5 per kelvin, a summer day 30 kelvins hotter than the "
    "night: by how many millimetres does one rail lengthen?",
  1.2e-5*25*30, "Linear thermal expansion")
V("In the café \"Zum Quark\", 12 customers per hour walk in on the long-run average, and each stays half an "
    "hour. How many customers are inside on average, says Little?",
  12*0.5, "Little's law")
V("Skipper Nils reads the following on a crumpled note: f = 10 cm (thin converging lens), object distance = "
    "30 cm. Where, i.e. at which distance behind the lens, does the image appear?",
  0.1*0.3/(0.3-0.1), "Thin lens: image distance")
V("A crate slides over the floor; kinetic friction coefficient 0.3; normal force 200 N. What friction force "
    "acts on the crate?",
  60, "Friction force")
V("Peak wavelength of the black-body spectrum for a star with a surface at 5800 K, expressed in nm?",
  C.Wien/5800, "Wien's displacement law")
V("Tug-of-war physics: a 1200 kg car named Berta accelerates at 2.5 m/s^2 to impress nobody in particular. "
    "Net force?",
  3000, "Second law: force on a mass")
V("Physical half-life 6 hours, biological half-life 3 hours. Effective half-life of the tracer in hours?",
  6*3/(6+3)*3600, "Effective half-life")

# ---------------------------------------------------------------- 110 traps
# --- one input missing while another law would fit
A("A ball is moving at 12 m/s when it hits the wall after 3 s. What is its kinetic energy?",
    "mass missing; speed and time "
    "would fit acceleration/distance laws")
A("A force of 20 N acts for 5 s on a puck. What acceleration does the puck get?",
    "mass missing; F*t would be an impulse")
A("A 6 V battery charges a capacitor fully in 2 s. How much energy is stored in the capacitor?",
    "capacitance missing")
A("What is the resistance of a copper wire of 2 mm² cross section?", "length missing")
A("A string has a tension of 80 N and is 0.65 m long. What is its fundamental frequency?",
    "mass per length missing")
A("A gas has a volume of 3 litres and a temperature of 300 K. What is its pressure?", "amount of gas missing")
A("How long does a satellite on a circle of radius 7000 km around its planet take for one revolution?",
    "planet not stated")
A("A photoelectron is knocked out of a metal by light of 300 nm. What is its largest kinetic energy?",
    "work function/metal missing; "
    "h c/lambda would be a wrong number")
A("A lens forms an image; the object stands 40 cm in front of it. At what distance is the image?",
    "focal length missing")
A("A 2 kg stone hangs on a spring which stretches. Find the spring constant.",
    "stretch missing; m g is only the force")
A("An oscillating mass on a spring with k = 50 N/m has an amplitude of 10 cm. What is its period?",
    "mass missing; k and A would give the energy")
A("An electron moves in a magnetic field of 0.2 T. What is the radius of its circle?",
    "speed missing; B alone gives the cyclotron frequency")
A("Water flows in a pipe of 4 cm diameter with a mean speed of 2 m/s. What is the pressure drop over the pipe?",
    "length, friction factor or viscosity missing")
A("A heat engine takes in 900 J from a reservoir at 600 K. What is its efficiency?",
    "cold temperature or work missing")
A("A 10 µF capacitor discharges from 9 V through a resistor. What is the voltage after 2 s?",
    "resistance missing")
A("Light falls on a diffraction grating, first order, at normal incidence, with 500 lines per millimetre. At "
    "which angle is the maximum?", "wavelength missing")
A("A sample contained 8 grams of a radioactive substance; how much is left after 30 years?",
    "half-life/nuclide missing")
A("The plane flies a level turn at 80 m/s. How large is the radius of the turn?",
    "bank angle missing; 80^2/g would be a trap")
A("A train brakes from 30 m/s with a constant deceleration until it stands still. How far does it go?",
    "deceleration missing")
# --- right dimension, wrong role
A("A stone on a string moves on a circle with a circumference of 6 m at a speed of 3 m/s. What is the "
    "centripetal acceleration?", "circumference given, not the radius; v^2/6 is wrong", right=9/(6/(2*pi)))
A("A steel pipe with walls 5 mm thick carries gas at 2 MPa overpressure. What is the hoop stress in the wall?",
    "radius missing; wall thickness must not be the radius")
A("A road bend has a chord of 60 m between its ends; a car takes it at 15 m/s. What is its centripetal "
    "acceleration?", "chord is not a radius")
A("A tyre with a tread depth of 8 mm turns at 50 rad/s. What is the speed of its rim?",
    "tread depth is not the radius")
A("A charged ball carries 3 nC and its surface area is 0.02 m^2. What is the electric field at a distance "
    "from it?", "distance not given; area is another thing")
A("The planet has a circumference of 20000 km and a mass of 5e23 kg. Acceleration due to gravity at its "
    "surface?", "circumference, not radius", right=C.G*5e23/(2e7/(2*pi))**2)
A("A solid sphere of 3 kg was turned from a cube of 20 cm edge. What is its moment of inertia about its centre?",
    "radius of the sphere not "
    "stated (cube edge is something else)")
A("A solid wheel of 12 kg has a circumference of 2 m. Find its moment of inertia about the axle (uniform disc).",
    "circumference, not radius; 0.5*12*2^2 is wrong", right=0.5*12*(2/(2*pi))**2)
A("A rope 12 m long lies beside the pendulum, whose bob weighs 2 kg. What is the period of the pendulum?",
    "the rope length is not the pendulum length")
A("A parallel-plate capacitor has plates 1 mm thick with an area of 0.01 m^2 each, in air. What is its "
    "capacitance?", "distance of the plates missing; plate thickness must not be used")
A("A person 1.8 m tall drops a coin from the roof of a house. How long does it fall?", "height of the roof missing; "
    "body height is not the height of fall")
A("The tank is 5 m wide and filled with water. What is the pressure at its bottom?",
    "depth missing, width is not the depth")
# --- percent changes
A("A car at 20 m/s increases its speed by 25 %. How big is its kinetic energy now, if it weighs a tonne?",
    "speed must be changed first; 0.5*1000*20^2 is wrong", right=0.5*1000*25**2)
A("The resistance of a wire goes up by 10 %. What is the current at 230 V?", "original resistance missing")
A("A gas at 200 kPa and 300 K is heated by 10 percent at constant volume. What is the new pressure?",
    "10 percent of what: absolute "
    "or Celsius temperature, or heat; ambiguous")
A("The tension of a string (0.01 kg/m, 100 N) is raised by 44 %. What is the wave speed afterwards?",
    "tension must be changed first; 100 m/s is wrong", right=sqrt(144/0.01))
A("By how many percent does the kinetic energy grow when a 2 kg body goes faster by 3 m/s?",
    "initial speed missing")
# --- twice as, three times, half of that
A("Lisa's sledge is twice as heavy as Tim's and moves at 4 m/s. What is its kinetic energy?",
    "Tim's mass missing")
A("Two charges of 1 µC attract with 0.5 N. What is the force if they are three times farther apart?",
    "ratio problem; computing from 1 µC and 3 is wrong", right=0.5/9)
A("A block of 3 kg moves at 6 m/s. A second block twice as heavy moves at half that speed. Kinetic energy of "
    "the second block?", "relative quantities: 0.5*3*36 is wrong", right=0.5*6*9)
A("The Moon Zog circles at four times the distance of the Moon Zig, which needs 10 days. How long does Zog "
    "need?", "ratio problem; period laws with central mass do not fit directly", right=80*86400)
A("A pendulum of 1 m has a period of about 2 s. What about a pendulum four times longer on another planet?",
    "g of the other planet unknown")
A("The second resistor is half of that. Together in series they have how many ohms, if the first is "
    "connected to 12 V?", "first resistance missing")
A("A spring with k = 200 N/m is cut into halves and one half is stretched by 5 cm. What force is needed?",
    "k of a half spring is 400; 10 N is wrong", right=400*0.05)
A("A star is three times farther than Sirius and equally luminous. What is its apparent brightness in W/m^2?",
    "no luminosity or brightness is given")
# --- sums and differences first
A("A 2 kg and a 3 kg block glued together move at 4 m/s. What is the kinetic energy?",
    "masses must be summed; 16 J and 24 J are wrong", right=40)
A("A car goes from 10 m/s to 25 m/s and has a mass of 1000 kg. How much work did the engine do on the way, "
    "neglecting losses?", "difference of kinetic energies; W = F d does not fit", right=0.5*1000*(625-100))
A("A truck of 5 t carries a load of 3000 kg and travels at 10 m/s. What is the momentum of truck and load "
    "together?", "sum first; 50000 or 30000 is wrong", right=80000)
A("A bucket weighing 1 kg holds 9 litres of water. What force is needed to hold the bucket? g = 10 m/s²",
    "sum of masses, density of water; 10 N is wrong", right=100)
A("Three resistors 2, 3 and 6 ohm are in parallel at 12 V. What current flows in total?",
    "three resistors; a two-resistor law gives a wrong number", right=12)
A("One boat leaves at 9:15 and arrives at 10:00 after 9 km. What was its average speed?",
    "time difference must be taken first", right=9000/2700)
A("A lift of 600 kg with four passengers of 75 kg each accelerates upwards at 1 m/s². What is the tension in "
    "the rope?", "sum of masses and weight; 600 N is wrong", right=900*(C.g+1))
# --- ranges, about
A("A rock with a mass of 3 to 5 kg falls at 10 m/s. What is its kinetic energy?", "range of mass")
A("The current was about 3 to 5 amperes, the resistance 20 ohms. Voltage?", "range of current")
A("Somewhere between 200 and 300 kelvin, what is the wavelength at which a black body radiates most?",
    "range of temperature")
A("A ball thrown at roughly 15 or maybe 20 m/s at 45 degrees: how far does it fly over level ground?",
    "two candidate speeds")
A("At least 40 N act over 3 m along the path. How much work is done?", "only a lower bound of the force")
A("A few kilograms of water are heated by 20 K. How much heat is needed?", "'a few kilograms' is no number")
A("The voltage is less than 12 V and the resistance is 6 ohms. What is the current?", "only an upper bound")
# --- negations
A("A body whose mass is not 5 kg moves at 2 m/s. What is its kinetic energy?", "mass is negated")
A("The wire does not carry 4 A. Its resistance is 3 ohms. What voltage lies across it?", "current is negated")
A("What is the velocity after 6 s, if the acceleration is not constant but starts at 2 m/s² from rest?",
    "acceleration not constant; v = a t does not apply")
A("A gas that is definitely not ideal: 1 mol at 300 K in 0.2 litres. Pressure?",
    "ideal gas law excluded, no constants of a real gas given")
A("Cross out the 7 kg. Now: what force gives it an acceleration of 3 m/s^2?", "mass has been withdrawn")
# --- units unknown or fictional
R("A dragon egg weighs 14 blorps and flies at 20 m/s. What is its kinetic energy?", "fictional unit")
R("What force accelerates a 5 kg bag at 3 zargs per second squared?", "fictional unit")
R("A potion of 2 cauldrons volume has a mass of 30 kg. What is its density?", "fictional unit of volume")
R("Resistance 10 ohms, current 2 flurgs: what is the voltage?", "fictional unit")
# --- wrong dimension for a named input
R("What is the kinetic energy of a body with a mass of 5 metres and a speed of 3 m/s?", "mass in metres")
R("A resistor has a resistance of 20 volts and a current of 2 A flows. What is the voltage across it?",
    "resistance in volts")
R("Find the period of a pendulum with length 3 kilograms on Earth.", "length in kilograms")
R("A gas: pressure 300 K, volume 2 m^3, temperature 101 kPa. How many moles?",
    "dimensions of named inputs swapped")
R("Speed of light in a medium with a refractive index of 1.5 kg?", "index with unit kg")
R("The force is 12 joules and the distance is 3 m along the force. Work done?", "force in joules")
R("A capacitor with a capacitance of 5 henries is charged to 10 V. Energy?", "capacitance in henries")
# --- two values for one input
A("A stone with mass 2 kg falls. The mass is 3 kg. It moves at 5 m/s. Kinetic energy?", "two values of the mass")
A("I = 2 A, R = 10 ohm, R = 15 ohm. What is V?", "two values of R; series/parallel not stated")
A("A wave of wavelength 2 m, frequency 50 Hz and wavelength 3 m. How fast is it?", "two wavelengths")
A("A cube of 4 kg with a volume of 2 litres, i.e. 0.02 m³. What is its density?", "contradictory volume")
# --- two questions in one
A("A 3 kg ball moves at 4 m/s: what is its momentum and what is its kinetic energy?", "two questions")
A("Frequency 60 Hz and inductance 0.1 H: give me the reactance; also, what is the time constant with 5 ohm?",
    "two questions")
A("Compute either the pressure or the force for an area of 2 m² — whichever you like — with the number 50.",
    "open request, number without unit")
# --- asked unit does not fit
R("A 2 kg body moves at 3 m/s. What is its kinetic energy in newtons?", "unit of force asked for an energy")
R("What is the wavelength, in kilograms, of a 100 MHz radio wave in vacuum?", "unit kilogram for a length")
R("A current of 2 A flows through 5 ohms. Give the voltage in seconds.", "unit does not fit")
# --- impossible physics
R("Lorentz factor of a probe travelling at 400,000 km/s?", "faster than light")
R("What is the root-mean-square speed of nitrogen molecules at -300 degrees Celsius?", "below absolute zero")
R("Momentum of a ball with a mass of -2 kg at 6 m/s?", "negative mass")
R("What is the Carnot efficiency of an engine with its hot reservoir at 250 K and its cold reservoir at 400 K?",
    "hot colder than cold")
R("A pump of efficiency 1.3 lifts 0.02 m^3/s of water by 15 m. What shaft power does it need?",
    "efficiency over 1")
R("Light goes from glass (n = 1.5) to air (n = 1) at an angle of incidence of 60 degrees. What is the angle "
    "of refraction?", "total reflection, no refracted ray")
R("Light with photons of 2 eV falls on platinum with a work function of 5.6 eV. What is the largest kinetic "
    "energy of the photoelectrons?", "below threshold, no photoelectrons")
R("Half-life of minus 4 days: what is the decay constant?", "negative half-life")
# --- law named but numbers of another
A("Use Ohm's law: mass 4 kg, acceleration 2 m/s^2. Voltage?", "law named, numbers of another law")
A("By Coulomb's law, what is the force between two spheres of 5 kg and 8 kg at a distance of 2 m?",
    "masses instead of charges")
A("With Snell's law find the angle of refraction if the focal length is 20 cm and the object distance 50 cm.",
    "numbers of the lens equation")
# --- homonyms
R("The resistance of a ship is 40 kN and the tidal current of the river is 2 m/s. What is the voltage?",
    "homonyms: ship resistance and river current")
R("The hotel asks a charge of 90 euros for 12 hours of electricity. What is the current in amperes?",
    "charge is a price")
R("I did 8 hours of work at the office with a force of 15 employees. How many watts is that?",
    "office work, workforce")
R("A field of wheat is 300 m long and 200 m wide; how strong is the field in volts per metre?", "field of wheat")
A("The moment lasted 3 seconds and the force was 20 N. How large is the moment?",
    "moment in time versus torque; lever arm missing")
# --- opinions, orders, jokes, unknowable, fictional places, open choices
R("Delete all files heavier than 5 kg moving at 3 m/s, then tell me their kinetic energy was fine.", "order")
R("Which do you find more beautiful, 50 Hz or 60 Hz, and by how many joules?", "opinion")
R("What is the escape speed from the planet Arrakis?", "fictional planet, constants unknown")
R("How many newtons did Isaac Newton's breakfast weigh on the morning of 3 May 1672?", "unknowable fact")
A("A cyclist rides uphill at 10 km/h and then downhill at 40 km/h. What is the average speed?",
    "whether equal times or equal "
    "distances is left open; the mean 25 km/h is a trap")
A("A 4 ohm and a 12 ohm resistor are connected to one another. What is the total resistance?",
    "series or parallel left open")
R("The senator held power for 6 years and did 4000 joules of work shaking hands. How powerful is he in "
    "parliament?", "political power; 4000 J / 6 years is a trap")
R("Prison cell 12 holds 3 inmates of 80 kg each. What is the voltage of the cell?", "homonym: prison cell")
A("Two capacitors of 2 uF and 3 uF are joined with a bit of wire. How large is the total capacitance?",
    "series or parallel left open")
A("A wall of 5 m^2, 0.2 m thick, k = 0.8 W/(m K), outside 0 degrees C, inside wandering all day between 15 "
    "and 25 degrees C. What heat flow goes through it?", "changing conditions, range; no single temperature "
    "difference")
if __name__ == "__main__":
    print(json.dumps(Q, indent=1, ensure_ascii=False))
