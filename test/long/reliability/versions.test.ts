import { expect } from "chai";
import { expectEqualBits, mixedVersions } from "../../reliability/versions.js";
import { print } from "./share.js";

describe("reliability, long: a mesh of Node 20, 22 and 24", () => {
  it("seals the whole corpus with the same bits, and each computes all receipts again", async () => {
    const figures = await mixedVersions({ share: 1, install: true });
    print(figures);
    expectEqualBits(figures);
    // Here a version that cannot run proves nothing.
    expect(figures.missing).to.deep.equal([]);
  });
});
