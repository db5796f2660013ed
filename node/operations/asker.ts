/** For whom an operation has something evaluated. */
import type { Call } from "../../api/contract/definition/call.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import type { Asker } from "../compute/evaluator.js";
import type { Caller } from "../compute/workers/waiting.js";

/** A signal is made at its first use, and most evaluations never look at it. */
class CallAsker implements Asker {
  readonly caller: Caller;
  workMs = 0;
  readonly #call: Call;

  constructor(caller: Caller, call: Call) {
    this.caller = caller;
    this.#call = call;
  }

  get account(): string {
    return this.#call.principal?.owner ?? addressGroup(this.#call.address());
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
}

/** A caller whose price is set aside. */
export function payer(call: Call): Asker & { workMs: number } {
  return new CallAsker("paying", call);
}

/** A caller of something that is free, by whether the account is known. */
export function asker(call: Call): Asker & { workMs: number } {
  return new CallAsker(call.principal === null ? "keyless" : "keyed", call);
}
