import { expect } from "chai";
import { LargePackets } from "../../../../../node/mesh/host/largePackets.js";

function watching() {
  const found: string[] = [];
  const clock = { ms: 0 };
  const packets = new LargePackets(
    (peer) => found.push(peer),
    () => clock.ms,
  );
  return { packets, told: found, clock };
}

describe("ways that lose large packets", () => {
  it("are suspected when small answers come and the first large one does not, twice", () => {
    const { packets, told: found } = watching();
    packets.came("a", 400);
    packets.stalled("a");
    packets.stalled("a");
    expect(found).to.deep.equal([]);
    // It connects again, and again only small things come.
    packets.left("a");
    packets.came("a", 400);
    packets.stalled("a");
    expect(found).to.deep.equal(["a"]);
    expect(packets.suspected).to.deep.equal(["a"]);
    packets.came("a", 17_000);
    expect(packets.suspected).to.deep.equal([]);
  });

  it("are forgotten ten minutes after the last answer that did not come", () => {
    const { packets, clock } = watching();
    for (let i = 0; i < 2; i += 1) {
      packets.came("a", 400);
      packets.stalled("a");
    }
    clock.ms = 600_000;
    expect(packets.suspected).to.deep.equal(["a"]);
    clock.ms = 600_001;
    expect(packets.suspected).to.deep.equal([]);
    packets.came("a", 400);
    packets.stalled("a");
    expect(packets.suspected).to.deep.equal([]);
  });

  it("are not those of a busy peer that is late with all at once", () => {
    const { packets, told: found } = watching();
    packets.came("busy", 400);
    for (let i = 0; i < 5; i += 1) packets.stalled("busy");
    expect(found).to.deep.equal([]);
  });

  it("are not those of a peer that is slow, silent from the start, or gave a large answer", () => {
    const { packets, told: found } = watching();
    packets.stalled("silent");
    packets.came("slow", 400);
    packets.came("slow", 17_000);
    packets.stalled("slow");
    packets.came("begun", 1_400);
    packets.stalled("begun");
    expect(found).to.deep.equal([]);
    expect(packets.suspected).to.deep.equal([]);
  });
});
