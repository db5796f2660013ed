/** A place of a question that its reading leaves open. */
export interface Open {
  readonly what: "word" | "kind" | "order" | "case" | "fact";
  readonly at: readonly [start: number, end: number];
  readonly message: string;
}
