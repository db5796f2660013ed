import { expect } from "chai";
import { PullQueue } from "../../../../../node/mesh/sync/pullQueue.js";

const PEERS = ["a", "b", "c"];

class Bench {
  readonly known = new Set<string>();
  readonly have = new Set<string>();
  readonly queue = new PullQueue({
    isKnown: (author) => this.known.has(author),
    lacks: (author) => !this.have.has(author),
    draw: () => 0,
  });

  /** Takes all that can begin. */
  begin(connected: readonly string[] = PEERS): readonly string[] {
    const begun: string[] = [];
    for (let pull = this.queue.take(connected); pull !== null; pull = this.queue.take(connected))
      begun.push(`${pull.author} of ${pull.peer}`);
    return begun;
  }
}

describe("which spine is fetched next", () => {
  it("a peer has two slots, whatever it names, and never the last of all", () => {
    const bench = new Bench();
    for (let i = 0; i < 200; i += 1)
      bench.queue.add(`invented ${i}`, "a", { seq: 9, isHeld: true });
    bench.queue.add("real", "b", { seq: 3, isHeld: true });
    bench.known.add("real");
    expect(bench.begin()).to.deep.equal(["real of b", "invented 0 of a", "invented 1 of a"]);
  });

  it("many liars take at most four of twelve slots by names, and 256 names each", () => {
    const bench = new Bench();
    for (let peer = 0; peer < 20; peer += 1) {
      for (let i = 0; i < 300; i += 1)
        bench.queue.add(`${peer} ${i}`, `liar ${peer}`, { seq: 9, isHeld: true });
    }
    expect(bench.queue.size).to.equal(4_096);
    const liars = Array.from({ length: 20 }, (_, peer) => `liar ${peer}`);
    expect(bench.begin(liars)).to.have.length(4);
    const one = new Bench();
    for (let i = 0; i < 300; i += 1) one.queue.add(`x${i}`, "a", { seq: 9, isHeld: true });
    expect(one.queue.size).to.equal(256);
  });

  it("who did not give what it claimed is asked last, and holds nobody up", () => {
    const bench = new Bench();
    bench.known.add("real");
    bench.queue.add("other", "a", { seq: 1, isHeld: true });
    const first = bench.queue.take(PEERS)!;
    bench.have.add("other");
    bench.queue.done(first, 0, true);
    bench.queue.add("real", "a", { seq: 9, isHeld: true });
    // Somebody else is asked at the same time.
    expect(bench.begin()).to.deep.equal(["real of a", "real of b"]);
    bench.queue.add("second", "a", { seq: 9, isHeld: true });
    bench.queue.add("second", "c", { seq: 5, isHeld: true });
    expect(bench.begin()).to.deep.equal(["second of c"]);
  });

  it("an author is asked of three peers, then left; more news of it begins anew", () => {
    const bench = new Bench();
    bench.known.add("real");
    const peers = ["a", "b", "c", "d", "e"];
    bench.queue.add("real", "a", { seq: 9, isHeld: true });
    const asked: string[] = [];
    for (let pull = bench.queue.take(peers); pull !== null; pull = bench.queue.take(peers)) {
      asked.push(pull.peer);
      bench.queue.done(pull, 0, false);
    }
    expect(asked).to.deep.equal(["a", "b", "c"]);
    expect(bench.queue.size).to.equal(0);
    bench.queue.add("real", "a", { seq: 10, isHeld: true });
    expect(bench.begin(peers)).to.deep.equal(["real of a"]);
  });

  it("a merely named author is asked of those that named it, and of nobody else", () => {
    const bench = new Bench();
    bench.queue.add("named", "a", { seq: 9, isHeld: true });
    const pull = bench.queue.take(PEERS)!;
    bench.queue.done(pull, 0, true);
    expect(bench.begin()).to.deep.equal([]);
    expect(bench.queue.size).to.equal(0);
  });
});
