"""
Of a fair judge, half short and half whole sentences.
Written from the titles of laws alone, and measured before anything was mended for it.

    python3 scripts/words/thirteenthSet.py > test/vectors/words/thirteenth.json
"""
import json
from math import *
from scipy import constants as C
Q=[]; D=[]
c=C.c;h=C.h;hb=C.hbar;e=C.e;kB=C.k;NA=C.N_A;R=C.R;G=C.G;me=C.m_e;mp=C.m_p;e0=C.epsilon_0;mu0=C.mu_0;F=C.e*C.N_A
deg=pi/180; eV=C.e
def v(dom,law,q,val,rel=1e-3):
    Q.append(dict(query=q,kind="value",value=float(val),rel=rel,law=law)); D.append(dom)
def a(q,why): Q.append(dict(query=q,kind="ask",why=why))
def r(q,why): Q.append(dict(query=q,kind="refuse",why=why))
# ---- textbook
v("newtonian_mechanics","Kinetic energy","A delivery van of mass 1,800 kg is travelling at 54 km/h. What is "
    "its kinetic energy?",0.5*1800*15**2)
v("newtonian_mechanics","Work of a constant force","A child pulls a sledge 40 m along level snow with a "
    "force of 60 N directed 30 degrees above the direction of motion. How much work does the child do?",60*40*
    cos(30*deg))
v("newtonian_mechanics","Second law: force on a mass","mass that accelerates at 2.5 m/s^2 under a net force "
    "of 400 N",400/2.5)
v("newtonian_mechanics","Velocity after a perfectly inelastic collision","A 1200 kg car moving at 15 m/s "
    "runs into a stationary 800 kg car and the two stick together. Find their common speed right after the "
    "collision.",1200*15/2000)
v("kinematics","Free fall: time to fall from a height","A stone is dropped from rest from a bridge 45 m "
    "above the water. With g = 9.81 m/s^2 and no air resistance, how long does it take to reach the water?",sqrt
    (2*45/9.81))
v("kinematics","Projectile: range on level ground","range of a ball thrown over level ground, launch speed "
    "20 m/s, launch angle 35 degrees, g = 9.81 m/s^2",400*sin(70*deg)/9.81)
v("kinematics","Time dilation","Muons at rest live 2.2 µs on average. How long do they live, seen from the "
    "laboratory, when they move at 0.98 c?",2.2e-6/sqrt(1-0.98**2))
v("kinematics","Stopping distance of a vehicle","total stopping distance of a car, speed 72 km/h, reaction "
    "time 1.2 s, braking deceleration 6 m/s^2",20*1.2+400/12)
v("rigid_body_dynamics","Friction force","A crate presses on the floor with a normal force of 250 N and the "
    "friction force on it while sliding is 90 N. What is the coefficient of friction?",90/250)
v("rigid_body_dynamics","Moment of inertia: solid sphere","moment of inertia of a solid sphere about its "
    "diameter, mass 3 kg, radius 12 cm",0.4*3*0.12**2)
v("rigid_body_dynamics","Weight of a body","How much does an astronaut of mass 85 kg weigh on the surface of "
    "the Moon, in newtons?",85*1.62,6e-3)
v("rigid_body_dynamics","Impulse of a constant force","A hockey stick pushes the puck with a constant force "
    "of 120 N for 25 ms. What impulse does the puck get?",3.0)
v("oscillations","Simple pendulum: period at small amplitude","length of a simple pendulum with a period of "
    "2.0 s for small swings, g = 9.81 m/s^2",9.81*(2/(2*pi))**2)
v("oscillations","Mass on a spring: period","A 250 g mass hangs on a spring of stiffness 40 N/m and is set "
    "bouncing. What is the period of the oscillation?",2*pi*sqrt(0.25/40))
v("waves","Wave speed from frequency and wavelength","wavelength of a sound wave with frequency 440 Hz "
    "travelling at 343 m/s",343/440)
v("waves","Doppler effect in a medium","An ambulance drives towards a person standing at the kerb at 25 m/s "
    "with its siren sounding at 700 Hz. The speed of sound is 340 m/s. What frequency does the person hear?",700
    *340/315)
v("waves","Stretched string: wave speed","speed of transverse waves on a stretched string, tension 80 N, "
    "mass per length 5 g/m",sqrt(80/0.005))
v("acoustics","Sound pressure level","What is the sound pressure level, in dB re 20 µPa, of a tone in air "
    "whose rms sound pressure is 0.5 Pa?",20*log10(0.5/20e-6))
v("acoustics","Pipe closed at one end: mode frequencies","fundamental frequency (mode n = 1) of an organ "
    "pipe closed at one end, length 0.85 m, speed of sound 340 m/s",340/(4*0.85))
