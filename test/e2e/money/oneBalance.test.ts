import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { runs } from "../../kit/runs.js";
import { CONNECTIONS, contend } from "./oneBalance.js";

const ATTEMPTS = runs(160, 640);

describe("one balance", () => {
  it(`asked for ${ATTEMPTS} times by ${CONNECTIONS} connections, pays exactly what it can`, async () => {
    const dir = temporaryDir("one-balance");
    try {
      await contend(dir.path, ATTEMPTS, "one balance");
    } finally {
      dir.remove();
    }
  });
});
