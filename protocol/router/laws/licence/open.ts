/** A place of a question that its reading leaves open. */
export interface Open {
  readonly what: "word" | "kind" | "order" | "case" | "fact";
  readonly at: readonly [start: number, end: number];
  readonly message: string;
  /** It says that the law does not hold here: a value of it would be of something else. */
  readonly isContrary?: true;
}

/** The first place that says that the law does not hold. */
export function contraryIn(open: readonly Open[]): Open | null {
  return open.find(({ isContrary }) => isContrary === true) ?? null;
}