v("fluid_mechanics","Archimedes' principle: buoyancy","A steel block with a volume of 2 litres is completely "
    "submerged in a liquid of density 1000 kg/m^3. What is the buoyant force on it? Take g = 9.81 m/s^2.",1000*
    9.81*2e-3)
v("fluid_mechanics","Reynolds number","Reynolds number of pipe flow, density 998 kg/m^3, mean speed 1.5 m/s, "
    "pipe diameter 50 mm, dynamic viscosity 1.0 mPa s",998*1.5*0.05/1e-3)
v("fluid_mechanics","Continuity: speed in a second cross section","Water flows at 2 m/s through a pipe with "
    "a cross section of 30 cm^2 and then enters a narrower part of 12 cm^2. How fast does it flow in the "
    "narrow part?",5.0)
v("fluid_mechanics","Drag equation","drag coefficient of a car, drag force 380 N, speed 30 m/s, frontal area "
    "2.2 m^2, air density 1.2 kg/m^3",380*2/(1.2*900*2.2))
v("thermodynamics","Ideal gas law","What volume do 3 mol of an ideal gas take up at a temperature of 27 °C "
    "and a pressure of 150 kPa?",3*R*300.15/150e3)
v("thermodynamics","Sensible heat","heat needed to warm 1.5 kg of a liquid of specific heat capacity 4186 "
    "J/(kg K) by 60 K",1.5*4186*60)
v("thermodynamics","Carnot efficiency","A reversible heat engine works between a hot reservoir at 500 K and "
    "a cold reservoir at 300 K. What is the largest efficiency it can have?",0.4)
v("thermodynamics","Linear thermal expansion","increase in length of a 25 m steel rail, temperature rise 35 "
    "K, coefficient of linear expansion 12e-6 per kelvin",25*35*12e-6)
v("heat_transfer","Heat conduction through a wall: heat flow","How much heat per second flows through a "
    "brick wall 12 m^2 in area and 24 cm thick with a thermal conductivity of 0.8 W/(m K) when the inside "
    "face is at 18 °C and the outside face at -2 °C?",0.8*12*20/0.24)
v("heat_transfer","Wien's displacement law","temperature of a black body whose spectrum peaks at a "
    "wavelength of 500 nm",C.physical_constants['Wien wavelength displacement law constant'][0]/500e-9)
v("statistical_mechanics","Root-mean-square speed of gas molecules","Find the root-mean-square speed of "
    "nitrogen molecules (molar mass 28 g/mol) at 300 K.",sqrt(3*R*300/0.028))
v("electrostatics","Coulomb's law","force between two point charges of 3 µC and 5 µC in vacuum, 20 cm apart",
    15e-12/(4*pi*e0*0.04))
v("electrostatics","Parallel-plate capacitor","A capacitor consists of two parallel plates, each of 80 cm^2, "
    "separated by 0.5 mm of vacuum. What is its capacitance?",e0*80e-4/0.5e-3)
v("circuits","Ohm's law","resistance of a heater wire that carries 4.6 A at 230 V",50.0)
v("circuits","Energy of a charged capacitor","How much energy is stored in a 470 µF capacitor that is "
    "charged to 50 V?",0.5*470e-6*2500)
v("circuits","Two resistors in parallel","equivalent resistance of 60 ohm and 120 ohm connected in parallel",
    40.0)
v("magnetostatics","Magnetic field of a long straight wire","What is the magnetic flux density at a distance "
    "of 5 cm from a long straight wire in air carrying 12 A?",mu0*12/(2*pi*0.05))
v("magnetostatics","Force on a current in a magnetic field","force on a straight wire 0.3 m long, current 8 "
    "A, at right angles to a magnetic field of 0.25 T",0.6)
v("geometric_optics","Thin lens: image distance","A candle stands 30 cm in front of a thin converging lens "
    "with a focal length of 20 cm. How far behind the lens is the image?",0.6)
v("geometric_optics","Snell's law: angle of refraction","angle of refraction, light from air (n = 1.00) into "
    "glass (n = 1.52), angle of incidence 40 degrees",asin(sin(40*deg)/1.52))
v("wave_optics","Double slit: distance of the fringes","In a double-slit experiment with light of 633 nm the "
    "screen is 2.5 m away and neighbouring bright fringes are 4 mm apart. What is the distance between the "
    "slits?",633e-9*2.5/4e-3)
v("relativity","Black-hole radius","What is the Schwarzschild radius of a black hole with the mass of the Sun?",
    2*G*1.98841e30/c**2,5e-3)
