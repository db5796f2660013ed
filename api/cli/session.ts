/** What a verb works with: its options, what is around it, and how it says what came of it. */
import type { Command } from "commander";
import { isObject } from "../../protocol/encoding/json.js";
import { errorEntry, isErrorCode } from "../../protocol/errors/index.js";
import type { ApiClient, Outcome } from "../client/client.js";
import { nearestName } from "../../protocol/search/nearest.js";
import { brokeOff, OutcomeUnknown } from "../client/broken.js";
import type { ChainReader } from "./arguments.js";
import { CliError, EXIT, exitOf } from "./exitCodes.js";
import { exitOfAnswer, statedVerdict, verdictWord } from "./verdicts.js";
import { fieldAt, memberLines, render, type View } from "./render.js";

/** Options every verb takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly field?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly plot?: boolean;
  readonly color?: string;
  readonly url?: string;
  readonly dataDir?: string;
}

export interface CliModules {
  /** The daemon's client, found by the options. @throws CliError when there is none to be found. */
  client(options: GlobalOptions): Promise<ApiClient>;
  /**
   * Text of a file. @param bytesMax a larger file is refused before it is read. @throws CliError
   * for one, for one that cannot be read, and for malformed UTF-8
   */
  readFile(path: string, bytesMax?: number): Promise<string>;
  /** The same of standard input, which is given up at the byte that is too many. */
  readStdin(bytesMax?: number): Promise<string>;
  /** @param lost called where standard output takes no more and the text may not have arrived */
  out(text: string, lost?: () => void): void;
  err(text: string): void;
  /**
   * Reads ids and units by the operators that ship with the program; without it they are taken as
   * they are.
   */
  readonly chain?: () => Promise<ChainReader>;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether the terminal shows colours, and its user wants them. */
  readonly isColoured?: boolean;
  /** Characters of its lines. */
  readonly columns?: number;
  /** Asks the user at the terminal, and waits for a line; null without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | null;
}

/** What a verb works with. */
export interface Session {
  readonly options: GlobalOptions;
  readonly modules: CliModules;
  /** Whether output has colours: asked for, or fit for where it goes. */
  readonly isColoured: boolean;
  /** Prints a result under `--json`, `--field` and `-q`. @param lost as that of `out` */
  print(value: unknown, lost?: () => void): void;
  /** Prints a client's answer. @param offset of a list's first item @returns the exit code. */
  show(outcome: Outcome<unknown>, verdict?: boolean, offset?: number): number;
}

export type Run = (
  command: Command,
  action: (session: Session) => Promise<number>,
) => Promise<void>;

/** A verb that is loaded when it is asked for. */
export interface LazyVerb {
  /** Words that it registers, in order. */
  readonly names: readonly string[];
  /** Where help lists them, unless by their names. */
  readonly group?: string;
  readonly load: () => Promise<readonly Verb[]>;
}

export interface Verb {
  /**
   * Adds a command whose action ends in `run(command, ...)`, which maps what it throws to an exit
   * code.
   */
  register(program: Command, run: Run): void;
}

export const KEY_FLAG = "--idempotency-key";
const SERVER_ERROR = 500;

/** What to do about a problem where there is a command line to do it with. */
const NEXT_HERE: Readonly<Record<string, string>> = {
  UNKNOWN_OPERATOR: "Use one of the nearest ids, or search by words: calc operators gravitation.",
  INSUFFICIENT_INPUTS: "Give one of the combinations; the verb's --help tells units and ranges.",
  INVALID_BODY: "",
  FORBIDDEN:
    "Take an account that may: --url ADDRESS takes the one that calc account new made there, CALC_TOKEN any.",
  NOT_FOUND: "Check the id; a list tells yours, as calc machine list does.",
};

export class CliSession implements Session {
  readonly options: GlobalOptions;
  readonly modules: CliModules;
  readonly #verb: string;

  /** @param verb as it is typed, for what points to its help */
  constructor(options: GlobalOptions, modules: CliModules, verb = "calc") {
    this.options = options;
    this.modules = modules;
    this.#verb = verb;
  }

  get isColoured(): boolean {
    const { color = "auto" } = this.options;
    return color === "auto" ? this.modules.isColoured === true : color === "always";
  }

