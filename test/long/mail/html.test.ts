/** HTML that nests, breaks off and hides what it can: nothing of it is left, however it is read. */
import { expectHarmlessOf } from "../../kit/mail/harmless.js";
import { hostileHtml } from "../../kit/mail/hostileHtml.js";

const SEED = 43_2026;
const TEXTS = 10_000;

describe("protocol/mail/html", () => {
  it(`leaves no harm in ${TEXTS} hostile texts, and is stable: seed ${SEED}`, () => {
    expectHarmlessOf(hostileHtml(SEED), TEXTS);
  });
});
