/** Questions with what textbooks answer, and questions that nobody may answer. */

export interface Case {
  readonly question: string;
  /** How a textbook comes to the value. */
  readonly by: string;
  readonly cases?: readonly string[];
  readonly use?: readonly string[];
}

export interface Answered extends Case {
  /** SI; computed from `by` with Python 3 and scipy.constants (CODATA 2022). */
  readonly value: number;
  readonly tolerance?: number;
}

export interface Unanswered extends Case {
  readonly status: readonly string[];
}

/** A bullet that stays in a block. */
const BULLET =
  "mass of the bullet = 0.01 kg; speed of the bullet = 400 m/s; " +
  "mass of the block = 2 kg; speed of the block = 0 m/s";

export const ANSWERED: readonly Answered[] = [
  {
    question: "mass = 0.5 kg; height = 2 m; spring constant = 800 N/m -> compression",
    by: "m g h = k x^2/2",
    value: 0.15657785603334848,
  },
  {
    question: "spring constant = 100 N/m; compression = 0.1 m; mass = 0.2 kg -> height",
    by: "k x^2/2 = m g h",
    value: 0.25492905324448206,
  },
  {
    question: "spring constant = 100 N/m; compression = 0.1 m; mass = 0.2 kg -> speed",
    by: "k x^2/2 = m v^2/2",
    value: 2.23606797749979,
  },
  {
    question:
      "mass = 1 kg; specific heat = 4186 J/(kg K); temperature rise = 80 K; time = 180 s -> power",
    by: "a kettle: m c DT/t",
    value: 1860.4444444444443,
  },
  {
    question:
      "mass = 0.2 kg; specific heat = 4186 J/(kg K); temperature rise = 60 K; power = 2000 W -> time",
    by: "a kettle: m c DT/P",
    value: 25.116,
  },
  {
    question:
      "voltage = 230 V; current = 8 A; mass = 1 kg; specific heat = 4186 J/(kg K); temperature rise = 80 K -> time",
    by: "m c DT/(U I)",
    value: 182.0,
  },
  {
    question: `${BULLET} -> speed`,
    by: "momentum is kept: m v/(m + M)",
    value: 1.9900497512437814,
    cases: ["inelastic collision"],
  },
  {
    question: `${BULLET} -> height`,
    by: "the same, then v^2/(2 g)",
    value: 0.20191900457472411,
    cases: ["inelastic collision", "fall"],
  },
  {
    question: "spring constant = 200 N/m; mass = 0.5 kg -> frequency",
    by: "omega = sqrt(k/m), f = omega/(2 pi)",
    value: 3.183098861837907,
  },
  {
    question: "density of the planet = 5514 kg/m^3; radius of the planet = 6371 km -> escape speed",
    by: "sqrt(2 G (4 pi/3) rho r^2), G of CODATA 2022",
    value: 11186.729847767367,
    tolerance: 1e-8,
  },
  {
    question: "mass of the planet = 5.9722e24 kg; radius of the planet = 6371 km -> escape speed",
    by: "sqrt(2 G M/r)",
    value: 11186.165197346223,
  },
  { question: "mass = 2 kg; speed = 3 m/s -> kinetic energy", by: "m v^2/2", value: 9.0 },
  { question: "mass = 2 kg; kinetic energy = 9 J -> momentum", by: "p = sqrt(2 m K)", value: 6.0 },
  { question: "momentum = 10 kg m/s; mass = 2 kg -> kinetic energy", by: "p^2/(2 m)", value: 25.0 },
  { question: "mass = 2 kg; height = 3 m -> kinetic energy", by: "m g h", value: 58.8399 },
  {
    question:
      "mass = 1200 kg; initial speed = 20 m/s; final speed = 0 m/s; distance = 50 m -> force",
    by: "m (v_2^2 - v_1^2)/(2 d)",
    value: -4800.0,
  },
  {
    question: "resistance = 10 ohm; current = 2 A; time = 60 s -> heat",
    by: "I^2 R t",
    value: 2400.0,
  },
  {
    question: "voltage = 230 V; resistance = 50 ohm; time = 60 s -> heat",
    by: "U^2 t/R",
    value: 63480.0,
  },
  { question: "power = 60 W; voltage = 12 V; time = 1 h -> charge", by: "P t/U", value: 18000.0 },
  {
    question: "inductance = 1 mH; capacitance = 1 uF -> period",
    by: "2 pi sqrt(L C)",
    value: 0.00019869176531592202,
  },
  {
    question: "inductance = 1 mH; capacitance = 1 uF -> angular frequency",
    by: "1/sqrt(L C)",
    value: 31622.776601683792,
  },
  { question: "wave speed = 340 m/s; period = 10 ms -> wavelength", by: "v T", value: 3.4 },
  {
    question: "half life = 5730 yr -> decay constant",
    by: "ln 2/T, year of 365.25 days",
    value: 3.833247596096008e-12,
  },
  {
    question: "decay constant = 0.01 1/s -> half life",
    by: "ln 2/lambda",
    value: 69.31471805599453,
  },
  {
    question: "radius of the wheel = 0.3 m; frequency = 5 Hz -> speed",
    by: "2 pi f r",
    value: 9.42477796076938,
  },
  {
    question: "diameter of the wheel = 0.6 m; frequency = 5 Hz -> speed",
    by: "pi d f",
    value: 9.42477796076938,
  },
  {
    question: "tension = 50 N; mass of the string = 5 g; length of the string = 1 m -> wave speed",
    by: "sqrt(F L/m)",
    value: 100.0,
  },
  {
    question:
      "mass = 56 g; molar mass = 28 g/mol; temperature = 300 K; volume = 0.05 m^3 -> pressure",
    by: "(m/M) R T/V, R of CODATA 2022",
    value: 99773.55141783887,
  },
  { question: "mass = 5 kg; speed = 2 m/s; time = 0.1 s -> force", by: "m v/t", value: 100.0 },
  {
    question: "power = 1 kW; frequency = 25 Hz -> torque",
    by: "P/(2 pi f)",
    value: 6.366197723675813,
  },
  {
    question: "length of the pendulum = 1 m; gravity = 9.81 m/s^2 -> frequency",
    by: "sqrt(g/L)/(2 pi)",
    value: 0.498487916486281,
  },
  {
    question: "wavelength of the photon = 500 nm -> energy",
    by: "h c/lambda",
    value: 3.972891714297857e-19,
  },
  {
    question: "wavelength of the photon = 500 nm -> frequency",
    by: "c/lambda",
    value: 599584916000000.0,
  },
  {
    question: "mass = 3 kg; force = 12 N; time = 5 s; initial speed = 0 m/s -> kinetic energy",
    by: "(F t)^2/(2 m)",
    value: 600.0,
  },
  {
    question: "mass = 3 kg; force = 12 N; time = 5 s; initial speed = 0 m/s -> final speed",
    by: "F t/m",
    value: 20.0,
  },
  {
    question: "mass = 10 kg; latent heat = 334 kJ/kg; power = 1 kW -> time",
    by: "m L/P",
    value: 3340.0,
  },
  {
    question:
      "density = 1000 kg/m^3; volume = 2 l; specific heat = 4186 J/(kg K); temperature rise = 10 K -> heat",
    by: "rho V c DT",
    value: 83720.0,
  },
  { question: "focal length = 0.5 m -> optical power", by: "1/f", value: 2.0 },
  {
    question: "frequency = 50 Hz; inductance = 0.1 H; voltage = 230 V -> current",
    by: "U/(2 pi f L)",
    value: 7.321127382227185,
    cases: ["coil"],
  },
  {
    question: "mass = 2 kg; spring constant = 50 N/m -> period",
    by: "2 pi sqrt(m/k)",
    value: 1.2566370614359172,
  },
  {
    question: "spring constant = 50 N/m; period = 1.2566370614359172 s -> mass",
    by: "k T^2/(4 pi^2)",
    value: 2.0,
  },
  { question: "mass = 4 kg; height = 5 m; time = 10 s -> power", by: "m g h/t", value: 19.6133 },
  { question: "mass = 70 kg; height = 3 m; power = 350 W -> time", by: "m g h/P", value: 5.88399 },
  {
    question: "moment of inertia = 2 kg m^2; frequency = 3 Hz -> kinetic energy",
    by: "I omega^2/2",
    value: 355.3057584392169,
  },
  {
    question: "moment of inertia = 2 kg m^2; torque = 10 N m -> angular acceleration",
    by: "tau/I",
    value: 5.0,
  },
  {
    question: "charge = 3 mC; time = 1 ms; resistance = 5 ohm -> voltage",
    by: "Q R/t",
    value: 15.0,
  },
  { question: "current = 2 A; time = 1 h -> charge", by: "I t", value: 7200.0 },
  {
    question: "pressure = 0 Pa; density = 1000 kg/m^3; depth = 10 m; area = 2 m^2 -> force",
    by: "rho g h A",
    value: 196133.0,
  },
  {
    question: "mass = 0.1 kg; temperature rise = 15 K; heat = 1350 J -> specific heat",
    by: "Q/(m DT)",
    value: 900.0,
  },
  {
    question: "mass = 80 kg; speed = 5 m/s; distance = 0.5 m -> force",
    by: "m v^2/(2 d)",
    value: 2000.0,
  },
];

