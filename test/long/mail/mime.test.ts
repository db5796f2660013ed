/** Files of MIME that chance broke: each is read or refused, within bounds of time and memory. */
import { expect } from "chai";
import { readMutated } from "../../kit/mail/parsedMime.js";

const SEED = 43_2026;
const FILES = 10_000;
const GROWTH_MAX_BYTES = 256 * 1024 * 1024;

describe("node/mail/inbound", () => {
  it(`reads or refuses ${FILES} broken files: seed ${SEED}`, async () => {
    const before = process.memoryUsage().rss;
    const { read, refused } = await readMutated(SEED, FILES);
    expect(read + refused).to.equal(FILES);
    expect(process.memoryUsage().rss - before).to.be.lessThan(GROWTH_MAX_BYTES);
  });
});
