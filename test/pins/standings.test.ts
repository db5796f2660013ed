/**
 * How surely something stays, in every answer that has an age: whoever names a receipt or an event
 * and says when it was made says whether it is sealed, witnessed or final, or is listed here.
 */
import { expect } from "chai";
import * as z from "zod";
import { operations } from "../../api/contract/index.js";

const NAMED =
  /^(receipt_id|receiptId|token_id|tokenId|event|author|sig|header|burn|receipt|token)$/;

/** Places of an answer, by operation. */
const WITHOUT: Readonly<Record<string, string>> = {
  "streamTick .":
    "sealed for this very answer: kept under its key, a later standing would be false",
  "contractFire .":
    "sealed for this very answer: kept under its key, a later standing would be false",
  "contractFirings .firings[]":
    "a row of a contract's log: its receipt, which is named, says how surely it stays",
  "contractDryRun .trace[]": "nothing is sealed: its calcond is that of the trial",
  "streamLatest .": "the body is what a template made of a tick: x-calc-standing says it beside it",
  "streamPull .": "the body is what a template made of a tick: x-calc-standing says it beside it",
  "identitySession .":
    "its token is the key of a session, and its calcond when that ends: no event",
  "streamLink .": "its signature is of a link, and its calcond when that ends: no event",
};

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly additionalProperties?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

/** Objects of an answer with the names of their members, by their paths. */
function* objectsIn(shape: Shape | undefined, path = "."): Generator<readonly [string, string[]]> {
  if (typeof shape !== "object" || shape === null) return;
  const { additionalProperties, allOf, anyOf, items, oneOf, properties } = shape;
  if (properties !== undefined) {
    yield [path, Object.keys(properties)];
    for (const [name, inner] of Object.entries(properties))
      yield* objectsIn(inner, path === "." ? `.${name}` : `${path}.${name}`);
  }
  for (const inner of [additionalProperties]) yield* objectsIn(inner, `${path}[]`);
  if (items !== undefined) yield* objectsIn(items, `${path}[]`);
  for (const inner of [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])])
    yield* objectsIn(inner, path);
}

/** What a computation answers is sealed in that moment. */
const isFresh = (members: readonly string[]): boolean => members.includes("calcond_receipt");

describe("pins: standing", () => {
  const found = new Set<string>();
  const listed = new Set<string>();
  for (const [name, { output }] of Object.entries(operations)) {
    // zod's own type of a JSON schema has more members than are read here.
    // eslint-disable-next-line typescript/no-unsafe-type-assertion
    const shape = z.toJSONSchema(output, { unrepresentable: "any" }) as Shape;
    for (const [path, members] of objectsIn(shape)) {
      if (!members.some((one) => NAMED.test(one))) continue;
      if (!members.some((one) => /calcond|standing/i.test(one))) continue;
      if (members.some((one) => /standing/i.test(one))) listed.add(`${name} ${path}`);
      else if (!isFresh(members) || name.startsWith("stream")) found.add(`${name} ${path}`);
    }
  }

  it("is told in every answer that has an age, or the answer is one of those listed", () => {
    expect([...found].sort()).to.deep.equal(Object.keys(WITHOUT).sort());
  });

  it("is told of events of the mesh, and of receipts in rows and lists", () => {
    expect([...listed].sort()).to.deep.equal([
      "jobGet .shards[].nodes[]",
      "reactorNext .",
      "reactorTrajectory .rows[]",
      "stateAudit .rows[]",
      "stateEvent .row",
      "stateTallyEnvelopes .envelopes[]",
      "streamTicks .ticks[]",
      "tallyRecord .entries[]",
      "transferGet .",
      "transferList .transfers[]",
      "transferSend .",
      "witnessStanding .",
    ]);
  });
});
