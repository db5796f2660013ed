/** A network: from MATPOWER text, from its tables, or of two buses. Per unit on `base`. */
import { cos, sin } from "../../math/index.js";
import { badInput, noSolution, tooLarge } from "../refusal.js";
import { BRANCHES_MAX, BUSES_MAX } from "./card.js";
import { runScript } from "./script/run.js";
import { isMatrix } from "./script/terms.js";

export const PQ = 1;
export const PV = 2;
export const SLACK = 3;

export interface Bus {
  readonly name: number;
  type: number;
  pd: number;
  qd: number;
  gs: number;
  bs: number;
  readonly vm: number;
  readonly va: number;
  pg: number;
  qg: number;
  qMin: number;
  qMax: number;
  setpoint: number;
}

/**
 * Admittances of both ends: If = yff Vf + yft Vt, It = ytf Vf + ytt Vt; pairs of real and imaginary
 * part.
 */
export interface Branch {
  readonly from: number;
  readonly to: number;
  readonly y: readonly number[];
}

export interface Network {
  readonly base: number;
  readonly buses: Bus[];
  readonly branches: readonly Branch[];
  /** Bus that holds the angle although the case names none. */
  readonly chosen?: number;
}

export interface Tables {
  readonly baseMVA: number;
  readonly bus: readonly (readonly number[])[];
  readonly gen: readonly (readonly number[])[];
  readonly branch: readonly (readonly number[])[];
}

const DEGREE = 0.017453292519943295;
const MEGA = 1e6;

/**
 * A case file is a program: its statements are run.
 * @throws SolverRefusal INVALID_BODY that names the line, table or row that cannot be read
 */
export function readText(text: string): Tables {
  const { results, variables } = runScript(text);
  const [struct] = results;
  const isNamed = (name: string): boolean => variables.has(name);
  const prefix = [struct, "mpc", ...[...variables.keys()].map((name) => name.split(".")[0])].find(
    (name) => name !== undefined && isNamed(`${name}.bus`),
  );
  const member = (name: string): string => (prefix === undefined ? name : `${prefix}.${name}`);
  const base = variables.get(member("baseMVA"));
  if (base === undefined) throw badInput("/case", "the case has no baseMVA");
  const baseMVA = isMatrix(base) && base.data.length === 1 ? base.data[0]! : Number.NaN;
  if (!(baseMVA > 0) || !Number.isFinite(baseMVA))
    throw badInput("/case", `baseMVA is ${baseMVA}: a positive number was expected`);
  const table = (name: string): number[][] => {
    const found = variables.get(member(name));
    if (found === undefined) throw badInput("/case", `the case has no table ${name}`);
    if (!isMatrix(found)) throw badInput("/case", `${name} is no table of numbers`);
    const rows = Array.from({ length: found.rows }, (_, i) => [
      ...found.data.subarray(i * found.columns, (i + 1) * found.columns),
    ]);
    rows.forEach((row, i) => {
      if (row.some(Number.isNaN))
        throw badInput("/case", `row ${i + 1} of ${name} holds what is no number`);
    });
    // No limit, written as a number that takes part in arithmetic.
    return rows.map((row) => row.map((value) => Math.min(Math.max(value, -1e30), 1e30)));
  };
  return { baseMVA, bus: table("bus"), gen: table("gen"), branch: table("branch") };
}

function cell(row: readonly number[], column: number, table: string, number: number): number {
  const value = row[column];
  if (value === undefined)
    throw badInput(
      "/case",
      `row ${number + 1} of ${table} has ${row.length} columns; column ${column + 1} is needed`,
    );
  return value;
}

/** @throws SolverRefusal INVALID_BODY; NO_SOLUTION for buses that no path joins to the slack */
export function networkOf({ baseMVA, branch, bus, gen }: Tables): Network {
  if (bus.length > BUSES_MAX) throw tooLarge("buses", bus.length, BUSES_MAX);
  if (branch.length > BRANCHES_MAX) throw tooLarge("branches", branch.length, BRANCHES_MAX);
  const index = new Map<number, number>();
  const buses: Bus[] = [];
  bus.forEach((row, k) => {
    const [name, type] = [cell(row, 0, "bus", k), cell(row, 1, "bus", k)];
    if (index.has(name)) throw badInput("/case", `bus ${name} stands twice in the table bus`);
    if (![1, 2, 3, 4].includes(type))
      throw badInput("/case", `bus ${name} has type ${type}; 1 to 4 are known`);
    if (type === 4) return;
    index.set(name, buses.length);
    buses.push({
      name,
      type: type === SLACK ? SLACK : PQ,
      pd: cell(row, 2, "bus", k) / baseMVA,
      qd: cell(row, 3, "bus", k) / baseMVA,
      gs: cell(row, 4, "bus", k) / baseMVA,
      bs: cell(row, 5, "bus", k) / baseMVA,
      vm: cell(row, 7, "bus", k),
      va: cell(row, 8, "bus", k) * DEGREE,
      pg: 0,
      qg: 0,
      qMin: 0,
      qMax: 0,
      setpoint: 0,
    });
    if (type === PV) buses[buses.length - 1]!.type = PV;
  });
  addGenerators(buses, index, gen, baseMVA);
  const branches = branch.flatMap((row, k) => branchOf(row, k, index));
  const chosen = chosenSlack(buses);
  requireConnected(buses, branches);
  return { base: baseMVA * MEGA, buses, branches, ...(chosen === null ? {} : { chosen }) };
}

