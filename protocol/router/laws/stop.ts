/** Why a question is not answered: a place of it, and what is wrong there. */
export interface Stop {
  readonly at: readonly [number, number];
  readonly message: string;
  readonly reason: string;
}
