/**
 * Questions told otherwise: steps, remarks, numbers in words. They come back open and never sealed,
 * say what was told otherwise, and have the value of the plain question. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";
import type { Route } from "../../../../protocol/router/routed.js";
import { runs } from "../../../kit/runs.js";

const registry = builtinRegistry();

/** Told otherwise, what its reading says of that, and the laws with the numbers that they take, in SI. */
const RETOLD: readonly (readonly [
  query: string,
  note: string,
  laws: readonly string[],
  numbers: readonly number[],
])[] = [
  [
    "Two springs of 120 N/m and 360 N/m stand end to end and carry 0.9 kg (springs massless). Find the effective " +
      "stiffness and then the period of oscillation.",
    "is on the way to what is asked for last",
    ["OSC34", "OSC31"],
    [120, 360, 0.9],
  ],
  [
    "Water flows in a wide channel, 0.35 m deep at 5.0 m/s, and a hydraulic jump forms. Find the sequent depth and " +
      "from it the head dissipated in the jump.",
    "is on the way to what is asked for last",
    ["HYD5", "HYD6"],
    [0.35, 5],
  ],
  [
    "A diatomic of masses 1.008 u and 18.998 u, bond length 91.7 pm. Reduced mass first, then the rotational " +
      "constant in 1/cm.",
    "is on the way to what is asked for last",
    ["MOL1", "MOL2"],
    [1.008 * 1.6605390689e-27, 18.998 * 1.6605390689e-27, 9.17e-11],
  ],
  [
    "A 12.5 kHz sine is sampled at 20 kHz. At which frequency (0 to 10 kHz) does its alias show up?",
    "says where the answer lies",
    ["SIG1"],
    [12_500, 20_000],
  ],
  [
    "Logistic growth: start 90 animals, carrying capacity 1500, intrinsic rate 0.2 per year. Population (expected, " +
      "no rounding) after 8 years?",
    "is a remark that gives no number",
    ["EPI9"],
    [90, 1500],
  ],
  [
    "An underdamped second-order system without zeros has damping ratio 0.3. By what fraction does its step response " +
      "overshoot the final value?",
    "is a remark that gives no number",
    ["CTL3"],
    [0.3],
  ],
  [
    '{"dipole_moment_Cm": 4.1e-30, "field_V_per_m": 2.0e5, "angle_deg": 90, "want": "torque in N m"}',
    "is read as",
    ["ES12"],
    [4.1e-30, 2e5, Math.PI / 2],
  ],
  [
    "A 12 m steel rail, 12e-6 per kelvin, goes from minus 15 to 30 °C. How many mm longer does it become?",
    "is read as from -15",
    ["TD45"],
    [12, 12e-6, 45],
  ],
  [
    "If 90 percent of a program can be spread perfectly over 16 cores and the rest cannot be split, how many times " +
      "faster does it run?",
    "is read as the speedup",
    ["CS44"],
    [0.9, 16],
  ],
  [
    "Two towns at 45.0 N 9.0 E and 51.5 N 0.5 W, on a sphere of radius 6371 km. Great-circle distance in km?",
    "takes these numbers",
    ["GPH22"],
    [6_371_000, (45 * Math.PI) / 180, (51.5 * Math.PI) / 180, (-9.5 * Math.PI) / 180],
  ],
  [
    "ultimate BOD 200 mg/L; first-order rate 0.3 1/d; 4 days -> oxygen demand exerted, mg/L",
    "is read as 0.3 per d",
    ["ENV2"],
    [0.2, 0.3 / 86_400, 345_600],
  ],
  [
    "My charger pushed a steady 3 amps into the phone for an hour and a half. How many coulombs went in? The phone " +
      "is two years old.",
    "is read as 1.5 hours",
    ["CIR49"],
    [3, 5400],
  ],
  [
    "60 vol% glass at 72 GPa in 3.0 GPa epoxy, along fibres. modulus?",
    "is read as percent by volume",
    ["CP1"],
    [0.6, 72e9, 3e9],
  ],
  [
    "Two buckets hang over a massless frictionless pulley. One is 3 kg, the other twice as heavy. With what " +
      "acceleration does the heavy one go down?",
    "is read as 3 kg and 6 kg",
    ["LH24"],
    [3, 6],
  ],
  [
    "Casting zinc: freezing time is 3 min/cm² times the square of volume over cooling surface. My part is 20 cm³ " +
      "with 40 cm² of surface. How long till it is solid, in minutes?",
    "is a formula",
    ["MT1"],
    [1_800_000, 2e-5, 4e-3],
  ],
  [
    "A heater of 2 kW for 1.5 kg of water at 20 °C; all of its power goes into the water, which takes 4186 J per kg " +
      "and degree. How many minutes to 90 °C?",
    "is read as J/(kg K)",
    ["DT = T_2 - T_1 [temperature_difference]", "TD28", "Q = W [heat]", "RBD36"],
    [2000, 1.5, 4186],
  ],
  [
    "Shelf: 80 cm span on two supports, 20 kg of books hung in the middle, E = 9 GPa, second moment 1.5e-7 " +
      "m^4. Sag?",
    "by the weight m g at standard gravity",
    ["BP1"],
    [0.8, 196.133, 9e9, 1.5e-7],
  ],
  [
    "Helmholtz pair, 90 turns per coil, radius 12 cm. Which current for 0.9 mT in the centre?",
    '"per coil" is read as what the number is of each',
    ["MG8"],
    [90, 0.12, 9e-4],
  ],
  [
    "panel radiator 2.6 m2 surface at 48 C, room air 19 C, h total 8.5 W per m2 K. how many watts does it give off",
    "is read as 8.5 W/(m2 K)",
    ["HT4"],
    [2.6, 321.15, 292.15, 8.5],
  ],
  [
    "Steel: C 0.21, Mn 1.30, Cr 0.15, Mo 0.04, V 0.02, Ni 0.12, Cu 0.11, Si 0.30 [all wt%]. " +
      "IIW carbon equivalent in %?",
    "the unit is said once for the list",
    ["MT3"],
    [0.0021, 0.013, 0.0015, 0.0004, 0.0002, 0.0012, 0.0011],
  ],
  [
    "Stoney: E_s = 130 GPa, nu_s = 0.27, t_s = 500 um, t_f = 250 nm, R = 60 m. sigma_f in MPa?",
    '"nu_s" is read as the Poisson ratio of the substrate',
    ["MS25"],
    [130e9, 0.27, 5e-4, 2.5e-7, 60],
  ],
  [
    '{"principal_moments_kg_m2": [0.4, 0.6, 0.7], "omega_rad_s_in_principal_axes": [1.0, 2.0, -3.0], "output": ' +
      '"magnitude of angular momentum"}',
    "the numbers of a list are read in order",
    ["RBD15"],
    [0.4, 0.6, 0.7, 1, 2, -3],
  ],
  [
    "cable dia 16 mm, wind 5.0 m/s, Re = 5300. shedding freq with St = 0.198(1 - 19.7/Re), Hz",
    "is a formula; the equation of the law is used in its place",
    ["FL24"],
    [0.016, 5, 5300],
  ],
  [
    "A dark matter halo has an NFW profile with density 5.0e-22 kg/m^3 and scale radius 18 kpc. With 1 kpc = " +
      "3.0857e19 m, find the mass enclosed within 150 kpc in kg.",
    "says what a unit is, as it is here",
    ["COS24"],
    [5e-22],
  ],
  [
    "nMOS, sat.: mu_n = 0.05 m^2/Vs, C_ox = 3e-3 F/m^2, W/L = 12 um/0.6 um, V_GS = 1.6 V, V_T = 0.4 V, V_DS = 2 V, " +
      "lambda = 0.04 1/V. I_D in mA?",
    "is read as W = 12 um, L = 0.6 um",
    ["SC18"],
    [0.05, 3e-3, 1.2e-5, 6e-7, 1.6, 0.4, 2, 0.04],
  ],
  [
    "turned pins spec 19.96 to 20.04 mm, mean 20.01, sigma .008. cpk?",
    "is read as the lower specification limit and the upper specification limit",
    ["STA15"],
    [0.01996, 0.02004, 0.02001, 8e-6],
  ],
  [
    "loss of 300 MW infeed (Pm - Pe = -300 MW), system 8000 MVA, H = 4.5 s, 50 Hz. initial RoCoF Hz/s (signed)",
    "is all that the law has of the two",
    ["PWR19"],
    [-300e6, 8000e6, 4.5, 50],
  ],
  [
    "plane stress: sx = 70, sy = -20, txy = 40 MPa. sigma_1?",
    "MPa is supposed for the normal stress along x",
    ["ST3"],
    [70e6, -20e6, 40e6],
  ],
  [
    "compressed air tank, cylinder, thin wall: 9 bar gauge, inner radius 250 mm, wall 5 mm. hoop stress MPa?",
    "is how the law counts the inner overpressure",
    ["ST10"],
    [9e5, 0.25, 5e-3],
  ],
];

