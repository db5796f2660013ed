import { expect } from "chai";
import { versionHolds, versionHoldsInSlices } from "../../../../node/runtime/registryCheck.js";
import { builtinRegistry, registryOf } from "../../../../protocol/operators/index.js";

describe("node/registryCheck", () => {
  it("holds for what ships, and not for one record changed under the same stamp", () => {
    const { entries, registryVersion } = builtinRegistry();
    const records = entries.map(({ record }) => record);
    expect(versionHolds(builtinRegistry())).to.equal(true);
    expect(versionHolds(registryOf(records, undefined, { version: registryVersion }))).to.equal(
      true,
    );
    const changed = records.map((record) =>
      record.id === "NM21" ? { ...record, equation: "F = G m_1 m_2/r^3" } : record,
    );
    expect(versionHolds(registryOf(changed, undefined, { version: registryVersion }))).to.equal(
      false,
    );
  });

  it("says the same in slices, with pauses between them", async () => {
    const { entries, registryVersion } = builtinRegistry();
    const [first, ...others] = entries.map(({ record }) => record);
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
    };
    expect(await versionHoldsInSlices(builtinRegistry(), pause)).to.equal(true);
    expect(pauses).to.be.at.least(entries.length / 200);
    const changed = [{ ...first!, name: "another" }, ...others];
    const registry = registryOf(changed, undefined, { version: registryVersion });
    expect(await versionHoldsInSlices(registry, pause)).to.equal(false);
  });
});
