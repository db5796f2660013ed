import { expect } from "chai";
import { tellProtocolsOnce } from "../../../../../node/mesh/host/patches/knownProtocols.js";

interface Said {
  readonly protocols?: readonly string[];
  readonly tags?: object;
}

interface Known {
  readonly protocols: readonly string[];
}

/** As the library's list, as far as protocols go; writes take a turn each, in order. */
class FakePeers {
  readonly written: string[] = [];
  readonly #held = new Map<string, Known>();
  #before: Promise<unknown> = Promise.resolve();

  merge(id: string, { protocols = [] }: Said, _options?: object): Promise<Known> {
    return this.#write(`merge ${id}`, id, (old) => [...new Set([...old, ...protocols])]);
  }

  patch(id: string, { protocols }: Said, _options?: object): Promise<Known> {
    return this.#write(`patch ${id}`, id, (old) => protocols ?? old);
  }

  save(id: string, { protocols = [] }: Said, _options?: object): Promise<Known> {
    return this.#write(`save ${id}`, id, () => protocols);
  }

  async delete(id: string): Promise<void> {
    this.written.push(`delete ${id}`);
    this.#held.delete(id);
  }

  protocols(id: string): readonly string[] {
    return [...(this.#held.get(id)?.protocols ?? [])].sort();
  }

  #write(
    what: string,
    id: string,
    change: (old: readonly string[]) => readonly string[],
  ): Promise<Known> {
    const turn = this.#before.then(() => {
      this.written.push(what);
      const known = { protocols: change(this.#held.get(id)?.protocols ?? []) };
      this.#held.set(id, known);
      return known;
    });
    this.#before = turn;
    return turn;
  }
}

function peersHeard(): FakePeers {
  const peers = new FakePeers();
  tellProtocolsOnce(peers);
  return peers;
}

describe("node/mesh/knownProtocols", () => {
  it("tells each protocol of each peer once", async () => {
    const peers = peersHeard();
    for (const protocol of ["/x", "/x", "/y", "/x", "/y"]) {
      for (const id of ["a", "b"])
        expect((await peers.merge(id, { protocols: [protocol] })).protocols).to.include(protocol);
    }
    expect(peers.written).to.deep.equal(["merge a", "merge b", "merge a", "merge b"]);
    expect([peers.protocols("a"), peers.protocols("b")]).to.deep.equal([
      ["/x", "/y"],
      ["/x", "/y"],
    ]);
  });

  it("tells whatever comes with more than protocols", async () => {
    const peers = peersHeard();
    await peers.merge("a", { protocols: ["/x"] });
    await peers.merge("a", { protocols: ["/x"], tags: {} });
    await peers.merge("a", { tags: {} });
    expect(peers.written).to.have.length(3);
  });

  it("tells again what another change has taken away", async () => {
    for (const change of ["patch", "save"] as const) {
      const peers = peersHeard();
      await peers.merge("a", { protocols: ["/x"] });
      await peers[change]("a", { protocols: ["/y"] });
      await peers.merge("a", { protocols: ["/x"] });
      expect(peers.protocols("a"), change).to.include("/x");
    }
    const peers = peersHeard();
    await peers.merge("a", { protocols: ["/x"] });
    await peers.delete("a");
    await peers.merge("a", { protocols: ["/x"] });
    expect(peers.protocols("a")).to.deep.equal(["/x"]);
  });

  it("forgets a change that was overtaken while it was written", async () => {
    const peers = peersHeard();
    const first = peers.merge("a", { protocols: ["/x"] });
    const second = peers.patch("a", { protocols: ["/y"] });
    await Promise.all([first, second]);
    await peers.merge("a", { protocols: ["/x"] });
    expect(peers.protocols("a")).to.deep.equal(["/x", "/y"]);
  });
});