/** What turns on a word stays turned down, or asked back, whatever stands around it. */
const LEFT: readonly string[] = [
  // A denied word of laws says which one is meant.
  "A solid cylinder rolls without slipping from rest down a slope of height 2 m. What speed has it at the bottom?",
  "A solid cylinder rolls (without slipping) from rest down a slope of height 2 m. What speed has it at the bottom?",
  // A bound of an input, and no value.
  "A car drives at up to 30 m/s for 10 s. How far does it get?",
  "kinetic energy m up to 4 kg, v = 2 m/s",
  // The number itself is denied.
  "kinetic energy of 2 kg, not at 3 m/s",
  "kinetic energy of a ball of 2 kg (not 3 kg) at 5 m/s, no, at something else than 5 m/s",
  // Two questions of one kind, and no steps.
  "What is the momentum and what is the kinetic energy of 2 kg at 3 m/s?",
  // No law gives the last one.
  "Compute the kinetic energy of 2 kg at 3 m/s and then the taste.",
  // The formula differs from that of the law.
  "cable dia 16 mm, wind 5.0 m/s, Re = 5300. shedding freq with St = 0.21(1 - 21/Re), Hz",
  // The unit is said to be what it is not.
  "NFW profile with density 5.0e-22 kg/m^3 and scale radius 18 kpc. With 1 kpc = 3.9e19 m, mass " +
    "enclosed within 150 kpc?",
  // A word that nobody knows may be a unit.
  "kinetic energy of a ball of 2 blorps at 3 m/s",
];