export const UNANSWERED: readonly Unanswered[] = [
  { question: "wavelength = 500 nm -> energy", by: "light or a particle", status: ["asked"] },
  {
    question: "momentum = 1e-24 kg m/s -> wavelength",
    by: "a wave of matter, not said",
    status: ["asked"],
  },
  {
    question: "capacitance = 1 uF; capacitance = 2 uF -> capacitance",
    by: "in series or in parallel",
    status: ["asked"],
  },
  {
    question: "resistance = 4 ohm; resistance = 6 ohm -> resistance",
    by: "in series or in parallel",
    status: ["asked"],
  },
  {
    question: "mass = 70 kg -> speed",
    by: "what is known does not determine it",
    status: ["lacking"],
  },
  { question: "length = 1 m -> period", by: "of what", status: ["lacking"] },
  {
    question: "mass = 1 kg; speed = 2.9e8 m/s -> kinetic energy",
    by: "the classical law is far beyond its validity",
    status: ["refused", "asked"],
  },
  {
    question: "mass of the ball = 2 kg; speed of the car = 3 m/s -> kinetic energy",
    by: "two bodies",
    status: ["lacking", "refused"],
  },
  {
    question: "mass of the Moon = 7.342e22 kg; height = 2 m -> potential energy",
    by: "the gravity of the Earth is not that of the Moon",
    status: ["refused", "lacking"],
  },
  {
    question: "mass = 2 kg; speed = 3 m/s; time = 4 s -> kinetic energy",
    by: "the time is not used",
    status: ["lacking", "refused", "asked"],
  },
  {
    question: "number = 5; ratio = 2 -> factor",
    by: "numbers of nothing",
    status: ["lacking", "asked", "refused"],
  },
  {
    question: "temperature = 300 K -> speed",
    by: "of which molecule",
    status: ["lacking", "asked", "refused"],
  },
  {
    question: "mass = 3 kg; radius = 0.2 m -> moment of inertia",
    by: "a disk, a ball or a ring",
    status: ["asked", "lacking"],
  },
  {
    question: "volume = 1 m^3; temperature = 300 K -> amount",
    by: "no pressure",
    status: ["lacking"],
  },
  {
    question: "energy = 5 J -> temperature",
    by: "of what",
    status: ["lacking", "asked", "refused"],
  },
  {
    question: "mass = -2 kg; speed = 3 m/s -> kinetic energy",
    by: "a negative mass",
    status: ["refused", "lacking"],
  },
];
