/** Jobs of the mesh as people read them in a terminal: how far they are, who computed what, and the receipts. */
import { fieldsIn, textsIn, type Fields } from "./fields.js";
import { NOTHING, text } from "./labelled.js";
import { numberText } from "./numberText.js";
import { tableLines, wrapped } from "./table.js";

const INDENT = "  ";
/** Of a node's key: as many digits as tell nodes of one job apart. */
const KEY_DIGITS = 8;
const JOB_ID = /^job_[0-9a-f]{16}$/;

/** Null for an answer that is no job, or list of jobs. */
export function jobLines(answer: Fields, columns: number): readonly string[] | null {
  if (Array.isArray(answer["jobs"])) {
    const jobs = fieldsIn(answer["jobs"]);
    return jobs.length > 0 && jobs.every(isJob) ? listLines(jobs, answer, columns) : null;
  }
  return isJob(answer) && Array.isArray(answer["shards"]) ? oneJob(answer, columns) : null;
}

function isJob({ chain, id }: Fields): boolean {
  return typeof id === "string" && JOB_ID.test(id) && Array.isArray(chain);
}

function listLines(jobs: readonly Fields[], { total }: Fields, columns: number): string[] {
  const rows = jobs.map(({ chain, class: kind, ended, id, k, locked, parts, spent, state }) => [
    text(id),
    text(state),
    textsIn(chain).join(" "),
    kind === "economy" ? "economy" : `${text(k)} equal`,
    `${text(ended)}/${text(parts)}`,
    text(locked),
    text(spent),
  ]);
  const head = ["id", "state", "chain", "results", "parts", "locked", "spent"];
  return [...tableLines([head, ...rows], columns), `${text(total)} in all`];
}

function oneJob(job: Fields, columns: number): string[] {
  const { chain, class: kind, deadline, ended, id, k, parts, state, unit, value } = job;
  const shards = fieldsIn(job["shards"]);
  const results =
    kind === "economy" ? "one trusted result, or two equal" : `${text(k)} equal results`;
  const whole = `${text(ended)} of ${text(parts)} parts ended`;
  return [
    `${text(id)}  ${text(state)}  ${textsIn(chain).join(" ")}`,
    ...(typeof value === "number" ? [`${numberText(value)} ${text(unit)}`] : []),
    `${results} until calcond ${text(deadline)}; ${whole}`,
    `credits: ${text(job["spent"])} spent, ${text(job["locked"])} set aside, ${text(job["returned"])} came back`,
    "",
    ...tableLines(
      [
        ["part", "rows", "phase", "standing", "drawn by", "computed by (+ equal, ! other)"],
        ...shards.map((shard, at) => [
          String(at),
          text(shard["rows"]),
          shard["wrong"] === true ? `${text(shard["phase"])}, WRONG` : text(shard["phase"]),
          text(shard["standing"]),
          drawnBy(shard["beacon"]),
          fieldsIn(shard["nodes"]).map(nodeText).join(" ") || NOTHING,
        ]),
      ],
      columns,
    ),
    ...aloneLines(shards, columns),
    ...shards.flatMap(({ why }, at) =>
      typeof why === "string" ? wrapped(`part ${at}: ${why}`, columns) : [],
    ),
    ...receiptLines(shards),
  ];
}

/** Results for which nobody vouches but nodes that have agreed with each other alone. */
function aloneLines(shards: readonly Fields[], columns: number): string[] {
  const alone = shards.flatMap(({ others }, at) => (others === 0 ? [String(at)] : []));
  if (alone.length === 0) return [];
  const parts = `${alone.length === 1 ? "part" : "parts"} ${alone.join(", ")}`;
  return wrapped(
    `${parts}: nobody has ever agreed with these nodes but they with each other, ` +
      "and this node has not computed any result of theirs itself",
    columns,
  );
}

/** By whose words the nodes were drawn. */
function drawnBy(beacon: unknown): string {
  const [said] = fieldsIn([beacon]);
  if (said === undefined) return NOTHING;
  if (typeof said["fault"] === "string") return "NOT AS SAID";
  const words = textsIn(said["by"]).length;
  return said["kind"] === "quorum" ? `${words} witnesses` : "one node";
}

function nodeText({ agrees, node, stage, withheld }: Fields): string {
  const key = text(node).slice(0, KEY_DIGITS);
  const lost = withheld === true ? " (bond lost)" : "";
  if (stage !== "revealed") return `${key} ${text(stage)}${lost}`;
  return `${agrees === true ? "+" : agrees === false ? "!" : ""}${key}${lost}`;
}

/** What anybody can fetch and check, whole. */
function receiptLines(shards: readonly Fields[]): string[] {
  const rows = shards.flatMap(({ nodes }, at) =>
    fieldsIn(nodes)
      .filter(({ token }) => typeof token === "string")
      .map(({ credits, node, standing, token }) => [
        INDENT + String(at),
        text(node).slice(0, KEY_DIGITS),
        text(credits),
        text(standing),
        text(token),
      ]),
  );
  if (rows.length === 0) return [];
  return ["", ...tableLines([[`${INDENT}part`, "node", "paid", "standing", "receipt"], ...rows])];
}
