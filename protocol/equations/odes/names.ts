/** What an initial value problem asks for beside its parameters: initial values, start and end. */
import { RESERVED } from "../../units/constants.js";
import type { Dimension } from "../../units/dimension.js";
import type { Expr, Ode } from "../reading/ast.js";
import type { EquationContext } from "../reading/bindNames.js";
import { rateName } from "./read.js";
import type { AssumedValue, SymbolInfo } from "../reading/symbols.js";
import { namesOf } from "../reading/walk.js";

/** One unknown of the first-order system: a quantity, or the first derivative of one. */
export interface Component {
  /** As it stands in the rates. */
  readonly name: string;
  /** Input that holds its value at the start. */
  readonly initial: string;
  /** Its rate of change; null for a quantity whose derivative is the next component. */
  readonly rate: Expr | null;
}

export interface Problem {
  readonly components: readonly Component[];
  /** Inputs that hold the ends of the interval. */
  readonly start: string;
  readonly end: string;
  /** Every input in order: parameters, initial values, end, start. */
  readonly inputs: readonly string[];
  /** The context with what is known of initial values and ends. */
  readonly context: EquationContext;
}

interface Role {
  /** Canonical name first. */
  readonly candidates: readonly string[];
  readonly like: { readonly unit: string | null; readonly dimension: Dimension | null };
  readonly description: string;
}

/** Parameters: names of the rates that neither vary nor are derivatives. */
function parametersOf(ode: Ode): string[] {
  const varying = new Set([ode.variable]);
  for (const { name, order } of ode.states) {
    varying.add(name);
    if (order === 2) varying.add(rateName(name, ode.variable));
  }
  const names = new Set(ode.states.flatMap(({ rate }) => namesOf(rate)));
  return [...names].filter((name) => !varying.has(name));
}

/** `x_0`, `x0`, `x_initial`; `dx_0`, `v_0` for the first derivative. */
function initialNames(state: string, derivative: boolean, isFirst: boolean): string[] {
  const stem = derivative ? `d${state}` : state;
  const short = /[0-9]$/.test(stem) ? [] : [`${stem}0`];
  const speed = derivative && isFirst ? ["v_0", "v0", "v_initial"] : [];
  return [`${stem}_0`, ...short, `${stem}_initial`, `initial_${stem}`, ...speed];
}

/** `t`, `t_end`, `duration`. */
function endNames(variable: string): string[] {
  return [variable, `${variable}_end`, ...(variable === "t" ? ["duration"] : [])];
}

function startNames(variable: string): string[] {
  const short = /[0-9]$/.test(variable) ? [] : [`${variable}0`];
  return [`${variable}_0`, ...short, `${variable}_start`];
}

/** Names of initial values and ends, each with the quantity it is a value of. */
export function endsOf(ode: Ode): ReadonlyMap<string, string> {
  const taken = new Set(
    [...parametersOf(ode), ...ode.states.map(({ name }) => name), ode.variable].map(plain),
  );
  const pairs = [
    ...ode.states.flatMap(({ name }) =>
      initialNames(name, false, false).map((key) => [key, name] as const),
    ),
    ...[...endNames(ode.variable), ...startNames(ode.variable)].map(
      (key) => [key, ode.variable] as const,
    ),
  ];
  return new Map(pairs.filter(([key]) => !taken.has(plain(key))));
}

/** `x0` and `x_0` look like one name; T_0 and t_0 do not. */
function plain(name: string): string {
  return name.replaceAll("_", "");
}

const UNKNOWN = { unit: null, dimension: null } as const;

/**
 * Gives every role the first of its names that is free, or the one a record or request declares.
 */
class Naming {
  readonly symbols: Map<string, SymbolInfo>;
  readonly #taken: Set<string>;
  readonly #context: EquationContext;

  constructor(context: EquationContext, parameters: readonly string[], states: readonly string[]) {
    this.#context = context;
    this.symbols = new Map(context.symbols);
    this.#taken = new Set([...parameters, ...states]);
  }

  name({ candidates, like, description }: Role): string {
    // `x0` and `x_0` are one name to whoever types them, so neither may stand beside the other.
    const taken = new Set([...this.#taken, ...RESERVED].map(plain));
    const free = candidates.filter((name) => !taken.has(plain(name)));
    const isDeclared = (name: string): boolean =>
      this.#context.symbols.has(name) ||
      (this.#context.assumed !== undefined && Object.hasOwn(this.#context.assumed, name));
    const chosen = free.find(isDeclared) ?? free[0]!;
    const known = this.#context.symbols.get(chosen);
    const aliases = [...(known?.aliases ?? []), ...free.filter((name) => name !== chosen)].filter(
      (name) => name === chosen || !isDeclared(name),
    );
    this.symbols.set(chosen, {
      ...(known ?? { unit: like.unit, dimension: like.dimension, description }),
      name: chosen,
      aliases: [...new Set(aliases)],
    });
    for (const name of free) this.#taken.add(name);
    return chosen;
  }
}

/** @param ode with its definitions written in. */
export function problemOf(ode: Ode, context: EquationContext): Problem {
  const parameters = parametersOf(ode);
  const { variable } = ode;
  const naming = new Naming(
    context,
    parameters,
    ode.states.map(({ name }) => name),
  );
  const likeOf = (name: string): Role["like"] => context.symbols.get(name) ?? UNKNOWN;
  const components: Component[] = [];
  let firstDerivative = true;
  for (const { name, order, rate } of ode.states) {
    const initial = naming.name({
      candidates: initialNames(name, false, false),
      like: likeOf(name),
      description: `${name} at the start`,
    });
    components.push({ name, initial, rate: order === 1 ? rate : null });
    if (order === 1) continue;
    const derivative = rateName(name, variable);
    components.push({
      name: derivative,
      rate,
      initial: naming.name({
        candidates: initialNames(name, true, firstDerivative),
        like: UNKNOWN,
        description: `${derivative} at the start`,
      }),
    });
    firstDerivative = false;
  }
  const end = naming.name({
    candidates: endNames(variable),
    like: likeOf(variable),
    description: `${variable} at the end`,
  });
  const start = naming.name({
    candidates: startNames(variable),
    like: naming.symbols.get(end) ?? UNKNOWN,
    description: `${variable} at the start`,
  });
  const inputs = [...parameters, ...components.map(({ initial }) => initial), end, start];
  const declared = context.declaredOrder.filter((name) => inputs.includes(name));
  const unit = naming.symbols.get(start)?.unit ?? "1";
  const assumed: Readonly<Record<string, AssumedValue>> = {
    [start]: {
      value: 0,
      unit,
      reason: `the integration starts at ${variable} = 0 unless ${start} says otherwise`,
    },
    ...context.assumed,
  };
  return {
    components,
    start,
    end,
    inputs,
    context: {
      ...context,
      symbols: naming.symbols,
      assumed,
      declaredOrder: declared.length > 0 ? context.declaredOrder : inputs,
    },
  };
}