function lawsOf({ operators, reading }: Route): readonly string[] {
  return operators ?? (reading?.derivation ?? []).map(({ law }) => law);
}

function numbersOf({ params, reading }: Route): readonly number[] {
  const own = Object.values(params).filter((one) => typeof one === "number");
  return own.length > 0 ? own : (reading?.given ?? []).map(({ value }) => Number(value));
}

describe("router: questions told otherwise", () => {
  for (const [query, note, laws, numbers] of RETOLD)
    it(`are left open: ${query.slice(0, 60)}`, () => {
      const route = routeQuery(registry, query);
      expect(route.refusal?.kind).to.equal("OPEN_READING");
      expect(lawsOf(route)).to.deep.equal(laws);
      expect(route.reading?.open.some(({ message }) => message.includes(note))).to.equal(true);
      const found = numbersOf(route);
      for (const number of numbers)
        expect(
          found.some((one) => Math.abs(one - number) <= 1e-6 * Math.abs(number)),
          `${number} among ${found.join(" ")}`,
        ).to.equal(true);
    });

  for (const query of LEFT)
    it(`are none: ${query}`, () => {
      const { operators, refusal } = routeQuery(registry, query);
      expect(refusal).to.not.equal(null);
      expect(operators).to.equal(null);
    });

  const steps = record({
    first: integer({ min: 10, max: 900 }),
    second: integer({ min: 1000, max: 9000 }),
    mass: integer({ min: 1, max: 90 }),
    verb: constantFrom("Find", "Compute", "Determine", "Work out", "Obtain"),
    next: constantFrom(" and then ", ", then ", " and from it ", " and hence "),
  });

  it("run the chain through the quantity that is named first, whatever the numbers are", () => {
    check(
      property(steps, ({ first, mass, next, second, verb }) => {
        const route = routeQuery(
          registry,
          `Two springs of ${first} N/m and ${second} N/m stand end to end and carry ${mass} kg. ` +
            `${verb} the effective stiffness${next}the period of oscillation.`,
        );
        expect(route.refusal?.kind).to.equal("OPEN_READING");
        expect(lawsOf(route)).to.deep.equal(["OSC34", "OSC31"]);
      }),
      { numRuns: runs(6, 200), endOnFailure: true },
    );
  });

  it("set a number aside that is said again in another unit, and no other number", () => {
    const celsius = integer({ min: 1, max: 60 });
    const apart = integer({ min: -20, max: 20 });
    check(
      property(celsius, apart, (degrees, other) => {
        const kelvins = (degrees + 273.15 + other).toFixed(2);
        const route = routeQuery(
          registry,
          `K+ outside 4 mmol/L, K+ inside 150 mmol/L, body temperature ${degrees} degC (${kelvins} K). ` +
            "Equilibrium potential in mV?",
        );
        expect(route.refusal).to.not.equal(null);
        expect(lawsOf(route)).to.deep.equal(other === 0 ? ["BIO1"] : []);
      }),
      { numRuns: runs(8, 200), endOnFailure: true, examples: [[37, 0]] },
    );
  });

  it("never give the quantity on the way as the one asked for last", () => {
    const last = constantFrom("the taste", "the colour", "its price", "the weather", "the name");
    check(
      property(steps, last, ({ first, mass, next, second, verb }, asked) => {
        const { operators, refusal } = routeQuery(
          registry,
          `Two springs of ${first} N/m and ${second} N/m stand end to end and carry ${mass} kg. ` +
            `${verb} the effective stiffness${next}${asked}.`,
        );
        expect(refusal).to.not.equal(null);
        expect(operators ?? []).to.not.include("OSC34");
      }),
      { numRuns: runs(6, 200), endOnFailure: true },
    );
  });
});
