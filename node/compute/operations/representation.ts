/**
 * A sealed answer that was kept as JSON, in another of the media types of its operation: its field
 * is computed again, and sealed no more.
 */
import type { Representing } from "../../../api/http/context.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { cardsByName } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { solverOperations, JOB_FIELDS } from "../../../api/contract/compute/solverOperations.js";
import { computeTable } from "../../../api/contract/compute/table.js";
import type { TableInputs } from "../../../protocol/table/columns.js";
import { tableMedia } from "./tableMedia.js";
import type { SolverService } from "../solvers.js";
import { sealedHeaders, meantJob, type JobFields } from "./solvers.js";

const CARDS: ReadonlyMap<string, SolverCard> = new Map(
  Object.entries<SolverCard>(cardsByName).map(([name, card]) => [
    solverOperations[name as keyof typeof solverOperations].id,
    card,
  ]),
);

/** The members of a sealed answer that say what it was. */
interface Kept {
  readonly receipt_id?: string;
  readonly fields?: readonly { readonly sha256?: string }[];
}

/**
 * @returns null where the operation makes no such type, or its field is another one now: then the
 * solver's version is
 */
export async function representation(
  solvers: Pick<SolverService, "run">,
  { accepted, body, input, operation, signal }: Representing,
): Promise<PreEncoded | null> {
  if (operation === computeTable.id) return tableMedia(input as TableInputs, body, accepted);
  const asked = CARDS.get(operation);
  if (asked === undefined) return null;
  const job = input as JobFields;
  const given = Object.entries(input as JsonObject).filter(([name]) => !JOB_FIELDS.has(name));
  const { body: inputs, card } = meantJob(asked, Object.fromEntries(given), job.domain);
  const outcome = await solvers.run(
    { solver: card.id, body: inputs, mode: "none", media: accepted, field: job.field },
    { caller: "keyed", signal, deadlineMs: job.deadlineMs },
  );
  if (outcome.kind !== "value" || outcome.rendered === null) return null;
  const kept = JSON.parse(body) as Kept;
  const digest = kept.fields?.[job.field]?.sha256;
  if (digest === undefined || outcome.digests[job.field] !== digest) return null;
  return preEncoded({
    body: outcome.rendered,
    contentType: accepted,
    headers: sealedHeaders(kept.receipt_id),
  });
}
