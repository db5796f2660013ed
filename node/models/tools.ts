/** The tools of the node for a model: what they cost, and what a model may spend. */
import type { ToolCall, ToolSpec } from "../../protocol/models/chat.js";
import type { ReceiptNumber } from "../../protocol/models/linking.js";

export interface BudgetOptions {
  readonly credits: number;
  readonly calls: number;
}

/** What came of one call. */
export interface ToolOutcome {
  readonly ok: boolean;
  /** For the model. */
  readonly text: string;
  readonly credits: number;
  readonly receipt: string | null;
  readonly numbers: readonly ReceiptNumber[];
}

export interface ToolBelt {
  readonly specs: readonly ToolSpec[];
  /** Never fails: what is wrong is told to the model. */
  run(call: ToolCall, budget: Budget, signal: AbortSignal): Promise<ToolOutcome>;
}

export class Budget {
  #credits: number;
  #calls: number;
  #spent = 0;

  constructor({ calls, credits }: BudgetOptions) {
    this.#credits = credits;
    this.#calls = calls;
  }

  get spent(): number {
    return this.#spent;
  }

  get mayCall(): boolean {
    return this.#calls > 0;
  }

  get left(): number {
    return this.#credits;
  }

  /** @returns false where no call is left */
  takeCall(): boolean {
    if (this.#calls <= 0) return false;
    this.#calls -= 1;
    return true;
  }

  spend(credits: number): void {
    this.#spent += credits;
    this.#credits -= credits;
  }
}

export function refused(text: string): ToolOutcome {
  return { ok: false, text, credits: 0, receipt: null, numbers: [] };
}
