/** `calc sweep --mesh`: the rows as one job of the mesh, priced first, in parts, and shown as one. */
import { setTimeout as delay } from "node:timers/promises";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { keyOption } from "../../../api/cli/derivedVerb.js";
import type { Session } from "../../../api/cli/session.js";
import type { ApiClient, Outcome } from "../../../api/client/client.js";
import type { OutputOf, RequestOf } from "../../../api/contract/definition/operation.js";
import type { nodeOperations } from "../../../api/contract/index.js";
import { TABLE_ROWS_MAX } from "../../../protocol/limits.js";
import type { Table } from "../../../protocol/table/columns.js";
import { interruptible } from "../interrupt.js";
import { progressOf } from "../progress.js";

type Asked = RequestOf<typeof nodeOperations.computeTable>;
type Answer = OutputOf<typeof nodeOperations.computeTable>;
type JobAsked = RequestOf<typeof nodeOperations.jobOpen>;
type JobResult = OutputOf<typeof nodeOperations.jobResult>;
type Job = OutputOf<typeof nodeOperations.jobGet>;

export interface MeshOptions {
  readonly mesh?: boolean;
  readonly economy?: boolean;
  readonly k?: string;
  readonly price?: boolean;
  readonly rows?: boolean;
  readonly idempotencyKey?: string;
}

const CALCOND_MS = 777;

/** What the mesh is asked for. @throws CliError for what a job cannot be */
export function jobAsked(asked: Asked, table: Table, options: MeshOptions): JobAsked {
  const { columns, domain, grid, inputs, operators, solver, uncertainties, visibility } = asked;
  if (options.rows === true) throw usage("--rows does not go with --mesh: rows come by parts");
  if (domain !== undefined || visibility !== undefined)
    throw usage("--visibility does not go with --mesh: receipts of jobs are shared");
  if (table.count > TABLE_ROWS_MAX)
    throw usage(
      `a job of the mesh has at most ${TABLE_ROWS_MAX} rows, and these are ${table.count}`,
    );
  if (options.economy === true && options.k !== undefined)
    throw usage("--k goes with nodes that have to agree: leave --economy out");
  return {
    ...(operators === undefined ? {} : { operators }),
    ...(solver === undefined ? {} : { solver }),
    ...(inputs === undefined ? {} : { inputs: { ...inputs } }),
    columns: { ...columns },
    ...(grid === undefined ? {} : { grid }),
    ...(uncertainties === undefined ? {} : { uncertainties: { ...uncertainties } }),
    ...(options.economy === true ? { class: "economy" as const } : {}),
    ...(options.k === undefined ? {} : { k: replicasIn(options.k) }),
  };
}

function replicasIn(text: string): number {
  const k = Number(text);
  if (!Number.isSafeInteger(k)) throw usage(`--k is a whole number, not ${text}`);
  return k;
}

/**
 * Prices, opens and awaits a job; an interruption cancels it.
 * @param waitMs between two looks at it
 */
export async function onMesh(
  session: Session,
  client: ApiClient,
  asked: JobAsked,
  options: MeshOptions,
  waitMs = CALCOND_MS,
): Promise<Outcome<Answer>> {
  const priced = await client.jobPrice(asked);
  if (priced.kind !== "result") return unchanged(priced);
  const { contributors, locked, parts, results } = priced.value;
  if (contributors < results)
    throw new CliError(
      "NOT_READY",
      EXIT.refused,
      `${contributors} nodes of the mesh offer work, and ${results} are needed: nothing was locked`,
      "Wait for more nodes, or leave --mesh out to compute it on this one.",
    );
  const opened = await client.jobOpen(asked, keyOption(options));
  if (opened.kind !== "result") return unchanged(opened);
  const { id } = opened.value;
  say(session, `${id}: ${locked} credits set aside at most, ${parts} parts`);
  const job = await interruptible((signal) => awaited(session, client, id, { signal, waitMs }));
  if (job.kind !== "result") return unchanged(job);
  const outcome = await client.jobResult({ id });
  if (outcome.kind !== "result") return unchanged(outcome);
  const { ended, returned, spent, state } = job.value;
  say(session, `${id}: ${state}, ${ended} of ${parts} parts, ${returned} credits came back`);
  const value = answerOf(outcome.value, job.value, spent);
  const text = JSON.stringify(value);
  const { headers, status } = outcome;
  return value.value === null
    ? { kind: "refusal", status, value, text, headers }
    : { kind: "result", status, value, text, headers };
}

function say({ modules, options }: Session, text: string): void {
  if (options.quiet !== true) modules.err(`${text}\n`);
}

/** An outcome that holds no table: a problem. */
function unchanged(outcome: Outcome<unknown>): Outcome<Answer> {
  if (outcome.kind === "problem") return outcome;
  throw new TypeError("a job was answered with a refusal");
}

async function awaited(
  session: Session,
  client: ApiClient,
  id: string,
  { signal, waitMs }: { readonly signal: AbortSignal; readonly waitMs: number },
): Promise<Outcome<Job>> {
  const progress = progressOf(session);
  try {
    for (;;) {
      const outcome = await client.jobGet({ id }, { signal });
      if (outcome.kind !== "result" || outcome.value.state !== "open") return outcome;
      progress.tell(progressText(outcome.value));
      await delay(waitMs, undefined, { signal });
    }
  } catch (error) {
    // Parts to which a node has committed are paid all the same.
    if (signal.aborted) await client.jobCancel({ id });
    throw error;
  } finally {
    progress.end();
  }
}

function progressText({ ended, parts, shards }: Job): string {
  const working = shards.flatMap(({ nodes, phase }) =>
    phase === "called" || phase === "revealing"
      ? nodes.filter(({ stage }) => stage === "claimed")
      : [],
  );
  return `${ended} of ${parts} parts, ${working.length} being computed`;
}

/** The result of a job in the shape of a table that was computed here. */
function answerOf(result: JobResult, { chain }: Job, credits: number): Answer {
  const { parts, receipts, refused, unit } = result;
  const values = result.values ?? [];
  const uncertainties = result.uncertainties ?? [];
  const first = values.findIndex((value) => value !== null);
  const missing = parts.flatMap(({ from, rows, state, why }) =>
    state === "done"
      ? []
      : [
          {
            kind: state,
            message: why ?? state,
            rows: Array.from({ length: rows ?? 1 }, (_, row) => from + row),
          },
        ],
  );
  return {
    value: values[first] ?? null,
    unit,
    uncertainty: uncertainties[first] ?? null,
    operator_id: chain.at(-1) ?? "",
    operatorChain: chain,
    credits,
    receipts,
    rows_count: values.length,
    rows: {
      answered: values.filter((value) => value !== null).length,
      values,
      uncertainties,
      refused: [...refused, ...missing],
    },
  };
}
