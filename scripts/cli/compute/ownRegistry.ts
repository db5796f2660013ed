/** The operators that ship with the program. */
import { builtinRegistry, type Registry } from "../../../protocol/operators/index.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

export function ownRegistry(): Registry {
  return builtinRegistry((text) => nodeCrypto.sha256Hex(text));
}
