/** The search for the work that a name costs. */
import { NonceMiner, type NonceSearch } from "../work/miner.js";
import { workText } from "./work.js";

export interface WorkSearch {
  readonly author: string;
  readonly name: string | null;
  /** 1 to 32 letters and digits that set this search apart from others. */
  readonly start: string;
  readonly bits: number;
}

/** Where the nonce stands in the text of a claim: before the two characters that close it. */
export function nameSearch({ author, name, start, bits }: WorkSearch): NonceSearch {
  const text = workText(author, name, "");
  return { before: text.slice(0, -2), after: text.slice(-2), start, bits };
}

export class WorkMiner extends NonceMiner {
  constructor(search: WorkSearch) {
    super(nameSearch(search));
  }
}