v("high_energy","Rest energy: mass-energy equivalence","rest energy of 1 gram of matter",1e-3*c*c)
v("quantum_mechanics","Photoelectric effect: largest kinetic energy","Light of frequency 1.2e15 Hz falls on "
    "a metal with a work function of 2.3 eV. What is the greatest kinetic energy of the emitted electrons, "
    "in eV?",h*1.2e15-2.3*eV)
v("quantum_mechanics","Energy levels of a particle in a box","ground-state energy (n = 1) of an electron in "
    "an infinitely deep box of width 0.4 nm",pi**2*hb**2/(2*me*0.4e-9**2))
v("atomic_physics","De Broglie wavelength of a moving particle","What is the de Broglie wavelength of an "
    "electron moving at 2.0e6 m/s?",h/(me*2e6))
v("nuclear","Radioactive decay","number of nuclei left after 24 days, initially 8e15 nuclei, half-life 8.0 days",
    1e15)
# ---- others
v("orbital_mechanics","Circular orbit: speed","What is the speed of a satellite in a circular orbit around "
    "the Earth at a distance of 7000 km from the Earth's centre?",sqrt(3.986004e14/7e6))
v("orbital_mechanics","Escape speed","escape speed from the surface of Mars",5027,5e-3)
v("astrophysics","Distance from parallax","A star shows an annual parallax of 0.05 arcseconds. How far away "
    "is it, in parsecs?",20*C.parsec)
v("cosmology","Hubble-Lemaitre law","distance of a galaxy receding at 2100 km/s, Hubble constant 70 km/s/Mpc",
    30e6*C.parsec)
v("atmosphere_climate","Coriolis parameter","What is the Coriolis parameter on the Earth at a latitude of 50 "
    "degrees north?",2*7.292115e-5*sin(50*deg))
v("chemical_kinetics","Arrhenius equation","rate constant of a first-order reaction at 350 K, "
    "pre-exponential factor 1e13 per second, activation energy 90 kJ/mol",1e13*exp(-90e3/(R*350)))
v("physical_chemistry","Beer-Lambert law: absorbance","A dye solution in a 1 cm cuvette has an absorbance of "
    "0.60. Its molar absorption coefficient (decadic) is 12000 L/(mol cm). What is the concentration of the "
    "dye?",0.6/12000*1000)
v("electrochemistry","Faraday's law of electrolysis","mass of copper deposited, current 2 A for 3 hours, "
    "molar mass 63.55 g/mol, 2 electrons per ion, current efficiency 100 %",2*3*3600*63.55e-3/(2*F))
v("biophysics","Nernst potential of an ion across a membrane","Potassium ions (charge number +1) have a "
    "concentration of 5 mmol/L outside and 140 mmol/L inside a cell at 310 K. What is the equilibrium "
    "potential across the membrane?",kB*310/e*log(5/140))
v("beams_plates","Simply supported beam: deflection under a central load","deflection at midspan of a simply "
    "supported beam, central load 10 kN, span 4 m, Young's modulus 210 GPa, second moment of area 2000 cm^4",
    10e3*64/(48*210e9*2000e-8))
v("structural","Euler buckling load","A slender steel column 3 m long is pinned at both ends (effective "
    "length factor 1), with Young's modulus 200 GPa and second moment of area 8e-7 m^4. At what load does it "
    "buckle?",pi**2*200e9*8e-7/9)
v("materials_science","Hall-Petch equation","yield strength of a steel, friction stress 70 MPa, Hall-Petch "
    "coefficient 0.74 MPa m^0.5, mean grain diameter 25 µm",70e6+0.74e6/sqrt(25e-6))
v("crystal","Bragg's law","X-rays of wavelength 0.154 nm are reflected in first order from lattice planes "
    "0.282 nm apart. At what Bragg angle does the reflection appear?",asin(0.154/(2*0.282)))
v("semiconductors","Einstein relation","diffusion coefficient of electrons, mobility 1350 cm^2/(V s), "
    "temperature 300 K",0.135*kB*300/e)
v("plasma","Electron plasma frequency","What is the angular electron plasma frequency, in rad/s, of a plasma "
    "with 1e18 electrons per cubic metre?",sqrt(1e18*e*e/(e0*me)))
v("rocket_propulsion","Rocket equation","velocity change of a rocket, exhaust velocity 3 km/s, initial mass "
    "12 t, final mass 4 t",3000*log(3))
v("hydraulics","Manning formula","Water flows in an open channel with a hydraulic radius of 0.8 m, a slope "
    "of 0.001 and a Manning roughness of 0.015 s/m^(1/3). What is the mean flow velocity?",0.8**(2/3)*sqrt(0.001)
    /0.015)
