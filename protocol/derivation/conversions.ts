/**
 * Exact relations between kinds that hold by definition, by geometry or by a balance that is named.
 * They are written as laws are, solved for either side alike, and are no operators of a chain.
 */
import { OperatorEntry } from "../operators/entry.js";
import type { OperatorRecord } from "../operators/schema.js";
import { once } from "../once.js";

/** Equation | symbols with kind and unit, the result first | what it takes for granted | things. */
const ROWS = `
omega = 2 pi f | omega angular_frequency rad/s, f frequency Hz
omega = 2 pi n | omega angular_velocity rad/s, n frequency Hz
f = 1/T | f frequency Hz, T period s
d = 2 r | d diameter m, r radius m
k = 2 pi/lambda | k angular_wavenumber rad/m, lambda wavelength m
n = 1/lambda | n wavenumber 1/m, lambda wavelength m
nu = c/lambda | nu frequency Hz, lambda wavelength m |  | light photon radio laser
tau = 1/lambda | tau lifetime s, lambda decay_constant 1/s
T = ln(2) tau | T half_life s, tau lifetime s
mu = G M | mu standard_gravitational_parameter m^3/s^2, M mass kg |  | planet moon star earth sun body asteroid
v = 1/rho | v specific_volume m^3/kg, rho density kg/m^3
sigma = 1/rho | sigma electrical_conductivity S/m, rho resistivity ohm m
G_e = 1/R | G_e conductance S, R resistance ohm
P = 1/f | P optical_power 1/m, f focal_length m
A = pi r^2 | A area m^2, r radius m |  | circle circular disk round wire pipe piston hose aperture
A = pi r^2 | A cross_section_area m^2, r radius m |  | circle circular disk round wire pipe piston hose rod
V = 4 pi r^3/3 | V volume m^3, r radius m |  | sphere ball planet moon star earth sun drop droplet bubble asteroid
A = 4 pi r^2 | A surface_area m^2, r radius m |  | sphere ball planet moon star earth sun drop droplet bubble
U = K | U potential_energy J, K kinetic_energy J | all kinetic energy becomes potential energy, or the reverse
K = W | K kinetic_energy J, W work J | all work becomes kinetic energy, or the reverse
U = W | U potential_energy J, W work J | all work becomes potential energy, or the reverse
Q = K | Q heat J, K kinetic_energy J | all kinetic energy becomes heat
Q = U | Q heat J, U potential_energy J | all potential energy becomes heat
Q = W | Q heat J, W work J | all work becomes heat
m = rho V | m mass kg, rho density kg/m^3, V volume m^3
Q = P t | Q heat J, P power W, t time s | all power becomes heat
W = P t | W work J, P power W, t time s
W = F s | W work J, F force N, s distance m | the force is constant and along the path
q = I t | q charge C, I current A, t time s
m = n M | m mass kg, n amount mol, M molar_mass kg/mol
v = d/t | v speed m/s, d distance m, t time s | the speed is constant
v = omega r | v speed m/s, omega angular_velocity rad/s, r radius m |  | rim wheel rolling tyre disk circle rotating
q_V = V/t | q_V volume_flow_rate m^3/s, V volume m^3, t time s | the flow is constant
q_m = rho q_V | q_m mass_flow_rate kg/s, rho density kg/m^3, q_V volume_flow_rate m^3/s
c = n/V | c molar_concentration mol/m^3, n amount mol, V volume m^3
c = m/V | c mass_concentration kg/m^3, m mass kg, V volume m^3
mu = m/L | mu linear_density kg/m, m mass kg, L length m
p = F/A | p pressure Pa, F force N, A area m^2 | the pressure is the same all over
P = J A | P power W, J irradiance W/m^2, A area m^2 | the area faces the radiation
q_V = A v | q_V volume_flow_rate m^3/s, A cross_section_area m^2, v speed m/s |  | pipe hose channel duct tube river
V = A h | V volume m^3, A area m^2, h height m |  | tank cylinder box pool column tube
X = V/I | X reactance ohm, V voltage V, I current A | one reactance alone, peak or effective values of both
DT = T_2 - T_1 | DT temperature_difference K, T_2 temperature K final, T_1 temperature K initial
`;

