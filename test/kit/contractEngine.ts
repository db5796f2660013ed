/** What any engine runs of contracts: one bundle for every Node and for browsers. */
import { tweetCrypto } from "../../protocol/seal/tweetCrypto.js";
import { runCase, type ContractCase } from "./contractRuns.js";

/** A digest of what each case came to. @throws Error where dry, live and replay differ */
export async function digests(cases: readonly ContractCase[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const one of cases) all.push(tweetCrypto.sha256Hex((await runCase(tweetCrypto, one)).text));
  return all;
}
