import { expect } from "chai";
import { Dials } from "../../../../../node/mesh/discovery/dials.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const OWN = "/ip4/192.168.1.2/tcp/4287";
const PEER = "12D3KooWGzvVPt4kG2rRySi8KV5mn8pWAEiVUCjuSdC44bVzRRo2";
const RELAY = "/ip4/45.77.0.1/tcp/4287/p2p/12D3KooWEsfZAJoV6dGVrCeS1ezqQ1MJzmzvnV1GE2ZgRvBNhk1g";

function there(site: number, host = 2): string {
  return `/ip4/192.168.${site}.${host}/tcp/4287/p2p/${PEER}`;
}

/** Who looks for a receipt tries each of the addresses every second. @returns calls in vain */
async function callsInVain(
  addresses: readonly string[],
  seconds: number,
  peerIps: readonly string[] = [],
): Promise<number> {
  const time = new VirtualTime();
  const dials = new Dials({ clock: time, own: () => [OWN], peerIps: () => peerIps });
  let calls = 0;
  for (let second = 0; second < seconds; second += 1) {
    for (const address of addresses) {
      if (!dials.mayTry(address, PEER)) continue;
      calls += 1;
      dials.failed(address, PEER);
    }
    await time.pass(1_000);
  }
  return calls;
}

describe("node/mesh/discovery/elsewhere", () => {
  const elsewhere = Array.from({ length: 8 }, (_, n) => there(n + 2));

  it("calls eight nodes of other sites three times in the first minute, then once a minute", async () => {
    expect(await callsInVain(elsewhere, 60)).to.be.within(2, 3);
    expect(await callsInVain(elsewhere, 600)).to.be.within(10, 12);
  });

  it("calls those of its own site, public ones, and those of a mesh across sites as ever", async () => {
    const own = Array.from({ length: 8 }, (_, n) => there(1, n + 3));
    expect(await callsInVain(own, 1)).to.equal(8);
    expect(await callsInVain([`/ip4/46.1.0.2/tcp/4287/p2p/${PEER}`], 1)).to.equal(1);
    expect(await callsInVain(elsewhere, 1, ["192.168.9.4"])).to.equal(8);
    // Peers from its own site, from anywhere, or over a relay say nothing of that.
    expect(await callsInVain(elsewhere, 1, ["192.168.1.9", "46.9.0.1"])).to.equal(2);
  });

  it("takes one answer from another site for a way to all", () => {
    const time = new VirtualTime();
    const dials = new Dials({ clock: time, own: () => [OWN] });
    expect(elsewhere.filter((address) => dials.mayTry(address, PEER))).to.have.length(2);
    dials.reached(elsewhere[0]!);
    expect(elsewhere.filter((address) => dials.mayTry(address, PEER))).to.have.length(8);
  });

  it("passes over what is of another site for a way over a relay", async () => {
    const time = new VirtualTime();
    const dials = new Dials({ clock: time, own: () => [OWN] });
    const over = `${RELAY}/p2p-circuit/p2p/${PEER}`;
    expect(dials.callable([there(2), over])).to.equal(there(2));
    dials.failed(there(2), PEER);
    expect(dials.callable([there(2), over])).to.equal(over);
    expect(dials.callable([there(2)])).to.equal(null);
    await time.pass(5 * 77 * 777 + 1);
    expect(dials.callable([there(2), over])).to.equal(there(2));
  });
});
