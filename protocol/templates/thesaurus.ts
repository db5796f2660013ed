/**
 * Words that mean nearly the same to people who look for a monitor, a group to a line. They are of
 * the language, not of single templates; a word may stand in several groups.
 */
const GROUPS = `
car automobile vehicle auto truck lorry van bus
tyre tire wheel
leak leakage seepage loss escape escapes puncture lose
flat deflate underinflated
hot overheat overheating heat warm temperature thermal
cold cool chill freeze frost freezing
pressure head
fast quick rapid swift sudden
slow creep gradual drift
noise sound loud loudness acoustic din
hearing ear
hurt harm damage injury
shaking shake vibration vibrate vibrating rattle oscillation wobble
crack fissure flaw fracture
brittle sudden suddenly
yaw face facing misaligned alignment
cattle livestock cow cows sheep animal herd
pasture meadow field radius
break rupture failure fail snap collapse burst
wear worn abrasion erosion
rust corrosion corrode oxidation
bridge girder beam span
column pillar strut post
building house structure
foundation footing support settlement subsidence
sink subside settle
lean tilt incline
river stream creek brook
flood flooding inundation overflow deluge
well borehole aquifer groundwater
drinking tap potable
water aqueous
chlorine disinfectant disinfection
sewage wastewater effluent
rain rainfall precipitation
drought dry arid
irrigate irrigation watering sprinkler
crop plant harvest orchard
soil ground earth
pest insect moth bug
apple orchard codling
fertilizer fertiliser nutrient
fish fishery fishing catch landing
quota allowance budget limit
animal wildlife species population
wolf deer predator prey hunter hunted lynx hare
tree forest timber
epidemic outbreak disease infection contagion
spread transmission contagious spreading
vaccine vaccination immunisation immunization jab shot
immune immunity herd
hospital icu ward bed clinic intensive
patient person
heart cardiac pulse
blood plasma serum
sugar glucose
breath breathing respiration respiratory
oxygen o2
carbon co2
cancer tumour tumor neoplasm malignant
lump nodule lesion
scan imaging mri ct image
radiation radiological ionising ionizing
dose exposure
drug medicine medication pharmaceutical compound
dock docking bind binding
toxic poison poisoning toxicity
concentration level amount
air atmosphere
smog ozone pollution pollutant
smoke soot particulate dust particle
chimney stack plume flue
storm hurricane cyclone bomb gale
wind breeze gust
weather meteorological climate
barometer barometric
frostbite windchill
earthquake quake tremor seismic seismology
ground earth motion
volcano volcanic magma eruption
landslide slope slide hillside
inflate inflation uplift swell bulge
battery cell accumulator pack storage
charge charging
ups backup standby reserve
runaway fire explosion burn flames blaze blast
age aging ageing calendar lifetime
turbine windmill generator
blade rotor propeller fan
solar photovoltaic pv sun panel
dam hydro hydropower hydroelectric
curtail curtailment throttle
grid network utility mains
line cable conductor wire
overload overloaded loading overcurrent
outage blackout brownout dip sag
harmonic distortion thd
frequency hertz tone pitch
transformer coil inductor winding
antenna aerial feed feeder mast
radio wireless microwave rf transmitter
link path connection
receiver reception reception
shield shielding enclosure screening
interference emi disturbance emission
circuit electronics electronic board
rail supply power
amplifier preamp input
transistor mosfet device
wafer chip semiconductor silicon
oxide film layer coating
laser light optical optics beam
interferometer fringe interference
prism glass refraction refractive
spectrometer spectrograph spectroscopy grating
telescope star stellar astronomy sky
supernova nova explosion blast collapse
black hole quasar accretion
galaxy redshift
satellite spacecraft orbiter
orbit orbital trajectory
eclipse shadow umbra
collision conjunction crash impact
debris junk
rocket launcher thruster engine
fuel propellant gas petrol gasoline
plane aircraft aeroplane airplane jet airliner
stall lift
centre center balance cg gravity
fake faked invented fraud forged
ledger bookkeeping accounts accounting
plumbing pipe faucet tap
generator generation power plant
fail failing failed error errors failure
wear wears worn
robot manipulator arm cobot
gripper tool
stop stopping brake braking halt
controller control loop regulator
latency delay lag phase shift
gps gnss position location navigation
fence geofence perimeter boundary zone
clock time oscillator timing timekeeping
relativity relativistic einstein
gravity gravitational
reactor core nuclear
detector counter geiger
neutron criticality criticality reactivity
plasma tokamak fusion
beam bunch accelerator collider ring
quantum qubit entanglement entangled
key cryptography eavesdrop eavesdropper
chemical chemistry reaction
catalyst converter
polymer resin
equilibrium conversion
batch vessel reactor
pump pumping
cavitation cavitate npsh suction bubble
oil crude petroleum
burst explode bursting overpressure
bottle cylinder vessel tank container
pipe pipeline piping conduit tube
clog clogged blocked blockage obstruction fouling fouled dirty plug plugged choke
filter strainer sieve
valve
boiler steam kettle
furnace oven kiln burner
exchanger radiator cooler
insulation lagging insulated
boil boiling burnout dryout
compressor chiller refrigeration refrigerator heatpump
efficiency performance effectiveness cop yield
fridge freezer cooler
mould mold mildew fungus
damp humid humidity moisture condensation dew
room indoor inside interior
window wall facade
bearing journal ball roller
shaft rotor spindle
gear gearbox
speed velocity rpm rate
resonance critical resonant natural
mount isolator spring damper
centrifuge spin spinning
machine machinery equipment
lathe mill milling cutting drill machining tool
jar bottle fill filling pack
weight mass heavy weigh
diameter bore size dimension
quality conformity capability
share stock equity fund portfolio nav
fall drop decline decrease loss slump lost lose losing
top peak maximum high
price value worth money
option call put derivative
bank loan credit
server computer machine host
queue waiting response latency wait
disk disc drive storage volume filesystem
full fill exhausted run
memory ram
cache bloom
peer node neighbour neighbor
message gossip heartbeat signal
silent silence dead quiet gone unresponsive offline mute
skew offset drift
proof verify verification check
integral integration quadrature
converge convergence settle
simulation simulated solver model
workplace worker work shift occupational employee
permit permission permitted allow allowed approve approval authorise authorize clearance
confined tank vessel drum barrel
operator driver pilot crew
replace replacement renew change exchange swap
maintenance service overhaul repair
inspection inspect survey examination
life lifetime lifespan endurance
fatigue cyclic cycles
energy kwh power consumption
cost expensive
daily day shift
safe safety margin
tension tight taut pull force stay
torque moment twist
distance gap spacing separation clearance range
early before soon imminent precursor
growth grow growing increase jump
disagree agreement inconsistent spread differ mismatch contradict
unequal uneven unbalanced imbalance apart
enter entry climb access
flammable explosive combustible ignitable
fumes fume vapour vapor
pedestrian footbridge walker
sway swing ring oscillate
collision collisions luminosity event
stable stability unstable instability
stencil mesh grid scheme finite difference numerical discretisation discretization
dim dimmer faint fade lumen brightness
lamp lighting led light bulb
empty dry run
opening outlet orifice hole exit drain
leveraged leverage borrowed loan credit
collateral margin security equity
spine spinal cord myelon
treatment therapy course
cumulative together total summed sum
small slight tiny unnoticed hidden
swing phone wifi cell
`;

/** Words to the numbers of their groups. @param stemOf as in the index that asks */
export function thesaurus(
  stemOf: (word: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const related = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split("\n")) {
    const stems = line.split(" ").map(stemOf);
    for (const stem of stems) {
      const all = related.get(stem) ?? new Set<string>();
      for (const other of stems) if (other !== stem) all.add(other);
      related.set(stem, all);
    }
  }
  return new Map([...related].map(([stem, all]) => [stem, [...all]]));
}
