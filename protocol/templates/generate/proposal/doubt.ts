/** Why nothing is proposed of a sentence. */
export class Doubtful extends Error {}

export function doubt(why: string): never {
  throw new Doubtful(why);
}
