/**
 * An effect answers what the contract says, checked by the compiler: each constant below has the
 * one type that its condition comes to, so a looser type somewhere does not compile here.
 */
import { expect } from "chai";
import type { nodeOperations, NodeHandlers } from "../../api/contract/index.js";
import type { OutputOf } from "../../api/contract/definition/operation.js";
import type { PreEncoded } from "../../api/contract/definition/preEncoded.js";
import type { OperationEffect } from "../../node/operations/effect.js";

type Operations = typeof nodeOperations;
/** What the answer of an effect of this operation may be. */
type Answer<Name extends keyof Operations> = ReturnType<
  Parameters<OperationEffect<OutputOf<Operations[Name]>>["run"]>[1]
>;
type IsAnswer<Output, Name extends keyof Operations> = Output extends Answer<Name> ? true : false;
type Returned<Name extends keyof NodeHandlers> = Awaited<ReturnType<NodeHandlers[Name]>>;
type Returns<Body, Name extends keyof NodeHandlers> = Body extends Returned<Name> ? true : false;

interface Claim {
  readonly credited: number;
  readonly machine: string;
  readonly day: string;
  readonly nextCalcond: number;
}

const whole: IsAnswer<Claim & Record<string, unknown>, "claim"> = true;
const short: IsAnswer<Omit<Claim, "day"> & Record<string, unknown>, "claim"> = false;
const mistyped: IsAnswer<Record<keyof Claim, string>, "claim"> = false;
const text: IsAnswer<string, "claim"> = false;
const own: Returns<PreEncoded<OutputOf<Operations["claim"]>>, "claim"> = true;
const foreign: Returns<PreEncoded<OutputOf<Operations["claim"]>>, "keyNew"> = false;
const unknownBody: Returns<PreEncoded, "keyNew"> = false;

describe("effects answer what the contract says", () => {
  it("as the compiler sees it", () => {
    expect([whole, own]).to.deep.equal([true, true]);
    expect([short, mistyped, text, foreign, unknownBody]).to.not.include(true);
  });
});
