import { expect } from "chai";
import { versionHolds } from "../../../../node/runtime/registryCheck.js";
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
});
