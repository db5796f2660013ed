/** The registry in the page: fetched from the node once, read by the node's own code. */
import { compute } from "../../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../../protocol/chains/plan.js";
import { numbersOf, withStated, type Numbers } from "../../../protocol/kernel/quantityInputs.js";
import { registryOf, type Registry } from "../../../protocol/operators/registry.js";
import { specOf, type SpecInput } from "../../../protocol/operators/spec.js";
import { listAt } from "../connection/json.js";
import { answeredKernel } from "./answers.js";
import { withNumbers } from "./equations.js";
import type {
  Answered,
  InputField,
  OperatorCard,
  OperatorFound,
  OperatorRow,
  Question,
} from "./messages.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";

/** Id of the modulation, the first operator of every chain. */
const MODULATION = "KO42";
const FOUND_MAX = 2_000;

let loading: Promise<Registry> | null = null;
let loaded: Registry | null = null;

/** @param root where the node's interface is, without a slash at its end */
export function registry(root: string): Promise<Registry> {
  loading ??= load(root).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** For a solver that looks up laws: the build gives it this in the place of the registry that ships. */
export function builtinRegistry(): Registry {
  if (loaded === null) throw new Error("the page has not the node's operators yet");
  return loaded;
}

async function load(root: string): Promise<Registry> {
  const response = await fetch(`${root}/api/operators`, {
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw new Error(`the node answered ${response.status} for its operators`);
  const read: unknown = await response.json();
  // What the list adds to the records is no part of them.
  const added = new Set(["category", "evaluable"]);
  const records = listAt(read, "operators").map((listed) =>
    Object.fromEntries(Object.entries(listed).filter(([name]) => !added.has(name))),
  );
  loaded = registryOf(records);
  return loaded;
}

function rowOf({ domain, equation, evaluable, id, record }: OperatorEntry): OperatorRow {
  return { id, name: record.name, domain, equation, evaluable };
}

export function searched(registry: Registry, q: string, domain: string): OperatorFound {
  const { entries, total } = registry.search(q.trim() === "" ? undefined : q, {
    ...(domain === "" ? {} : { domain }),
    limit: FOUND_MAX,
  });
  return { total, rows: entries.map(rowOf) };
}

export function domainsOf(registry: Registry) {
  return Object.entries(registry.counters.by_domain).map(([domain, { total }]) => ({
    domain,
    count: total,
  }));
}

function fieldOf(input: SpecInput): InputField {
  return {
    name: input.name,
    description: input.description,
    unit: input.unit,
    quantity: input.quantity,
    range: input.range ?? [null, null],
    isWhole: input.whole === true,
    aliases: input.aliases,
  };
}

export function cardOf(registry: Registry, id: string): OperatorCard | null {
  const entry = registry.get(id);
  if (entry === undefined) return null;
  const spec = specOf(entry);
  const { example } = spec;
  return {
    ...rowOf(entry),
    description: spec.description,
    kind: spec.kind,
    validity: spec.validity ?? "",
    reference: spec.reference,
    result: spec.result,
    inputs: [
      ...spec.required.map(fieldOf),
      ...spec.conditional.map((input) => ({
        ...fieldOf(input),
        description: `${input.description} (${input.when})`,
      })),
      ...spec.assumed.map((input) => ({
        ...fieldOf(input),
        assumed: { value: input.value, reason: input.reason },
      })),
    ],
    constants: spec.constants,
    relations: (spec.relations ?? []).map(({ holds, why }) => `${holds}: ${why}`),
    example:
      "refusal" in example
        ? { inputs: {}, value: null, refusal: example.refusal }
        : { inputs: example.inputs, value: example.value, refusal: null },
  };
}

/** Plans are made once: a slider asks for the same one again and again. */
let lastPlan: { readonly key: string; readonly plan: ChainPlan } | null = null;

function planOf(registry: Registry, ids: readonly string[]): ChainPlan | Answered {
  const chain = ids[0] === MODULATION ? ids : [MODULATION, ...ids];
  const key = chain.join(" ");
  if (lastPlan?.key === key) return lastPlan.plan;
  const plan = planChain(registry, chain);
  if (plan.status === "invalid") return answeredKernel(plan);
  lastPlan = { key, plan };
  return plan;
}

/** Plan and inputs in SI, or what is wrong with them. */
export function settledChain(
  registry: Registry,
  question: Question,
):
  | { readonly plan: ChainPlan; readonly inputs: Numbers; readonly uncertainties: Numbers }
  | Answered {
  const { inputs, operators = [], uncertainties = {} } = withNumbers(question);
  const plan = planOf(registry, operators);
  if (plan.status !== "plan") return plan;
  const read = numbersOf(plan.operators, inputs);
  if (!read.ok) return { status: "bad-input", name: read.name, message: read.message };
  const spreads = numbersOf(plan.operators, uncertainties, true);
  if (!spreads.ok) return { status: "bad-input", name: spreads.name, message: spreads.message };
  const all = withStated(spreads.numbers, read);
  if (!all.ok) return { status: "bad-input", name: all.name, message: all.message };
  return { plan, inputs: read.numbers, uncertainties: all.uncertainties ?? {} };
}

export function evaluateChain(registry: Registry, question: Question): Answered {
  const settled = settledChain(registry, question);
  if ("status" in settled) return settled;
  const { inputs, plan, uncertainties } = settled;
  return answeredKernel(
    compute(plan, {
      inputs,
      ...(Object.keys(uncertainties).length === 0 ? {} : { uncertainties }),
    }),
  );
}

export function chainFields(
  registry: Registry,
  { inputs, operators = [] }: Question,
): InputField[] {
  const seen = new Set<string>();
  const bound = new Set<string>();
  return operators.flatMap((id) => {
    const card = cardOf(registry, id);
    const result = card?.result?.symbol;
    // A result is an input only where something else is sought.
    const wanted = (card?.inputs ?? []).filter(
      ({ name }) =>
        !seen.has(name) && !bound.has(name) && (name !== result || Object.hasOwn(inputs, name)),
    );
    for (const { name } of wanted) seen.add(name);
    if (card?.result !== null && card !== null) bound.add(card.result.symbol);
    return wanted;
  });
}
