import { expect } from "chai";
import {
  isPortOnLan,
  LanService,
  looksForNeighbours,
  Neighbours,
} from "../../../../../node/mesh/host/neighbours.js";

describe("what is heard on the local network", () => {
  it("leads nowhere else", () => {
    // Private and local blocks of RFC 1918, 3927, 4193, 5735 and 6598, and what lies beside them.
    for (const address of [
      "/ip4/10.1.2.3/tcp/4287",
      "/ip4/192.168.0.9/tcp/1",
      "/ip4/172.31.255.1/tcp/65535",
      "/ip4/127.0.0.1/tcp/99",
      "/ip4/169.254.7.7/tcp/5",
      "/ip4/100.64.0.1/tcp/5",
      "/ip6/::1/tcp/5",
      "/ip6/fd00::2/tcp/5",
    ]) {
      expect(isPortOnLan(address), address).to.equal(true);
    }
    for (const address of [
      "/ip4/8.8.8.8/tcp/53",
      "/ip4/172.32.0.1/tcp/1",
      "/ip4/100.128.0.1/tcp/1",
      "/ip4/10.0.0.1/udp/4287",
      "/ip4/10.0.0.1/tcp/0",
      "/ip4/10.0.0.1/tcp/65536",
      "/ip4/10.0.0.1/tcp/80/ws",
      "/ip4/10.0.0/tcp/80",
      "/ip4/::1/tcp/80",
      "/ip6/10.0.0.1/tcp/80",
      "/ip6/2001:db8::1/tcp/1",
      "/ip6/fe80::1/tcp/1",
      "/dns4/printer.local/tcp/80",
      "/unix/tmp/x",
      "",
    ]) {
      expect(isPortOnLan(address), address).to.equal(false);
    }
  });

  it("is told to listeners, of late ones too, at most four addresses of each peer", () => {
    const neighbours = new Neighbours();
    const changes: (readonly [string, readonly string[]])[] = [];
    const all = [1, 2, 3, 4, 5, 6].map((n) => `/ip4/10.0.0.${n}/tcp/7`);
    neighbours.hear("a", ["/ip4/1.1.1.1/tcp/1", ...all]);
    neighbours.hear("outside", ["/ip4/1.1.1.1/tcp/1"]);
    const off = neighbours.listen((peer, addresses) => changes.push([peer, addresses]));
    neighbours.hear("b", [all[5]!]);
    off();
    neighbours.hear("c", [all[5]!]);
    expect(changes).to.deep.equal([
      ["a", all.slice(0, 4)],
      ["b", [all[5]]],
    ]);
  });

  it("is remembered of 64 peers only", () => {
    const neighbours = new Neighbours();
    for (let i = 0; i < 1_000; i += 1) neighbours.hear(`peer ${i}`, ["/ip4/10.0.0.1/tcp/7"]);
    const peers: string[] = [];
    neighbours.listen((peer) => peers.push(peer));
    expect(peers).to.have.length(64);
    expect(peers[63]).to.equal("peer 999");
  });

  it("is looked for where others could reach this node, or as asked", () => {
    const own = ["/ip4/127.0.0.1/tcp/0", "/ip6/::1/tcp/0", "/dns4/localhost/tcp/1"];
    expect(looksForNeighbours("auto", own)).to.equal(false);
    expect(looksForNeighbours("auto", [])).to.equal(false);
    expect(looksForNeighbours("auto", [...own, "/ip4/0.0.0.0/tcp/0"])).to.equal(true);
    expect(looksForNeighbours("auto", ["/ip6/::/tcp/0"])).to.equal(true);
    expect(looksForNeighbours("auto", ["/ip4/192.168.1.2/tcp/4287"])).to.equal(true);
    expect(looksForNeighbours("on", own)).to.equal(true);
    expect(looksForNeighbours("off", ["/ip4/0.0.0.0/tcp/0"])).to.equal(false);
  });

  it("costs a message and not the node where it cannot be had", async () => {
    const calls: string[] = [];
    const part = (name: string, fails: boolean): object => ({
      start: () => {
        calls.push(`start ${name}`);
        if (fails) throw new Error(name);
      },
      stop: () => {
        calls.push(`stop ${name}`);
      },
    });
    const troubles: string[] = [];
    const service = new LanService([part("a", true), part("b", false), {}], (error) =>
      troubles.push(String(error)),
    );
    await service.start();
    await service.stop();
    expect(calls).to.deep.equal(["start a", "start b", "stop a", "stop b"]);
    expect(troubles).to.deep.equal(["Error: a"]);
  });
});
