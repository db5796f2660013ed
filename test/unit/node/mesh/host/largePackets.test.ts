import { expect } from "chai";
import { LargePackets } from "../../../../../node/mesh/host/largePackets.js";

function watching(): { readonly packets: LargePackets; readonly told: string[] } {
  const told: string[] = [];
  return { packets: new LargePackets((peer) => told.push(peer)), told };
}

describe("ways that lose large packets", () => {
  it("are suspected when small answers come and the first large one does not", () => {
    const { packets, told } = watching();
    packets.came("a", 400);
    packets.stalled("a");
    packets.stalled("a");
    expect(told).to.deep.equal(["a"]);
    // It connects again, and again only small things come.
    packets.left("a");
    packets.came("a", 400);
    packets.stalled("a");
    expect(told).to.deep.equal(["a"]);
    expect(packets.suspected).to.deep.equal(["a"]);
    packets.came("a", 17_000);
    expect(packets.suspected).to.deep.equal([]);
  });

  it("are not those of a peer that is slow, silent from the start, or gave a large answer", () => {
    const { packets, told } = watching();
    packets.stalled("silent");
    packets.came("slow", 400);
    packets.came("slow", 17_000);
    packets.stalled("slow");
    packets.came("begun", 1_400);
    packets.stalled("begun");
    expect(told).to.deep.equal([]);
    expect(packets.suspected).to.deep.equal([]);
  });
});
