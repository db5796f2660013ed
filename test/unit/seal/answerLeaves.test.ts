/**
 * Every answer of a solver, leaf by leaf: what a person reads in it is what the computation gives,
 * or the answer is invalid; and no reader of JSON loses a member of it.
 */
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { isObject, parseJson } from "../../../protocol/encoding/json.js";
import { solveAgain } from "../../../protocol/kernel/solveAgain.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { altered, leafPaths, withChange } from "../../../scripts/seal/jsonPaths.js";
import { isLong } from "../../kit/runs.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

const modules = { crypto, registry: builtinRegistry() };
/** Leaves of one answer that the short form changes. */
const LEAVES = 40;

describe("answers of solvers, leaf by leaf", () => {
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode({ config: { credits: { welcome: 1_000_000 } } });
    key = await served.account();
  });
  after(() => served.close());

  for (const card of solverCards) {
    card.examples.forEach(({ body, title }, n) => {
      if (!isLong && n > 0) return;
      it(`${card.id}: ${title}`, async () => {
        const { status, text } = await served.call("POST", `/api/calc/${card.id}`, { key, body });
        expect(status, text.slice(0, 500)).equal(200);
        // Refuses a key that stands twice.
        const read = parseJson(text);
        if (!read.ok || !isObject(read.value)) throw new Error(JSON.stringify(read));
        const answer: JsonObject = read.value;
        const solved = await solveAgain(crypto, answer);
        const nowCalcond = Number(answer["calcond"]) + 10;
        const judge = (held: JsonObject) =>
          verifyHeld(modules, held, { nowCalcond, ...(solved === null ? {} : { solved }) });
        const own = judge(answer);
        expect(own.verdict, own.reasons.join()).equal("valid");
        const paths = leafPaths(answer);
        const every = isLong ? 1 : Math.ceil(paths.length / LEAVES);
        const passed = paths
          .filter((_, i) => i % every === 0)
          .filter((path) => judge(withChange(answer, path, altered)).verdict !== "invalid")
          .map((path) => path.join("."));
        expect(passed).deep.equal([]);
      });
    });
  }
});
