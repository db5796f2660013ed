/**
 * A verdict checked by a stranger, offline: every event is signed, the contributor had committed to
 * what it revealed, and the job computed anew here says who was right.
 */
import * as z from "zod";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import { createVerifier } from "./verifier.js";
import { jobCancelBody, jobOpenBody } from "../events/job.js";
import type { ChallengeOutcome } from "../economy/bond.js";
import type { Crypto, JsonObject } from "../ports.js";
import { outputOf } from "./beacon.js";
import { isBeaconOf, MARKET_BODIES } from "./bodies.js";
import { challengedReveal, faultOfChallenge, ownOutcome, verdictOn } from "./challenge.js";
import { readDraw, type DrawSubject } from "./drawCheck.js";
import { jobOf, noFacts, takeFact, type JobFacts } from "./facts.js";
import { isCommitted } from "./progress.js";

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...MARKET_BODIES,
  "job.open": jobOpenBody,
  "job.cancel": jobCancelBody,
};

const documentSchema = z.looseObject({
  v: z.literal("calc-verdict/1"),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  engine_version: z.string(),
  events: z.array(z.custom<JsonObject>(isObject)).max(1_024),
  inputs: z.custom<JsonObject>(isObject),
});

export interface VerdictCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface CheckedVerdict {
  /** What follows from the evidence; null where it does not hold. */
  readonly outcome: ChallengeOutcome | null;
  /** Whose result was challenged. */
  readonly node: string | null;
  readonly checks: readonly VerdictCheck[];
}

/**
 * @param again the job computed here: sha256 of its result document, or why it cannot be computed
 */
export async function checkVerdict(
  crypto: Crypto,
  held: unknown,
  again: (
    chain: readonly string[],
    inputs: JsonObject,
    engineVersion: string,
  ) => Promise<{ readonly hash: string } | { readonly why: string }>,
): Promise<CheckedVerdict> {
  const checks: VerdictCheck[] = [];
  const note = (name: string, ok: boolean, detail: string): boolean => {
    checks.push({ name, ok, detail });
    return ok;
  };
  const failed = (): CheckedVerdict => ({ outcome: null, node: null, checks });
  const read = documentSchema.safeParse(held);
  if (!note("document", read.success, "a document of calc-verdict/1") || !read.success)
    return failed();
  const { challenge: id, events, net } = read.data;
  const verified = events.map((event) => createVerifier(crypto, net)(event));
  const good = verified.filter((event) => event !== null);
  if (
    !note(
      "signatures",
      good.length === events.length,
      `${good.length} of ${events.length} events are signed by their authors`,
    )
  )
    return failed();
  const challenged = good.find((event) => event.id === id);
  const job = challenged === undefined ? null : jobOf(challenged.kind, id, challenged.body);
  if (!note("challenge", job !== null, "the challenge is among them") || job === null)
    return failed();
  const facts = noFacts(job);
  for (const event of good) {
    const body = SCHEMAS[event.kind]?.safeParse(event.body);
    if (body?.success !== true || jobOf(event.kind, event.id, event.body) !== job) continue;
    if (
      event.kind === "work.beacon" &&
      !isBeaconOf(crypto, net, event.author, MARKET_BODIES["work.beacon"].parse(event.body))
    )
      continue;
    takeFact(facts, event.kind, { ...event, body: body.data });
  }
  const said = facts.challenges.get(id);
  const { open } = facts;
  if (
    !note("job", open !== null && said !== undefined, "the job is opened by its asker") ||
    open === null ||
    said === undefined
  )
    return failed();
  const { inputs } = read.data;
  const isAsked = crypto.sha256Hex(canonicalize(inputs)) === open.body.inputs_hash;
  if (!note("inputs", isAsked, "the inputs are those of the job")) return failed();
  const reveal = challengedReveal(facts, said);
  const fault = faultOfChallenge(facts, said);
  if (!note("reveal", fault === null, fault ?? "the challenge names a result of the job"))
    return failed();
  const hasCommitted = isCommitted(crypto, facts, reveal!);
  if (!note("commitment", hasCommitted, "the contributor had committed to it")) return failed();
  for (const [what, subject] of [
    ["draw of the job", { about: job, calcond: open.calcond }],
    ["draw of the challenge", { about: id, calcond: said.calcond }],
  ] as const) {
    const check = drawCheck(crypto, net, facts, subject);
    if (check !== null) note(what, check.ok, check.detail);
  }
  const recomputed = await again(open.body.chain, inputs, open.body.engine_version);
  if ("why" in recomputed) {
    note("computed again", false, recomputed.why);
    return failed();
  }
  const outcome = ownOutcome(facts, said, recomputed.hash);
  note("computed again", outcome !== null, `the result here is ${recomputed.hash}`);
  const verdict = verdictOn(facts, id);
  note(
    "verdict",
    verdict === null || verdict.body.outcome === outcome,
    verdict === null ? "no drawn node has answered" : `the drawn node says ${verdict.body.outcome}`,
  );
  return { outcome, node: reveal!.author, checks };
}

/** Whether the order in which nodes were called follows from the words that made the beacon. */
function drawCheck(
  crypto: Crypto,
  net: string,
  facts: JobFacts,
  subject: DrawSubject,
): { readonly ok: boolean; readonly detail: string } | null {
  const reading = readDraw(crypto, facts, subject, null, ({ author, body }) =>
    outputOf(author, net, body),
  );
  if (reading === null) return null;
  const { by, fault, kind } = reading;
  if (fault !== null) return { ok: false, detail: fault };
  const detail =
    kind === "quorum"
      ? `it follows from the words of ${by.length} witnesses: ${by.join(", ")}`
      : `it follows from the word of one node, who could have made several: ${by.join(", ")}`;
  return { ok: true, detail };
}
