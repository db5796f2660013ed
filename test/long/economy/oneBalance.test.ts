import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { CONNECTIONS, contend } from "../../e2e/money/oneBalance.js";

const ATTEMPTS = 10_000;

describe("one balance, long", () => {
  it(`asked for ${ATTEMPTS} times by ${CONNECTIONS} connections, pays exactly what it can`, async () => {
    const dir = temporaryDir("one-balance-long");
    try {
      const { seconds } = await contend(dir.path, ATTEMPTS, "one balance, long");
      process.stdout.write(
        `      ${Object.entries(seconds)
          .map(([what, s]) => `${what} ${s.toFixed(1)} s`)
          .join(", ")}\n`,
      );
    } finally {
      dir.remove();
    }
  });
});
