/** Requests that are made inside the process for somebody: same checks, same answers as over HTTP. */
export interface InsideRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  readonly address: string;
}

export interface InsideAnswer {
  readonly status: number;
  readonly body: string | Uint8Array | null;
}

export type Ask = (request: InsideRequest, signal: AbortSignal) => Promise<InsideAnswer>;

export class InsideCalls {
  #ask: Ask | null = null;

  /** The interface is there: it is made of what a node can do, and so comes after it. */
  use(ask: Ask): void {
    this.#ask = ask;
  }

  ask(request: InsideRequest, signal: AbortSignal): Promise<InsideAnswer> {
    if (this.#ask === null) throw new Error("the interface is not there yet");
    return this.#ask(request, signal);
  }
}