  get #view(): View {
    const { plot = false, verbose = false } = this.options;
    const { columns } = this.modules;
    return {
      isVerbose: verbose,
      isPlotted: plot,
      isColoured: this.isColoured,
      ...(columns === undefined ? {} : { columns }),
    };
  }

  print(value: unknown, lost?: () => void): void {
    this.#print(value, this.#view, lost);
  }

  #print(value: unknown, view: View, lost?: () => void): void {
    const { field, json, quiet } = this.options;
    const shown = field === undefined ? value : fieldAt(value, field);
    if (field !== undefined && shown === undefined) {
      throw new CliError(
        "NOT_FOUND",
        EXIT.notFound,
        `the answer has no field ${field}${nearestField(value, field)}`,
        "Look at the whole answer with --json.",
      );
    }
    if (quiet === true) return;
    if (json === true) this.modules.out(`${JSON.stringify(shown)}\n`, lost);
    else
      this.modules.out(
        `${typeof shown === "string" ? shown.replace(/\n$/, "") : render(shown, view)}\n`,
        lost,
      );
  }

  show(outcome: Outcome<unknown>, verdict = false, offset = 0): number {
    if (outcome.kind === "problem") return this.#problem(outcome.problem, outcome.idempotencyKey);
    const { value, text, headers } = outcome;
    const isJson = (headers.get("content-type") ?? "").startsWith("application/json");
    const { field, json, quiet } = this.options;
    const stated = verdict ? statedVerdict(value) : null;
    if (stated !== null && json !== true && field === undefined && quiet !== true)
      this.modules.out(`${verdictWord(stated, this.isColoured)}\n`);
    this.#print(isJson ? value : text, { ...this.#view, offset });
    if (outcome.kind === "refusal") return EXIT.refused;
    const unsealed = isObject(value) ? value["unsealed_reason"] : undefined;
    if (typeof unsealed === "string") return this.#unsealed(unsealed);
    return verdict ? exitOfAnswer(value) : EXIT.ok;
  }

  /** The value stands above; that nobody can prove it is no success. */
  #unsealed(reason: string): number {
    const { json, quiet } = this.options;
    if (json !== true && quiet !== true)
      this.modules.err(
        `NOT_SEALED: the value has no receipt, and nothing was charged: ${reason}\nnext: Ask again ` +
          "when the node can seal: calc ready names what is in its way.\n",
      );
    return EXIT.unexpected;
  }

  /**
   * Says what went wrong, why, what to do, and under which id.
   * @param takesKey the verb can be told an idempotency key
   * @returns the exit code.
   */
  fail(error: unknown, takesKey = false): number {
    if (error instanceof CliError) {
      this.#complain({
        ...error.members,
        code: error.code,
        detail: error.message,
        next: error.next,
        exit: error.exit,
      });
      return error.exit;
    }
    if (error instanceof OutcomeUnknown) {
      const { idempotencyKey: key, message } = error;
      this.#complain({
        code: "NO_ANSWER",
        detail: message,
        exit: EXIT.unreachable,
        idempotency_key: key,
        next: takesKey
          ? `Repeat the command with ${KEY_FLAG} ${key}: what was done is answered again, and not done twice.`
          : "Look whether it was done before it is done again.",
      });
      return EXIT.unreachable;
    }
    if (isNetworkFailure(error)) {
      // Without a cause nothing says that anybody was there.
      const [detail, next] =
        brokeOff(error) && error.cause !== undefined
          ? [
              "the connection broke off before the answer",
              "Try again; the daemon's log may say why.",
            ]
          : [
              `no daemon answers${this.options.url === undefined ? "" : ` at ${this.options.url}`}`,
              "Start one with `calc daemon`, or name one with --url.",
            ];
      this.#complain({ code: "UNREACHABLE", detail, next, exit: EXIT.unreachable });
      return EXIT.unreachable;
    }
    const detail = error instanceof Error ? error.message : String(error);
    this.#complain({
      code: "INTERNAL",
      detail,
      next: "Report this with the command that led to it.",
      exit: EXIT.unexpected,
    });
    return EXIT.unexpected;
  }

  #problem(
    problem: {
      readonly code: string;
      readonly detail: string;
      readonly request_id: string;
      readonly status: number;
      readonly next?: unknown;
      readonly remedy?: unknown;
    },
    key: string | undefined,
  ): number {
    const exit = exitOf(problem.code);
    // What the node says of this very call is better than what the table says of the code.
    const remedy = isErrorCode(problem.code) ? errorEntry(problem.code).remedy : "Read the detail.";
    const here = Object.hasOwn(NEXT_HERE, problem.code) ? NEXT_HERE[problem.code] : undefined;
    const said = [problem.next, here, problem.remedy].find((text) => typeof text === "string");
    const next = typeof said === "string" ? said : remedy;
    // What failed at the node, or is still running there, may still happen.
    const mayBeDone =
      key !== undefined &&
      (problem.status >= SERVER_ERROR || problem.code === "IDEMPOTENCY_IN_PROGRESS");
    this.#complain({ ...problem, next, exit, ...(mayBeDone ? { idempotency_key: key } : {}) });
    return exit;
  }

  /** @param next empty: the verb's help is next */
  #complain({
    next,
    ...said
  }: {
    readonly code: string;
    readonly detail: string;
    readonly next: string;
    readonly exit: number;
    readonly request_id?: string;
    readonly idempotency_key?: string;
  }): void {
    const problem = {
      ...said,
      next: next === "" ? `${this.#verb} --help tells what it takes.` : next,
    };
    if (this.options.json === true) {
      this.modules.out(`${JSON.stringify(problem)}\n`);
      return;
    }
    const { code, detail, request_id: id = "" } = problem;
    this.modules.err(
      [
        `${code}: ${detail}`,
        ...memberLines(problem),
        `next: ${problem.next}`,
        ...(id === "" ? [] : [`request: ${id}`]),
        "",
      ].join("\n"),
    );
  }
}

/** The member that a misspelt path may mean, beside those that its beginning leads to. */
function nearestField(value: unknown, path: string): string {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  const holder = parts.length === 0 ? value : fieldAt(value, parts.join("."));
  const nearest = isObject(holder) ? nearestName(last, Object.keys(holder)) : null;
  return nearest === null ? "" : `; did you mean ${[...parts, nearest].join(".")}?`;
}

/** What `fetch` throws when nobody answers. */
export function isNetworkFailure(error: unknown): error is TypeError {
  return (
    error instanceof TypeError && (error.message === "fetch failed" || error.cause !== undefined)
  );
}