/** The same, joined where they are stated and not sought: shapes, sums and differences of two of one kind. */
const STATED_ROWS = `
omega = 2 pi/T | omega angular_frequency rad/s, T period s
omega = 2 pi/T | omega angular_velocity rad/s, T period s
A = a b | A area m^2, a length m, b width m
A = a^2 | A area m^2, a length m
V = a^3 | V volume m^3, a length m
V = a b h | V volume m^3, a length m, b width m, h height m
V = pi r^2 h | V volume m^3, r radius m, h height m |  | cylinder cylindrical tank pipe rod drum can disc round well
V = A L | V volume m^3, A cross_section_area m^2, L length m
p = 2 pi r | p perimeter m, r radius m |  | circle circular disk round wheel ring
F = W | F lift_force N, W weight_force N | the lift carries the weight
m = q_m t | m mass kg, q_m mass_flow_rate kg/s, t time s | the flow is constant
N = R t | N number 1, R rate 1/s, t time s | the rate is constant
D = B t | D information 1, B data_rate 1/s, t time s | the rate is constant
E = P t | E energy J, P power W, t time s | the power is constant
R = P/E | R rate 1/s, P power W, E photon_energy J |  | photon light laser
Q = Q_1 + Q_2 | Q heat J, Q_1 heat J, Q_2 heat J
E = E_1 + E_2 | E energy J, E_1 energy J, E_2 energy J
W = W_1 + W_2 | W work J, W_1 work J, W_2 work J
F = F_1 + F_2 | F force N, F_1 force N, F_2 force N | both are along one line
m = m_1 + m_2 | m mass kg, m_1 mass kg, m_2 mass kg
t = t_1 + t_2 | t time s, t_1 time s, t_2 time s
d = d_1 + d_2 | d distance m, d_1 distance m, d_2 distance m
P = P_1 + P_2 | P power W, P_1 power W, P_2 power W
p = p_1 + p_2 | p pressure Pa, p_1 pressure Pa, p_2 pressure Pa
R = R_1 + R_2 | R resistance ohm, R_1 resistance ohm, R_2 resistance ohm | both are in series
`;

export interface Conversion {
  readonly entry: OperatorEntry;
  /** What it takes for granted, in words; empty for a definition. */
  readonly assumes: string;
  /** Things of which one must be said. */
  readonly things: readonly string[];
  /** It is joined where it is stated, and not sought. */
  readonly isStatedOnly: boolean;
}

const SYMBOL = /^(\S+) (\S+) (.+?)(?: (initial|final))?$/;

/** @param id its name, where it is not its equation and the kind that it gives */
export function conversionOf(row: string, isStatedOnly: boolean, id?: string): Conversion {
  const [equation, listed, assumes = "", things = ""] = row.split("|").map((part) => part.trim());
  const symbols = listed!.split(", ").map((text) => {
    const [, symbol, quantity, unit, words = ""] = SYMBOL.exec(text)!;
    const name = `${words} ${quantity!.replaceAll("_", " ")}`.trim();
    return { symbol: symbol!, stated: { name, quantity: quantity!, unit: unit!, aliases: [] } };
  });
  const [result, ...inputs] = symbols;
  const record: OperatorRecord = {
    // Two kinds may share an equation, so that the kind is part of the name.
    id: id ?? `${equation!} [${result!.stated.quantity}]`,
    domain: "conversion",
    name: equation!,
    description: equation!,
    equation: equation!,
    kind: "closed-form",
    symbols: Object.fromEntries(inputs.map(({ stated, symbol }) => [symbol, stated])),
    result: {
      symbol: result!.symbol,
      quantity: result!.stated.quantity,
      unit: result!.stated.unit,
    },
    example: { inputs: {}, value: 0, rel_tol: 1e-12, origin: "reference-script" },
    reference: "by definition",
    status: "checked",
  };
  return {
    entry: new OperatorEntry(record),
    assumes,
    isStatedOnly,
    things: things.split(" ").filter((word) => word !== ""),
  };
}

export const conversions = once((): ReadonlyMap<string, Conversion> => {
  const all = [
    ...rowsOf(ROWS).map((row) => conversionOf(row, false)),
    ...rowsOf(STATED_ROWS).map((row) => conversionOf(row, true)),
  ];
  return new Map(all.map((one) => [one.entry.id, one]));
});

function rowsOf(text: string): readonly string[] {
  return text.trim().split("\n");
}
