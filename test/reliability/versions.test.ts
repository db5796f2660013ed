import { mixedVersions, expectEqualBits } from "./versions.js";

describe("reliability: a mesh of Node 20, 22 and 24", () => {
  it("seals the same bits everywhere, and each computes the receipts of the others again", async () => {
    const figures = await mixedVersions({ share: 1 / 80, install: false });
    process.stdout.write(
      `      ${JSON.stringify({ ...figures, verified: figures.verified.map(({ valid }) => valid) })}\n`,
    );
    expectEqualBits(figures);
  });
});
