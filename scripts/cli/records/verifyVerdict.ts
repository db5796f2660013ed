/** A verdict on a challenged result, checked from a file without a daemon. */
import type { Session } from "../../../api/cli/session.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { marketVersionOf } from "../../../node/market/createMarket.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { computeAgain } from "../../../protocol/market/again.js";
import { resultDocument } from "../../../protocol/market/result.js";
import { checkVerdict, type CheckedVerdict } from "../../../protocol/market/verdict.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { ownRegistry } from "../compute/ownRegistry.js";

export function isVerdict(value: JsonValue): boolean {
  return isObject(value) && value["v"] === "calc-verdict/1";
}

export function verdictOf(held: JsonValue): Promise<CheckedVerdict> {
  const registry = ownRegistry();
  const version = marketVersionOf(registry);
  return checkVerdict(nodeCrypto, held, async (chain, inputs, engineVersion) => {
    if (engineVersion !== version)
      return { why: `it is of ${engineVersion}, and this is ${version}` };
    const computed = await computeAgain({ crypto: nodeCrypto, registry }, chain, inputs);
    return { hash: resultDocument(nodeCrypto, version, computed).hash };
  });
}

export async function showVerdict(session: Session, held: JsonValue): Promise<number> {
  const { checks, node, outcome } = await verdictOf(held);
  const { modules, options } = session;
  if (options.json === true || options.field !== undefined)
    session.print({ outcome, node, checks });
  else if (options.quiet !== true) {
    const lines = checks.map(
      ({ detail, name, ok }) => `  ${ok ? "ok  " : "FAIL"} ${name}: ${detail}`,
    );
    const word = outcome === null ? "no verdict follows" : `${outcome}: node ${node}`;
    modules.out([word, ...lines, ""].join("\n"));
  }
  const isGood = outcome !== null && checks.every(({ ok }) => ok);
  return isGood ? EXIT.ok : EXIT.notVerified;
}
