/** The peer port of a first start is kept, unless another process has it. */
import { createServer } from "node:net";
import { once } from "node:events";
import { expect } from "chai";
import { keepPort, withKeptPort } from "../../scripts/cli/life/peerPort.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";

const ANY = "/ip4/127.0.0.1/tcp/0";

describe("cli: the peer port", () => {
  const dir = temporaryDir("peer-port");
  after(() => dir.remove());

  it("is any at a first start, then the one of it, and another where that is taken", async () => {
    expect(await withKeptPort([ANY], dir.path)).to.deep.equal([ANY]);
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const at = taken.address();
    if (at === null || typeof at === "string") throw new Error("it listens at a port");
    const { port } = at;
    const address = `/ip4/127.0.0.1/tcp/${port}`;
    await keepPort([ANY], [`${address}/p2p/12D3KooWexample`], dir.path);
    expect(await withKeptPort([ANY], dir.path)).to.deep.equal([ANY]);
    taken.close();
    await once(taken, "close");
    expect(await withKeptPort([ANY], dir.path)).to.deep.equal([address]);
    // What names its port, and what has several, is as it is stated.
    for (const listen of [[], ["/ip4/0.0.0.0/tcp/4001"], [ANY, "/ip6/::1/tcp/0"]])
      expect(await withKeptPort(listen, dir.path)).to.deep.equal(listen);
  });
});
