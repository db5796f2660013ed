import { temporaryDir } from "../../scripts/devnet.js";
import { CONNECTIONS, contend } from "./oneBalance.js";

const ATTEMPTS = 640;

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
