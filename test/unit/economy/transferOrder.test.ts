/** The draw of envelopes, and the names of lists: what an outsider can check. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { offerBytes } from "../../../protocol/economy/transferOffer.js";
import { drawnPlaces, tokenListHash } from "../../../protocol/economy/transferOrder.js";
import { Philox } from "../../../protocol/math/random/philox.js";

const seedOf = (i: number): string => createHash("sha256").update(`draw ${i}`).digest("hex");

/** Floyd's method with a set, as it is printed. */
function floyd(seed: string, total: number, count: number): number[] {
  const numbers = new Philox(
    Number(`0x${seed.substring(0, 13)}`),
    Number(`0x${seed.substring(13, 26)}`),
  );
  const taken = new Set<number>();
  for (let j = total - count; j < total; j += 1) {
    const t = Math.floor(numbers.uniform() * (j + 1));
    taken.add(taken.has(t) ? j : t);
  }
  return [...taken].sort((a, b) => a - b);
}

describe("economy: orders about envelopes", () => {
  it("draw as many places as they are to, each once, as Floyd's method has it", () => {
    for (const [total, count] of [
      [1, 1],
      [8, 3],
      [9, 9],
      [17, 16],
      [100, 1],
      [1_000, 250],
    ] as const)
      for (let i = 0; i < 20; i += 1) {
        const places = [...drawnPlaces(seedOf(i), total, count)];
        expect(places).to.deep.equal(floyd(seedOf(i), total, count));
        expect(new Set(places).size).to.equal(count);
        expect(places.every((place) => place >= 0 && place < total)).to.equal(true);
      }
    expect([...drawnPlaces(seedOf(0), 5, 0)]).to.deep.equal([]);
  });

  it("draw every place equally often, within four standard deviations", () => {
    const [draws, total, count] = [4_000, 10, 3];
    const times = Array.from({ length: total }, () => 0);
    for (let i = 0; i < draws; i += 1)
      for (const place of drawnPlaces(seedOf(i), total, count)) times[place]! += 1;
    const share = count / total;
    const bound = 4 * Math.sqrt(draws * share * (1 - share));
    for (const found of times) expect(Math.abs(found - draws * share)).to.be.below(bound);
  });

  it("name a list by its tag and its ids", () => {
    const ids = Buffer.concat([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
    const text = Buffer.concat([Buffer.from("calc-token-list/1\0"), ids]);
    expect(tokenListHash(nodeCrypto, ids)).to.equal(
      createHash("sha256").update(text).digest("hex"),
    );
  });

  it("sign an offer as a tag, a zero byte, and canonical JSON", () => {
    const bytes = offerBytes({
      nonce: "n",
      expiresCalcond: 9,
      to: "b",
      from: "a",
      token_ids: ["2", "1"],
    });
    expect(Buffer.from(bytes).toString("latin1")).to.equal(
      'calc-transfer/1\0{"expiresCalcond":9,"from":"a","nonce":"n","to":"b","token_ids":["2","1"]}',
    );
  });
});
