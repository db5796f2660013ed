/**
 * What the benchmarks measure against. Nothing else needs these packages, so they have a
 * `package.json` of their own here; the types are those of what is called.
 */
interface MathNode {
  readonly name?: unknown;
  compile(): MathExpression;
  transform(replace: (node: MathNode) => MathNode): MathNode;
  toString(): string;
}

interface MathExpression {
  evaluate(scope: object): unknown;
}

export interface MathUnit {
  toNumber(unit: string): number;
}

interface MathJs {
  readonly ConstantNode: new (value: number) => MathNode;
  readonly compile: (text: string) => MathExpression;
  readonly parse: (text: string) => MathNode;
  readonly unit: (value: number, unit: string) => MathUnit;
}

interface Fastify {
  readonly server: { address(): unknown };
  post(
    path: string,
    answer: (request: { readonly body: unknown }, reply: { send(answer: object): unknown }) => void,
  ): unknown;
  listen(at: { readonly host: string; readonly port: number }): Promise<unknown>;
}

/** One that has what the benchmark counts in its context. */
export interface XStateSnapshot {
  readonly value: unknown;
  readonly context: { readonly n: number };
}

interface XState {
  readonly assign: (context: object) => unknown;
  readonly setup: (options: object) => { createMachine(machine: object): object };
  readonly initialTransition: (machine: object) => readonly [XStateSnapshot, ...unknown[]];
  readonly transition: (
    machine: object,
    from: XStateSnapshot,
    event: object,
  ) => readonly [XStateSnapshot, ...unknown[]];
}

export interface RulesEngine {
  addRule(rule: object): unknown;
  run(facts: object): Promise<{ readonly events: readonly { readonly type: string }[] }>;
}

interface AutocannonRequest {
  readonly headers?: object;
}

interface AutocannonResult {
  readonly requests: { readonly average: number; readonly total: number };
  readonly non2xx: number;
  readonly errors: number;
  readonly timeouts: number;
}

interface AutocannonOptions {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly headers: object;
  readonly method: "GET" | "POST";
  readonly body?: string;
  readonly requests?: readonly {
    readonly setupRequest: (request: AutocannonRequest) => AutocannonRequest;
  }[];
}

interface Packages {
  readonly autocannon: {
    readonly default: (options: AutocannonOptions) => Promise<AutocannonResult>;
  };
  readonly fastify: { readonly default: (options: object) => Fastify };
  readonly "json-rules-engine": { readonly Engine: new () => RulesEngine };
  readonly mathjs: MathJs;
  readonly xstate: XState;
}

const LOADER = new URL("../../../scripts/bench/packages.mjs", import.meta.url).href;

/** @throws Error that says what installs the package */
export async function benchPackage<Name extends keyof Packages>(
  name: Name,
): Promise<Packages[Name]> {
  const { load } = (await import(LOADER)) as {
    readonly load: (name: Name) => Promise<Packages[Name]>;
  };
  try {
    return await load(name);
  } catch (error) {
    throw new Error(`${name} is not installed: npm ci --prefix scripts/bench`, { cause: error });
  }
}
