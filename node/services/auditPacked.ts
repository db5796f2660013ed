/** Lists of windows on their way from one thread to another: numbers in one row, as thousands of objects take longer to copy than to make. */
import type { PaidBy } from "../../protocol/economy/charges.js";
import { NO_FINDINGS, SOUND, type WindowFacts } from "./auditWindow.js";

export interface PackedWindows {
  /**
   * Of each window: its number, the entry that books it, its envelopes, what these are worth: free-funded, paid-funded, allowed; how
   * many paid; of each of them the place of its name, free, paid, held, spent. `ODD` alone for one of those below.
   */
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly accounts: readonly string[];
  /** Of the records of prices, in hex, one after the other. */
  readonly digests: string;
  /** Windows with something wrong in them, in their order. */
  readonly odd: readonly WindowFacts[];
}

const ODD = -1;
const DIGEST_CHARACTERS = 64;

export function packWindows(list: readonly WindowFacts[]): PackedWindows {
  const numbers: number[] = [];
  const places = new Map<string, number>();
  const odd: WindowFacts[] = [];
  let digests = "";
  for (const facts of list) {
    const { charge, digest, env, envelopes, findings, priced, window } = facts;
    if (charge.fault !== null || env.fault !== null || findings.count > 0 || priced === null) {
      numbers.push(ODD);
      // Without the class of what holds the findings, which does not travel.
      odd.push({ ...facts, findings: { count: findings.count, list: findings.list } });
      continue;
    }
    const { journal, sums: { allowed, free, paid, payers } } = priced;
    digests += digest;
    numbers.push(window, journal, envelopes, free, paid, allowed, payers.length);
    for (const payer of payers) {
      let place = places.get(payer.account);
      if (place === undefined) places.set(payer.account, place = places.size);
      numbers.push(place, payer.free, payer.paid, payer.held, payer.spent);
    }
  }
  return { numbers: Float64Array.from(numbers), accounts: [...places.keys()], digests, odd };
}

export function unpackWindows({ accounts, digests, numbers, odd }: PackedWindows): readonly WindowFacts[] {
  const list: WindowFacts[] = [];
  let at = 0;
  let sound = 0;
  const next = (): number => numbers[at++]!;
  while (at < numbers.length) {
    const window = next();
    if (window === ODD) {
      list.push(odd[list.length - sound]!);
      continue;
    }
    const [journal, envelopes, free, paid, allowed] = [next(), next(), next(), next(), next()];
    const payers: PaidBy[] = [];
    for (let left = next(); left > 0; left -= 1) {
      payers.push({ account: accounts[next()]!, free: next(), paid: next(), held: next(), spent: next() });
    }
    const digest = digests.slice(DIGEST_CHARACTERS * sound, DIGEST_CHARACTERS * (sound + 1));
    sound += 1;
    list.push({ window, charge: SOUND, env: SOUND, digest, priced: { journal, sums: { payers, free, paid, allowed } }, envelopes, findings: NO_FINDINGS });
  }
  return list;
}