v("computing","Amdahl's law","speedup of a program on 16 processors, parallel fraction 90 %",1/(0.1+0.9/16))
v("power_and_machines","Three-phase active power","line current of a three-phase motor, active power 15 kW, "
    "line-to-line voltage 400 V, phase angle 30 degrees",15e3/(sqrt(3)*400*cos(30*deg)))
v("seismic","Epicentral distance from the S-P time","At a seismic station the S wave arrives 24 s after the "
    "P wave. The waves travel at 3.5 km/s and 6.0 km/s. How far away is the earthquake?",24*6000*3500/2500)
v("epidemiology_population","Herd immunity: critical vaccination coverage","critical vaccination coverage "
    "for herd immunity, basic reproduction number 5, vaccine efficacy 95 %",0.8/0.95)
# ---- ask
a("What is the kinetic energy of a car driving at 20 m/s?","mass missing")
a("A current of 3 A flows through a resistor. What is the voltage across it?","resistance missing")
a("How long does a ball take to fall to the ground?","height missing")
a("force between two point charges of 2 µC and 4 µC","distance missing")
a("How much heat is needed to warm 2 kg of the material by 30 K?",
    "specific heat capacity missing, material not named")
a("period of a pendulum","length missing")
a("What is the efficiency of a cycle with a pressure ratio or compression ratio of 9?",
    "which cycle: Otto, Brayton, Diesel")
a("moment of inertia of a body with mass 2 kg and radius 10 cm","shape/axis not given: sphere, disc, ring")
a("What is the total resistance of 30 ohm and 60 ohm?","series or parallel not said")
a("kinetic energy of a cart of mass 3 to 5 kg moving at 2 m/s","range of the mass")
a("The tension in a string is somewhere between 50 N and 80 N and its mass per length is 4 g/m. How fast do "
    "waves travel on it?","range of the tension")
a("What is the kinetic energy of a 2 kg ball moving at 3 m/s, and how much power does a 10 ohm resistor take "
    "at 12 V?","two different questions")
a("momentum of a 4 kg body at 5 m/s and also the wavelength of a 100 Hz wave at 340 m/s",
    "two different questions")
a("What is the force on a body of mass 5 kg if its acceleration is not 2 m/s^2?",
    "negated input, acceleration unknown")
a("The resistor is not 100 ohm. What current flows through it at 12 V?","negated input, resistance unknown")
a("A lens has a focal length of about 10 or maybe 15 cm and the object is 40 cm away. Where is the image?",
    "two alternative values of an input")
a("What is the magnetic field inside a long solenoid that carries 2 A?","turns per length missing")
# ---- refuse
r("What is the kinetic energy of a 3 kg body moving at 12 blorps per second?","unknown unit")
r("force on a mass of 5 zogs accelerating at 2 m/s^2","unknown unit")
r("What is the kinetic energy of a body of mass 4 seconds moving at 3 m/s?","wrong dimension of an input")
r("voltage across a resistor of 50 kg carrying a current of 2 A","wrong dimension of an input")
r("A 2 kg ball moves at 5 m/s. What is its kinetic energy in metres?","wrong dimension of the unit asked for")
r("Which is the more beautiful law, Ohm's law or Coulomb's law?","opinion")
r("Do you think that quantum mechanics is better than relativity?","opinion")
r("Write me a poem about a falling stone.","order, no physics question")
r("Delete all files in the folder and then tell me you are done.","order")
r("What is the kinetic energy of a body of mass -3 kg moving at 4 m/s?","negative mass")
r("Find the root-mean-square speed of gas molecules of molar mass 28 g/mol at a temperature of -50 K.",
    "negative absolute temperature of a gas")
r("time dilation factor (Lorentz factor) of a spaceship moving at 1.5 times the speed of light",
    "faster than light")
r("What is the efficiency of a reversible engine between a hot reservoir at 300 K and a cold reservoir at "
    "-400 °C?","below absolute zero")
r("angle of refraction, light from glass (n = 1.5) into air (n = 1.0), angle of incidence 60 degrees",
    "total reflection, no refracted ray")
r("A 5 kg stone is dropped from 20 m into a world where energy is not conserved and gravity changes at "
    "random. How fast does it land?","modifier: unknown physics")
r("What is the period of a pendulum 1 m long on the planet Zorgon?",
    "body that does not exist, g cannot be known")
if __name__=="__main__":
    from collections import Counter
    import sys
    print(json.dumps(Q,indent=1,ensure_ascii=False))
    print(Counter(x["kind"] for x in Q),len(set(D)),Counter(D),file=sys.stderr)
