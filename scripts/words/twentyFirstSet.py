"""
A twenty-first set, the problems that every student meets, from standard textbooks of the first two years in own words.
It was written without the list of laws, and asked before anything was mended for it.

    python3 scripts/words/twentyFirstSet.py > test/vectors/words/twentyFirst.json
"""
import json, math
from math import *
import scipy.constants as C
g=C.g
c=C.c
G=C.G
h=C.h
hb=C.hbar
e=C.e
me=C.m_e
mp=C.m_p
mn=C.m_n
k=C.k
R=C.R
NA=C.N_A
eps0=C.epsilon_0
mu0=C.mu_0
sig=C.sigma
u=C.u
kc=1/(4*pi*eps0)
Q=[]
def V(q,v,law,rel=1e-3): Q.append(dict(query=q,kind="value",value=v,rel=rel,law=law))
def A(q,why): Q.append(dict(query=q,kind="ask",why=why))
def X(q,why): Q.append(dict(query=q,kind="refuse",why=why))
d=radians
# ---- kinematics
V(
    "A car starts from rest and speeds up at 3.2 m/s^2 for 8 seconds. How far does it travel in that "
    "time?",
    0.5*3.2*64, "distance under constant acceleration",
)
V(
    "An airliner touches down at 70 m/s and has to stop within 1200 m. What constant deceleration is "
    "needed?",
    70**2/2400, "v^2=v0^2+2as",
)
V(
    "stone dropped from a 45 m high bridge, no air resistance - how long until it hits the water?",
    sqrt(2*45/g), "free fall time",
)
V(
    "With what speed does a coconut reach the ground after falling 12 m from a palm tree? Ignore drag.",
    sqrt(2*g*12), "free fall speed",
)
V(
    "A ball is thrown straight up at 18 m/s. What maximum height does it reach above the hand?",
    18**2/(2*g), "max height vertical throw",
)
V(
    "A golf ball leaves the tee with 42 m/s at 35 degrees above the horizontal. What is its range on "
    "level ground, neglecting air?",
    42**2*sin(d(70))/g, "projectile range",
)
V(
    "How long does a football stay in the air if it is kicked at 22 m/s at an angle of 50° over level "
    "ground?",
    2*22*sin(d(50))/g, "time of flight",
)
V(
    "A marble rolls off a table 0.9 m high with a horizontal speed of 1.5 m/s. How far from the table's "
    "edge does it land?",
    1.5*sqrt(2*0.9/g), "horizontal throw",
)
V(
    "maximum height of a projectile, launch speed 30 m/s, launch angle 60 deg",
    (30*sin(d(60)))**2/(2*g), "projectile height",
)
V(
    "A carousel horse moves on a circle of radius 5 m at 4 m/s. Find its centripetal acceleration.",
    16/5, "centripetal acceleration",
)
V(
    "A train goes from 36 km/h to 90 km/h in 25 s; average acceleration?",
    (90-36)/3.6/25, "average acceleration",
)
V(
    "A motorboat that makes 5 m/s in still water heads straight across a river flowing at 3 m/s. How fast "
    "does it move relative to the bank?",
    sqrt(34), "perpendicular velocity addition",
)
V(
    "A cyclist covers 18 km in 45 minutes. What is her average speed in km/h?",
    18000/2700, "average speed",
)
# ---- Newton
V(
    "What net force gives a 1,350 kg car an acceleration of 2.4 m/s²?",
    1350*2.4, "Newton II",
)
V(
    "A crate of 40 kg slides down a frictionless ramp inclined at 25°. What is its acceleration?",
    g*sin(d(25)), "incline acceleration",
)
V(
    "A block slides down a 30 degree incline with a coefficient of kinetic friction of 0.2. Find the "
    "acceleration.",
    g*(sin(d(30))-0.2*cos(d(30))), "incline with friction",
)
V(
    "Two masses, 3 kg and 5 kg, hang from the ends of a light string over a frictionless pulley. What "
    "acceleration do they have?",
    g*2/8, "Atwood acceleration",
)
V(
    "Atwood machine m1 = 2 kg m2 = 6 kg, tension in the cord?",
    2*2*6*g/8, "Atwood tension",
)
V(
    "A 75 kg man stands on a bathroom scale in an elevator accelerating upward at 1.8 m/s². What force "
    "does the scale read?",
    75*(g+1.8), "apparent weight",
)
V(
    "Coefficient of static friction needed so that a box just doesn't slip on a plane tilted by 22 "
    "degrees?",
    tan(d(22)), "angle of repose",
)
V(
    "How fast can a car take an unbanked curve of 60 m radius if the tyres have a static friction "
    "coefficient of 0.8?",
    sqrt(0.8*g*60), "flat curve max speed",
)
V(
    "At what angle should a highway curve of radius 150 m be banked so that cars at 25 m/s need no "
    "friction?",
    atan(625/(g*150)), "banking angle",
)
V(
    "A roller-coaster loop has a radius of 9 m. What is the least speed at the top so the car stays on "
    "the track?",
    sqrt(g*9), "loop min speed",
)
V(
    "conical pendulum: string 1.2 m, angle with vertical 28°, period?",
    2*pi*sqrt(1.2*cos(d(28))/g), "conical pendulum",
)
V(
    "A 2 kg rock is whirled on a 0.75 m string at 6 m/s in a horizontal circle; how large is the "
    "centripetal force?",
    2*36/0.75, "centripetal force",
)
V(
    "A sled of 25 kg is pulled at constant velocity across level snow with a kinetic friction coefficient "
    "of 0.09. How big is the friction force?",
    0.09*25*g, "kinetic friction",
)
V(
    "A car going 20 m/s brakes on a level road with a friction coefficient of 0.7. What is the stopping "
    "distance?",
    400/(2*0.7*g), "stopping distance",
)
# ---- Work energy momentum
V(
    "A worker pushes a trolley with 120 N directed 20 degrees below the horizontal over a distance of 15 "
    "m. How much work does he do?",
    120*15*cos(d(20)), "work F d cos",
)
V(
    "How much energy is stored in a spring of stiffness 450 N/m compressed by 6 cm?",
    0.5*450*0.06**2, "spring energy",
)
V(
    "A 0.2 kg block is shot by a spring (k = 800 N/m) that was squeezed by 5 cm. With what speed does the "
    "block leave on a frictionless table?",
    0.05*sqrt(800/0.2), "spring launch speed",
)
V(
    "What power does an elevator motor need to raise 900 kg at a steady 2 m/s?",
    900*g*2, "P=Fv lift",
)
V(
    "A skier starts from rest at the top of a frictionless slope 20 m high. What is her speed at the "
    "bottom?",
    sqrt(2*g*20), "energy conservation",
)
V(
    "change in gravitational potential energy, a 60 kg hiker climbs 350 m",
    60*g*350, "mgh",
)
V(
    "A 12-g bullet flying at 400 m/s embeds itself in a 2-kg block at rest. What is the common velocity "
    "right after the impact?",
    0.012*400/2.012, "perfectly inelastic collision",
)
V(
    "A ballistic pendulum: an 8 g bullet sticks in a 1.5 kg block, which swings up by 7 cm. What was the "
    "bullet's speed?",
    (1.508/0.008)*sqrt(2*g*0.07), "ballistic pendulum",
)
V(
    "A 5 kg rifle fires a 20 g bullet at 620 m/s. With what speed does the rifle recoil?",
    0.02*620/5, "recoil",
)
V(
    "A 0.145 kg baseball arrives at 40 m/s and leaves in the opposite direction at 50 m/s. If the bat "
    "touches it for 1.2 ms, what is the average force?",
    0.145*90/1.2e-3, "impulse average force",
)
V(
    "Cart A (0.5 kg, 2 m/s) hits cart B (0.3 kg, at rest) elastically head-on. How fast does cart B move "
    "afterwards?",
    2*0.5*2/0.8, "elastic collision target",
)
V(
    "Where is the centre of mass of a 3 kg body at x = 1 m and a 7 kg body at x = 4 m?",
    (3+28)/10, "centre of mass",
)
V(
    "A rocket burns fuel at 50 kg/s and expels it at 2500 m/s relative to itself. What thrust does it "
    "get?",
    125000, "thrust",
)
V(
    "A rubber ball is dropped from 1.6 m and bounces back up to 1.1 m. What is the coefficient of "
    "restitution?",
    sqrt(1.1/1.6), "restitution from heights",
)
# ---- rotation
V(
    "A wheel starts from rest and has an angular acceleration of 4 rad/s². Through what angle does it "
    "turn in 6 s?",
    0.5*4*36, "angular displacement",
)
V(
    "Moment of inertia of a solid sphere of mass 3 kg and radius 12 cm about a diameter?",
    0.4*3*0.0144, "solid sphere inertia",
)
V(
    "A 1.8 m long uniform rod weighs in at 2.5 kg. Moment of inertia about an axis through one end "
    "perpendicular to it?",
    2.5*1.8**2/3, "rod end",
)
V(
    "rotational kinetic energy of a flywheel, I = 3.5 kg m², 1200 rpm",
    0.5*3.5*(1200*2*pi/60)**2, "rotational KE",
)
V(
    "A mechanic pulls with 180 N at right angles to a 30 cm wrench. What torque does she exert?",
    54, "torque",
)
V(
    "A solid cylinder rolls without slipping from rest down a slope of height 2 m. What speed has it at "
    "the bottom?",
    sqrt(4/3*g*2), "rolling speed",
)
V(
    "A skater spins at 2 rev/s with a moment of inertia of 4.5 kg m². She pulls in her arms so that it "
    "drops to 1.8 kg m². What is her new angular speed in rad/s?",
    2*2*pi*4.5/1.8, "angular momentum conservation",
)
V(
    "How large is the angular momentum of a 0.6 kg ball circling at 5 m/s with a 0.8 m radius?",
    0.6*5*0.8, "angular momentum",
)
V(
    "A 30 kg child sits 1.5 m from the pivot of a seesaw. How far from the pivot must a 20 kg child sit "
    "on the other side for balance?",
    30*1.5/20, "lever balance",
)
# ---- elasticity, fluids
V(
    "A steel wire 2 m long with a cross section of 0.5 mm² carries 200 N. Young's modulus is 200 GPa. By "
    "how much does it stretch?",
    200*2/(0.5e-6*200e9), "elongation",
)
V(
    "What is the gauge pressure 18 m below the surface of a lake (density 1000 kg/m³)?",
    1000*g*18, "hydrostatic",
)
V(
    "Absolute pressure 30 m deep in sea water of density 1025 kg/m^3 if the air above is at 101.3 kPa?",
    101300+1025*g*30, "absolute pressure",
)
V(
    "A hydraulic lift has a small piston of 4 cm² and a large one of 250 cm². What force on the small "
    "piston lifts a load weighing 12 kN?",
    12000*4/250, "Pascal",
)
V(
    "An object weighs 50 N in air and 32 N when fully under water (1000 kg/m³). What is its volume?",
    18/(1000*g), "buoyancy volume",
)
V(
    "What fraction of an iceberg is below the waterline if ice has a density of 917 kg/m³ and sea water "
    "1025 kg/m³?",
    917/1025, "floating fraction",
)
V(
    "Water flows at 1.2 m/s in a pipe of 5 cm diameter which narrows to 2 cm diameter. Speed in the "
    "narrow part?",
    1.2*(5/2)**2, "continuity",
)
V(
    "A tank has a small hole 3.5 m below the water surface. How fast does the water shoot out?",
    sqrt(2*g*3.5), "Torricelli",
)
V(
    "How high does water (surface tension 0.073 N/m, density 1000 kg/m^3, contact angle 0) climb in a "
    "glass capillary of 0.4 mm radius?",
    2*0.073/(1000*g*0.4e-3), "capillary rise",
)
V(
    "Terminal velocity of a 1 mm radius steel ball, density 7800 kg/m³, in glycerin with density 1260 "
    "kg/m³ and viscosity 1.5 Pa s (Stokes)?",
    2/9*(7800-1260)*g*1e-6/1.5, "Stokes velocity",
)
# ---- gravitation
V(
    "Gravitational attraction between two 50 kg people standing 2 m apart?",
    G*2500/4, "Newton gravity",
)
V(
    "What is the acceleration of gravity on the surface of a planet with mass 4.9e24 kg and radius 6050 "
    "km?",
    G*4.9e24/6.05e6**2, "surface gravity",
)
V(
    "Escape velocity from the Moon (mass 7.35 x 10^22 kg, radius 1737 km)?",
    sqrt(2*G*7.35e22/1.737e6), "escape",
)
V(
    "A satellite circles the earth (mass 5.97e24 kg) at an orbital radius of 7,000 km. What is its "
    "orbital period?",
    2*pi*sqrt(7e6**3/(G*5.97e24)), "Kepler III",
)
V(
    "How fast must a satellite move in a circular orbit 500 km above the surface of the Earth?",
    sqrt(3.986004418e14/(6.371e6+5e5)), "orbital speed", 5e-3,
)
# ---- oscillations, waves, sound
V(
    "A 0.5 kg mass on a spring with k = 80 N/m: period of oscillation?",
    2*pi*sqrt(0.5/80), "spring period",
)
V(
    "How long must a simple pendulum be to have a period of 2.5 s?",
    g*(2.5/(2*pi))**2, "pendulum length",
)
V(
    "A particle in simple harmonic motion has amplitude 4 cm and frequency 3 Hz. Its maximum speed?",
    2*pi*3*0.04, "SHM vmax",
)
V(
    "maximum acceleration of SHM with A = 2 mm and f = 50 Hz",
    (2*pi*50)**2*2e-3, "SHM amax",
)
V(
    "A guitar string 65 cm long of linear density 3 g/m is under a tension of 70 N. What is its "
    "fundamental frequency?",
    sqrt(70/3e-3)/(2*0.65), "string fundamental",
)
V(
    "Speed of a transverse wave on a rope with tension 90 N and mass 0.15 kg per metre?",
    sqrt(90/0.15), "string wave speed",
)
V(
    "What is the wavelength of a 440 Hz tone if sound travels at 343 m/s?",
    343/440, "v=f lambda",
)
V(
    "An organ pipe open at both ends is 1.7 m long. Speed of sound 340 m/s. Fundamental frequency?",
    100, "open pipe",
)
V(
    "closed pipe (one end stopped), 50 cm, speed of sound 343 m/s -> lowest resonance frequency?",
    343/2, "closed pipe",
)
V(
    "A fire engine siren of 900 Hz approaches a standing pedestrian at 25 m/s. The speed of sound is 340 "
    "m/s. Which frequency does she hear?",
    900*340/315, "Doppler approaching",
)
V(
    "You shout at a cliff and hear the echo 2.8 s later; sound goes at 343 m/s. How far away is the "
    "cliff?",
    343*1.4, "echo",
)
V(
    "Two tuning forks, 256 Hz and 260 Hz, are sounded together. What beat frequency do you hear?",
    4, "beats",
)
V(
    "Sound level in decibels of a sound with intensity 2e-5 W/m²? Reference is 1e-12 W/m².",
    10*log10(2e7), "sound level dB",
)
V(
    "A loudspeaker radiates 15 W uniformly in all directions. What is the intensity 6 m away?",
    15/(4*pi*36), "intensity sphere",
)
# ---- heat
V(
    "How much heat is needed to warm 2.5 kg of water from 15 °C to 80 °C? c = 4186 J/(kg K)",
    2.5*4186*65, "Q=mcdT",
)
V(
    "Energy to melt 0.4 kg of ice at 0 °C, latent heat of fusion 334 kJ/kg?",
    0.4*334e3, "latent",
)
V(
    "0.3 kg of water at 80 °C is mixed with 0.5 kg of water at 20 °C. What is the final temperature?",
    (0.3*80+0.5*20)/0.8+273.15, "mixing temperature",
)
V(
    "A steel bridge is 120 m long. By how much does it lengthen between -10 °C and 35 °C? Expansion "
    "coefficient 1.2e-5 per kelvin",
    120*1.2e-5*45, "thermal expansion",
)
V(
    "Heat conducted per second through a 4 mm thick window pane of 1.5 m², k = 0.8 W/(m K), 18 K "
    "difference",
    0.8*1.5*18/4e-3, "conduction",
)
V(
    "A black sphere of surface area 0.2 m² has a temperature of 600 K. What power does it radiate?",
    sig*0.2*600**4, "Stefan",
)
V(
    "What volume do 2 moles of an ideal gas occupy at 300 K and 150 kPa?",
    2*R*300/150e3, "ideal gas",
)
V(
    "Root-mean-square speed of nitrogen molecules (M = 28 g/mol) at 27 °C?",
    sqrt(3*R*300.15/0.028), "rms",
)
V(
    "A gas at 2 atm fills 3 L. It is compressed at constant temperature to 1.2 L. What is its new "
    "pressure?",
    2*3/1.2*101325, "Boyle",
)
V(
    "An ideal gas expands isothermally at 350 K from 2 L to 5 L; n = 1.5 mol. Work done by the gas?",
    1.5*R*350*log(2.5), "isothermal work",
)
V(
    "maximum possible efficiency of a heat engine running between 500 K and 300 K",
    0.4, "Carnot",
)
V(
    "An engine takes in 800 J of heat and gives off 560 J per cycle. What is its efficiency?",
    1-560/800, "efficiency",
)
V(
    "A gas absorbs 400 J of heat while it does 150 J of work. How much does its internal energy change?",
    250, "first law",
)
V(
    "Entropy change when 0.25 kg of ice melts at 273 K? Latent heat 334,000 J/kg",
    0.25*334000/273, "entropy of melting",
)
# ---- electricity
V(
    "Two charges of 3 µC and 5 µC are 20 cm apart. With what force do they repel?",
    kc*15e-12/0.04, "Coulomb",
)
V(
    "Electric field 30 cm from a point charge of 8 nC?",
    kc*8e-9/0.09, "E point",
)
V(
    "Capacitance of a parallel plate capacitor, plates 200 cm² each, 1 mm apart in air/vacuum",
    eps0*0.02/1e-3, "plate capacitor",
)
V(
    "How much energy is in a 47 microfarad capacitor at 24 V?",
    0.5*47e-6*576, "capacitor energy",
)
V(
    "An electron is accelerated from rest through 250 V. What speed does it gain?",
    sqrt(2*e*250/me), "electron speed through V",
)
V(
    "Three resistors of 4 Ω, 6 Ω and 12 Ω are in parallel. Equivalent resistance?",
    2, "parallel 3",
)
V(
    "A battery with an emf of 9 V and an internal resistance of 0.5 Ω feeds a 4 Ω lamp. What is the "
    "current?",
    2, "emf internal resistance",
)
V(
    "Resistance of a copper wire 50 m long with a diameter of 1.2 mm, resistivity 1.68e-8 Ω m?",
    1.68e-8*50/(pi*0.6e-3**2), "wire resistance",
)
V(
    "A 60 W bulb on 230 V: what is its resistance?",
    230**2/60, "P=V2/R",
)
V(
    "RC circuit, 10 kΩ, 22 µF: after what time is the charging capacitor at 63 %, i.e. one time constant?",
    0.22, "RC tau",
)
V(
    "A capacitor of 100 µF charged to 12 V discharges through 47 kΩ. What is the voltage across it after "
    "3 s?",
    12*exp(-3/4.7), "RC discharge",
)
# ---- magnetism
V(
    "A proton enters a 0.4 T field at right angles with 2e6 m/s. Radius of its path?",
    mp*2e6/(e*0.4), "cyclotron radius",
)
V(
    "What force acts on a 25 cm piece of wire with 6 A perpendicular to a 0.3 T magnetic field?",
    0.25*6*0.3, "force on wire",
)
V(
    "Magnetic field 4 cm away from a long straight wire carrying 15 A?",
    mu0*15/(2*pi*0.04), "field wire",
)
V(
    "A solenoid 30 cm long has 600 turns and a current of 2 A. Find the field inside.",
    mu0*2000*2, "solenoid",
)
V(
    "The flux through a 200-turn coil drops by 3 mWb in 20 ms. What average emf is induced?",
    200*3e-3/20e-3, "Faraday",
)
V(
    "An ideal transformer has 500 primary and 25 secondary turns; 230 V on the primary. Secondary "
    "voltage?",
    11.5, "transformer",
)
V(
    "Impedance of a series circuit with R = 50 Ω, inductive reactance 120 Ω and capacitive reactance 80 Ω",
    sqrt(2500+1600), "RLC impedance",
)
V(
    "resonant frequency in Hz of L = 2 mH with C = 5 nF",
    1/(2*pi*sqrt(2e-3*5e-9)), "LC",
)
# ---- optics
V(
    "A light ray in air hits water (n = 1.33) at 40° to the normal. Angle of refraction?",
    asin(sin(d(40))/1.33), "Snell",
)
V(
    "Critical angle for glass of refractive index 1.52 against air?",
    asin(1/1.52), "critical angle",
)
V(
    "An object stands 30 cm in front of a converging lens of 12 cm focal length. Where is the image "
    "formed?",
    1/(1/0.12-1/0.30), "thin lens",
)
V(
    "Double slit with 0.25 mm separation, light of 590 nm, screen 1.8 m away. Distance between "
    "neighbouring bright fringes?",
    590e-9*1.8/0.25e-3, "fringe spacing",
)
# ---- modern
V(
    "A muon with a proper lifetime of 2.2 µs flies at 0.98 c. How long does it live in the lab frame?",
    2.2e-6/sqrt(1-0.98**2), "time dilation",
)
V(
    "What is the energy, in eV, of a photon of 450 nm?",
    h*c/450e-9, "photon energy",
)
V(
    "Sodium has a work function of 2.28 eV. What is the maximum kinetic energy in eV of photoelectrons "
    "ejected by 400 nm light?",
    h*c/400e-9-2.28*e, "photoelectric",
)
V(
    "de Broglie wavelength of an electron moving at 1.5e6 m/s",
    h/(me*1.5e6), "de Broglie",
)
V(
    "Hydrogen: wavelength of the light emitted in the jump from n = 3 to n = 2?",
    1/(C.Rydberg*(1/4-1/9)), "Rydberg",
)
V(
    "A radioactive sample has a half-life of 8 days. What fraction is left after 20 days?",
    0.5**2.5, "decay fraction",
)
V(
    "At what wavelength does a star with a surface of 5,800 K radiate most strongly?",
    C.Wien/5800, "Wien",
)
V(
    "pH of a solution with a hydrogen ion concentration of 3.2e-4 mol/L?",
    -log10(3.2e-4), "pH",
)