function addGenerators(
  buses: Bus[],
  index: ReadonlyMap<number, number>,
  gen: Tables["gen"],
  baseMVA: number,
): void {
  gen.forEach((row, k) => {
    if (!(cell(row, 7, "gen", k) > 0)) return;
    const at = index.get(cell(row, 0, "gen", k));
    if (at === undefined)
      throw badInput(
        "/case",
        `row ${k + 1} of gen names bus ${row[0]!}, which is not in the table bus`,
      );
    const bus = buses[at]!;
    bus.pg += cell(row, 1, "gen", k) / baseMVA;
    bus.qg += cell(row, 2, "gen", k) / baseMVA;
    bus.qMax += cell(row, 3, "gen", k) / baseMVA;
    bus.qMin += cell(row, 4, "gen", k) / baseMVA;
    bus.setpoint = cell(row, 5, "gen", k);
  });
  for (const bus of buses) {
    if (bus.type !== PQ && bus.setpoint === 0) bus.type = PQ;
    if (bus.type !== PQ && !(bus.setpoint > 0))
      throw badInput("/case", `the voltage of the generator at bus ${bus.name} is ${bus.setpoint}`);
  }
}

function branchOf(row: readonly number[], k: number, index: ReadonlyMap<number, number>): Branch[] {
  if (!(cell(row, 10, "branch", k) > 0)) return [];
  const ends = [0, 1].map((column) => index.get(cell(row, column, "branch", k)));
  const [from, to] = ends;
  if (from === undefined || to === undefined)
    throw badInput("/case", `row ${k + 1} of branch joins a bus that is not in service`);
  const [r, x, b] = [
    cell(row, 2, "branch", k),
    cell(row, 3, "branch", k),
    cell(row, 4, "branch", k),
  ];
  const size = r * r + x * x;
  if (!(size > 0)) throw badInput("/case", `row ${k + 1} of branch has no impedance`);
  const ratio = cell(row, 8, "branch", k);
  const tap = ratio === 0 ? 1 : ratio;
  const shift = cell(row, 9, "branch", k) * DEGREE;
  const [g, s] = [r / size, -x / size];
  const [c, d] = [cos(shift) / tap, sin(shift) / tap];
  // Series admittance y seen through the ideal transformer tap e^(i shift) at the sending end.
  return [
    {
      from,
      to,
      y: [
        g / (tap * tap),
        (s + b / 2) / (tap * tap),
        -(g * c - s * d),
        -(s * c + g * d),
        -(g * c + s * d),
        -(s * c - g * d),
        g,
        s + b / 2,
      ],
    },
  ];
}

/**
 * Each bus of type 3 with a generator holds its voltage and angle. Where there is none, the first
 * bus of type 2 does, as in MATPOWER.
 * @returns the name of a bus that was so chosen
 */
function chosenSlack(buses: readonly Bus[]): number | null {
  if (buses.some(({ type }) => type === SLACK)) return null;
  const first = buses.find(({ type }) => type === PV);
  if (first === undefined)
    throw badInput("/case", "no bus of type 3 (slack) or 2 has a generator in service");
  first.type = SLACK;
  return first.name;
}

function requireConnected(buses: readonly Bus[], branches: readonly Branch[]): void {
  const joined: number[][] = buses.map(() => []);
  for (const { from, to } of branches) {
    joined[from]!.push(to);
    joined[to]!.push(from);
  }
  const seen = new Uint8Array(buses.length);
  const queue = [...buses.keys()].filter((i) => buses[i]!.type === SLACK);
  for (const i of queue) seen[i] = 1;
  for (let k = 0; k < queue.length; k += 1) {
    for (const other of joined[queue[k]!]!) {
      if (seen[other] === 1) continue;
      seen[other] = 1;
      queue.push(other);
    }
  }
  const islands = buses.filter((_, i) => seen[i] === 0).map(({ name }) => name);
  if (islands.length > 0) {
    throw noSolution(
      "no branch in service joins " +
        (islands.length === 1 ? `bus ${islands[0]!}` : `buses ${islands.slice(0, 10).join(", ")}`) +
        " to a slack bus.",
      { islanded: islands.slice(0, 100) },
    );
  }
}

/**
 * A source of voltage V1 behind R + iX, and a load: per unit on V1 and the larger of the two
 * powers.
 */
export function twoBuses({
  P,
  Q,
  V1,
  X,
  resistance,
}: {
  P: number;
  Q: number;
  V1: number;
  X: number;
  resistance: number;
}): Network {
  const power = Math.max(Math.abs(P), Math.abs(Q));
  const base = power > 0 ? power : V1 * (V1 / Math.max(Math.abs(X), resistance));
  const impedance = V1 * (V1 / base);
  const [r, x] = [resistance / impedance, X / impedance];
  const size = r * r + x * x;
  if (!(size > 0)) throw badInput("/X", "a line needs an impedance that is not zero");
  const [g, s] = [r / size, -x / size];
  const plain = { gs: 0, bs: 0, vm: 1, va: 0, pg: 0, qg: 0, qMin: 0, qMax: 0 };
  return {
    base,
    buses: [
      { ...plain, name: 1, type: SLACK, pd: 0, qd: 0, setpoint: 1 },
      { ...plain, name: 2, type: PQ, pd: P / base, qd: Q / base, setpoint: 0 },
    ],
    branches: [{ from: 0, to: 1, y: [g, s, -g, -s, -g, -s, g, s] }],
  };
}
