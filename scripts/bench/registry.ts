/** The registry: loading it, reading its equations, searching it and evaluating all of it. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compute } from "../../protocol/chains/compute.js";
import { planChain } from "../../protocol/chains/plan.js";
import { parseStatement } from "../../protocol/equations/index.js";
import { libraries } from "../../protocol/libraries/catalogue.js";
import { DOMAINS } from "../records/operators/domains.js";
import { builtinRegistry, registryOf } from "../../protocol/operators/index.js";
import { benchPackage } from "./packages.js";
import { median, type Row } from "./report.js";

const ROUNDS = 5;
const US_PER_MS = 1_000;
const BYTES_PER_MB = 1_000_000;
/** What people type: names, words, units, symbols, an id, a slip of the pen. */
const QUERIES = [
  "gravitation",
  "kinetic energy",
  "J/(kg K)",
  "reynolds",
  "heat transfer coefficient",
  "nm21",
  "quantum tunneling barrier",
  "stres concentration",
  "half life",
  "wavelength",
  "m_1",
  "capacitor energy",
  "orbital period",
  "rate",
  "a",
] as const;
/** Found, misspelt, nowhere at all, and as long as a query may be. */
const LIBRARY_QUERIES = [
  "solve sparse linear systems in Rust",
  "kalmann filtr",
  "xylophone zither",
  "satisfiabilty quadrture optimizaton electromagnatic differentail peridynmics thermodynamcs",
  "stiff differential equations with events ".repeat(10).slice(0, 400),
] as const;

interface Loaded {
  readonly ms: number;
  readonly bytes: number;
}

/** In a process of its own, so that nothing is loaded before. */
function loadOf(what: string): Loaded {
  const script = fileURLToPath(new URL("./registryLoad.js", import.meta.url));
  const text = execFileSync(process.execPath, ["--expose-gc", script, what], { encoding: "utf8" });
  const read: unknown = JSON.parse(text);
  if (typeof read !== "object" || read === null || !("ms" in read) || !("bytes" in read)) {
    throw new Error(`${what}: no figures in ${text}`);
  }
  return { ms: Number(read.ms), bytes: Number(read.bytes) };
}

function elapsed(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

interface Text {
  readonly equation: string;
  readonly declared: ReadonlySet<string>;
}

function texts(): readonly Text[] {
  return builtinRegistry().entries.map(({ record }) => ({
    equation: record.form ?? record.equation,
    declared: new Set(Object.keys(record.symbols)),
  }));
}

/** Whether the peer reads it too: it knows no relations but `=`, no indices and no bra-kets. */
function peerReads(parse: (text: string) => unknown, { equation }: Text): boolean {
  try {
    parse(equation);
    return true;
  } catch {
    return false;
  }
}

function searchMs(): number {
  const registry = builtinRegistry();
  registry.prepareSearch();
  return slowestMs(QUERIES, (query) => registry.search(query, { limit: 20 }));
}

/** Median of some runs of the slowest query. */
function slowestMs(queries: readonly string[], search: (query: string) => void): number {
  return Math.max(
    ...queries.map((query) =>
      median(Array.from({ length: ROUNDS }, () => elapsed(() => search(query)))),
    ),
  );
}

/** Compiling every equation included: a registry that was never asked before. */
function corpusMs(): number {
  const fresh = registryOf(DOMAINS.flat(), () => "");
  return elapsed(() => {
    for (const { record } of fresh.entries) {
      const plan = planChain(fresh, [record.id]);
      if (plan.status === "invalid") throw new Error(plan.message);
      compute(plan, { inputs: "inputs" in record.example ? record.example.inputs : {} });
    }
  });
}

export async function benchRegistry(): Promise<readonly Row[]> {
  const { parse } = await benchPackage("mathjs");
  const loads = Array.from(
    { length: ROUNDS },
    () => [loadOf("registry"), loadOf("mathjs")] as const,
  );
  const ours = median(loads.map(([own]) => own.ms));
  const theirs = median(loads.map(([, peer]) => peer.ms));
  const equations = texts();
  const shared = equations.filter((text) => peerReads(parse, text));
  const all: number[] = [];
  const both: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    all.push(
      elapsed(() => {
        for (const one of equations) parseStatement(one.equation, one);
      }),
    );
    both.push(
      elapsed(() => {
        for (const one of shared) parseStatement(one.equation, one);
      }),
    );
    peer.push(
      elapsed(() => {
        for (const one of shared) parse(one.equation);
      }),
    );
  }
  const corpus = Array.from({ length: ROUNDS }, corpusMs);
  return [
    {
      name: `load of ${equations.length} operators, fresh process`,
      value: ours,
      unit: "ms",
      target: "at most 150",
    },
    { name: "mathjs, load, fresh process", value: theirs, unit: "ms" },
    { name: "mathjs / calcmesh", value: theirs / ours, unit: "ratio" },
    {
      name: "heap of the loaded registry",
      unit: "MB",
      target: "at most 20",
      value: median(loads.map(([own]) => own.bytes)) / BYTES_PER_MB,
    },
    {
      name: "parse, mean of all equations",
      unit: "us",
      target: "at most 30",
      value: (median(all) * US_PER_MS) / equations.length,
    },
    {
      name: `mathjs parse / ours, ${shared.length} equations both read`,
      unit: "ratio",
      value: median(peer) / median(both),
    },
    {
      name: `search, slowest of ${QUERIES.length} queries`,
      value: searchMs(),
      unit: "ms",
      target: "at most 5",
    },
    {
      name: `search of ${libraries.file.libraries.length} libraries, slowest of ${LIBRARY_QUERIES.length}`,
      value: slowestMs(LIBRARY_QUERIES, (query) => libraries.find(query)),
      unit: "ms",
      target: "at most 5",
    },
    {
      name: "whole corpus compiled and evaluated",
      value: median(corpus),
      unit: "ms",
      target: "at most 2000",
    },
  ];
}
