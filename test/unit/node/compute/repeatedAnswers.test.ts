/**
 * What seals closed forms, tables and batches keeps no text under an idempotency key. The same
 * request under the key has the same bytes, at once, after a restart and late in the day, and is
 * charged once.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { IDEMPOTENCY_KEPT_CALCONDS } from "../../../../protocol/limits.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { scan } from "../../../../storage/kv/table.js";
import { runs } from "../../../kit/runs.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const COMPUTE = "/api/calc/compute";
/** A row costs three credits, and a demo key spends at most 128 in a day. */
const ROWS_MAX = 42;
const EXAMPLES = builtinRegistry().entries.flatMap(({ id, record: { example } }) =>
  "value" in example ? [{ id, inputs: example.inputs }] : [],
);

interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly prefer: string | null;
  /** Its answer names the request, and is kept as a text. */
  readonly isText?: true;
}

const scale = fc.double({ min: 0.5, max: 2, noNaN: true });
const visibility = fc.constantFrom({}, { visibility: "record" }, { visibility: "shared" });
const prefer = fc.constantFrom(null, "return=minimal", 'fields="value, unit, calcProof"');

/** Of the registry's own examples, scaled. */
const closedForm = fc.tuple(fc.constantFrom(...EXAMPLES), visibility).map(([example, seen]) => ({
  operators: [example.id],
  inputs: example.inputs,
  ...seen,
}));
const newton = fc.tuple(scale, scale, visibility).map(([m, a, seen]) => ({
  operators: ["NM19"],
  inputs: { m, a },
  uncertainties: { m: m / 100 },
  unit: "kN",
  domain: "newtonian_mechanics",
  ...seen,
}));
const computation = fc.oneof(closedForm, newton);
const single = computation.map((body) => ({ path: COMPUTE, body }));
const table = fc
  .tuple(fc.array(scale, { minLength: 2, maxLength: ROWS_MAX }), scale)
  .map(([m, a]) => ({
    path: `${COMPUTE}/table`,
    body: { operators: ["NM19"], columns: { m, a: m.map(() => a) } },
  }));
/** One of a batch has no answer: it lacks an input, and the others are sealed. */
const lacking = fc.constant({ operators: ["NM19"], inputs: { m: 2 } });
const batch = fc
  .tuple(newton, fc.array(fc.oneof(computation, lacking), { maxLength: 6 }))
  .map(([first, others]) => ({
    path: `${COMPUTE}/batch`,
    body: { computations: [...others, first] },
  }));
const problem = newton.map((first) => ({
  path: `${COMPUTE}/batch`,
  body: { computations: [{ operators: ["NONE1"], inputs: {} }, first] },
  isText: true as const,
}));
const words = fc.integer({ min: 1, max: 99 }).map((v) => ({
  path: "/api/calc/auto",
  body: { query: `kinetic energy of a ${v} kg ball at 3 m/s` },
}));
const joined = fc.integer({ min: 1, max: 99 }).map((m) => ({
  path: "/api/calc/derive",
  body: {
    known: [
      { kind: "mass", value: m / 100, unit: "kg" },
      { kind: "height", value: 2, unit: "m" },
      { kind: "spring constant", value: 800, unit: "N/m" },
    ],
    wanted: { kind: "compression", unit: "cm" },
  },
}));
const request = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: single },
      { weight: 2, arbitrary: table },
      { weight: 2, arbitrary: batch },
      problem,
      words,
      joined,
    ),
    prefer,
  )
  .map(([asked, preferred]): Asked => ({ ...asked, prefer: preferred }));

/** One of each path, to be sure that it is drawn, and others. */
const requests = fc
  .tuple(
    single,
    table,
    batch,
    words,
    joined,
    fc.array(prefer, { minLength: 5, maxLength: 5 }),
    fc.array(request, { minLength: 5, maxLength: 5 }),
  )
  .map(([a, b, c, d, e, preferred, others]): readonly Asked[] => [
    ...[a, b, c, d, e].map((one, i): Asked => ({ ...one, prefer: preferred[i]! })),
    ...others,
  ]);

/** Enough for any request. */
const RICH = { credits: { welcome: 100_000 } };

interface Round {
  readonly served: ServedNode;
  /** Of each request: an account of its own. */
  readonly keys: readonly string[];
  readonly asked: readonly Asked[];
}

function send({ keys, served }: Round, { body, path, prefer: form }: Asked, i: number) {
  return served.call("POST", path, {
    key: keys[i]!,
    body,
    headers: { "idempotency-key": `key-${i}`, ...(form === null ? {} : { prefer: form }) },
  });
}

/** All balances, and how many envelopes there are. */
async function booksOf({ served: { node } }: Round): Promise<string> {
  const balances = [];
  for await (const entry of scan(node.store.kv, buckets.balance)) balances.push(entry);
  return JSON.stringify([balances, node.sealer.envelopes]);
}

/** All of it again: the same bytes, and the same books. */
async function expectRepeated(round: Round, first: readonly Reply[]): Promise<void> {
  const books = await booksOf(round);
  for (const [i, asked] of round.asked.entries()) {
    const again = await send(round, asked, i);
    const { headers, status, text } = first[i]!;
    expect(again.text).to.equal(text);
    expect(again.status).to.equal(status);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect(again.headers.get("content-digest")).to.equal(headers.get("content-digest"));
  }
  expect(await booksOf(round)).to.equal(books);
}

describe("node: an answer that can be computed again", () => {
  it("is kept as a place, and has the same bytes under its key, at once, after a restart and late in the day", async () => {
    const sealed = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        const raw = new MemoryStore();
        let served = await serveNode({ raw, config: RICH });
        const keys: string[] = [];
        for (const _ of asked) keys.push(await served.account());
        const round = { served, keys, asked };
        const first: Reply[] = [];
        for (const [i, one] of asked.entries()) {
          const reply = await send(round, one, i);
          first.push(reply);
          expect(reply.headers.get("x-calc-sealed"), reply.text).to.equal("true");
          sealed.add(one.path);
        }
        await expectRepeated(round, first);
        const kept = [];
        for await (const [, answers] of scan(served.node.store.kv, buckets.answers))
          kept.push(...answers.all().map(({ answer }) => "body" in answer));
        const texts = asked.filter(({ isText }) => isText).length;
        expect(kept.filter((isText) => isText)).to.have.length(texts);
        expect(kept).to.have.length(asked.length);
        await served.close();
        served = await serveNode({ raw, created: false });
        served.pass(IDEMPOTENCY_KEPT_CALCONDS - 10);
        await expectRepeated({ served, keys, asked }, first);
        await served.close();
      }),
      // A run takes seconds: what failed is told as it was drawn.
      { numRuns: runs(3, 100), endOnFailure: true },
    );
    expect([...sealed].toSorted()).to.deep.equal(
      [
        "/api/calc/auto",
        COMPUTE,
        `${COMPUTE}/batch`,
        `${COMPUTE}/table`,
        "/api/calc/derive",
      ].toSorted(),
    );
  });
});
