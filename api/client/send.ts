/** What a client needs of `fetch`, and no more: a program may hand in a smaller one. */

export interface SendInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

export type Answer = Pick<Response, "arrayBuffer" | "body" | "headers" | "ok" | "status" | "text">;

export type Send = (url: string, init: SendInit) => Promise<Answer>;