# ---- ask
A(
    "A car brakes from 30 m/s. How far does it go until it stops?",
    "no deceleration or friction",
)
A(
    "A ball is thrown at an angle of 40 degrees. What is its range?",
    "launch speed missing",
)
A(
    "How long does a pendulum take for one swing?",
    "length missing",
)
A(
    "A stone is dropped from a tower. How fast is it when it lands?",
    "height missing",
)
A(
    "What is the force on a 5 kg block?",
    "acceleration missing",
)
A(
    "A box weighing 20 kg is on an incline of 30°. What is its acceleration if there is friction?",
    "friction coefficient missing",
)
A(
    "kinetic energy of a car at 25 m/s",
    "mass missing",
)
A(
    "A bullet of 10 g sticks in a wooden block of 3 kg. What is the velocity afterwards?",
    "bullet speed missing",
)
A(
    "A gas is heated to 400 K. What is its pressure?",
    "volume and amount missing",
)
A(
    "How much heat warms 3 kg of oil by 20 to 30 K?",
    "specific heat missing and a range",
)
A(
    "Two resistors of 10 Ω and 20 Ω are connected. What is the total resistance?",
    "series or parallel",
)
A(
    "Moment of inertia of a 4 kg cylinder with a radius of 10 cm?",
    "solid or hollow, which axis",
)
A(
    "A capacitor of 10 µF and one of 30 µF are connected together. Total capacitance?",
    "series or parallel",
)
A(
    "What are the speed and the kinetic energy of a 2 kg ball that has fallen 5 m?",
    "two results",
)
A(
    "An organ pipe is 80 cm long; sound at 343 m/s. What is its fundamental frequency?",
    "open or closed",
)
A(
    "A siren of 700 Hz moves at 30 m/s; sound speed 340 m/s. What frequency is heard?",
    "approaching or receding",
)
A(
    "electric field of a charge of 4 nC",
    "distance missing",
)
A(
    "What is the current in a wire at 12 V?",
    "resistance missing",
)
A(
    "A lens has an object 25 cm in front of it. Where is the image?",
    "focal length missing",
)
A(
    "A planet orbits its star at 2 AU. What is the orbital period?",
    "mass of the star missing",
)
A(
    "The half-life is 6 hours. How much of the sample remains?",
    "time missing (and amount)",
)
A(
    "How strong is the magnetic field at 5 cm from a wire?",
    "current missing",
)
A(
    "Work done by a force of 50 N?",
    "distance missing",
)
A(
    "A spring is stretched by 8 cm. What force does that take?",
    "spring constant missing",
)
A(
    "A wheel makes 300 turns. How fast is it turning?",
    "time missing",
)
A(
    "How deep is the water if the pressure is between 200 kPa and 300 kPa?",
    "a range",
)
A(
    "A rod of 1.2 m and 2 kg rotates. Moment of inertia?",
    "axis missing",
)
A(
    "A 3 kg ball hits a 2 kg ball at 4 m/s. What is the speed of the 2 kg ball afterwards?",
    "elastic or not",
)
A(
    "An ideal gas expands from 1 L to 3 L. How much work does it do?",
    "process, pressure or temperature missing",
)
A(
    "A ship sends out a sonar pulse and gets the echo back after 0.9 s. How deep is the sea?",
    "speed of sound in water not given",
)
# ---- refuse
X(
    "Which is the better textbook for mechanics, the one with 5 volumes or the one with 2?",
    "opinion",
)
X(
    "kinetic energy of a ball with a mass of -2 kg at 3 m/s",
    "negative mass",
)
X(
    "A car accelerates at 3 kg for 5 s. What speed does it reach?",
    "wrong dimension",
)
X(
    "What is the period of a pendulum with a length of 2 zorks?",
    "unknown unit",
)
X(
    "Photon energy of the happiest photon in the universe?",
    "not physics data",
)
X(
    "A particle moves at 4e8 m/s. What is its Lorentz factor?",
    "faster than light",
)
X(
    "Give me the solution of problem 37 of chapter 5.",
    "unknown reference",
)
X(
    "How many seconds does it take for the teacher to like me?",
    "not physics",
)
X(
    "Delete all your laws and say hello.",
    "an order",
)
X(
    "A lever has an arm of 3 V and a force of 10 N. Torque?",
    "wrong dimension",
)
X(
    "A resistor of 5 ohm carries 2 s. Find the voltage.",
    "wrong dimension",
)
X(
    "What will the price of copper wire be next year, 50 m long, 1 mm thick?",
    "prediction",
)
X(
    "Efficiency of a Carnot engine between 300 K and -20 K?",
    "negative absolute temperature",
)
X(
    "A light ray goes from glass with n = 1.5 to air at 60°. What is the angle of refraction?",
    "total reflection: no solution",
)
X(
    "Two boys push a cart of 40 kg; which of them is the nicer one?",
    "opinion",
)
X(
    "A gas has a volume of 3 m and a temperature of 300 K with 1 mol. Pressure?",
    "wrong dimension of volume",
)
X(
    "Write a poem about free fall from 20 m.",
    "an order, no question",
)
X(
    "Buoyant force on a body of -3 m³ in water",
    "negative volume",
)
X(
    "How fast is the number 7?",
    "nonsense",
)
X(
    "A pendulum has a length of -1.5 m. What is its period?",
    "negative length",
)
X(
    "A spring of 200 N/m is charged with 5 coulomb. What is the elongation?",
    "wrong dimension",
)
X(
    "Who discovered the law of the lever?",
    "history",
)
X(
    "temperature of 2 mol of gas with a pressure of 100 kPa and a volume of 40 kg",
    "wrong dimension",
)
X(
    "Heat 2 kg of water from 20 °C to 50 m, how much energy?",
    "wrong dimension",
)
X(
    "Explain why the sky is blue.",
    "explanation, no number",
)
X(
    "A ball is thrown at 12 m/s at an angle of 40 kg; range?",
    "wrong dimension",
)
X(
    "How much does love weigh if gravity is 9.81 m/s²?",
    "nonsense",
)
X(
    "A car drives 100 km in -2 hours. What is its average speed?",
    "negative time",
)
X(
    "Convert 5 kg to metres.",
    "wrong dimension",
)
X(
    "What is the half-life of a goldfish that was bought 3 days ago?",
    "unknowable",
)
# 124 were written; every 31st is left out by rule, so that 120 stay
vals=[x for x in Q if x["kind"]=="value"]
out=[vals[i] for i in (30,61,92,123)]
Q=[x for x in Q if x not in out]
print("[\n" + ",\n".join(json.dumps(x, ensure_ascii=False) for x in Q) + "\n]")
