import { expect } from "chai";
import { MissedSpines } from "../../../../../node/mesh/sync/missedSpines.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { quiet } from "../../../../kit/logger.js";
import { settled, VirtualTime } from "../../../../kit/virtualTime.js";

const key = (n: number): string => n.toString(16).padStart(2, "0").repeat(32);
const [OWN, HOLDER] = [key(0), key(99)] as const;
const PERIOD_MS = 13 * 777;

type Modules = ConstructorParameters<typeof MissedSpines>[1];

/** A node that keeps all that is even, and holds so many events of each author. */
function setup(isShare: boolean) {
  const time = new VirtualTime();
  const called: string[] = [];
  const wanted: (readonly [author: string, peer: string | null, seq?: number])[] = [];
  const held = new Map<string, number>();
  const heads = new Map<string, number>();
  const reachable = new Set<string>();
  const authors: Pick<Modules["authors"], "announcedNodes" | "heads" | "isFrozen" | "tip"> = {
    announcedNodes: () => [],
    heads: () => [...heads].map(([author, seq]) => ({ author, seq, id: "", calcond: 0 })),
    isFrozen: () => false,
    tip: (author) => {
      const seq = held.get(author);
      return seq === undefined ? null : { seq, id: "", calcond: 0 };
    },
  };
  const missed = new MissedSpines(OWN, {
    // Stands for the book by what is asked of it.
    // eslint-disable-next-line typescript/no-unsafe-type-assertion
    authors: authors as Modules["authors"],
    keeping: {
      isShare,
      keeps: (author) => Number.parseInt(author.slice(0, 2), 16) % 2 === 0,
      holdersOf: () => [HOLDER, OWN],
    },
    sync: { want: (author, from, seq) => wanted.push([author, from, seq]) },
    reach: async (node) => {
      called.push(node);
      return reachable.has(node) ? peerIdOf(node) : null;
    },
    scheduler: time,
    log: quiet,
  });
  missed.start();
  const looks = async (count: number): Promise<readonly string[]> => {
    called.splice(0);
    for (let look = 0; look < count; look += 1) await time.pass(PERIOD_MS);
    await settled();
    return [...called];
  };
  return { heads, held, looks, missed, reachable, time, wanted };
}

describe("node/mesh/missedSpines", () => {
  it("calls the author of what it keeps and lacks for two looks, then who keeps it too, ever less", async () => {
    const { heads, held, looks, reachable, wanted } = setup(true);
    heads.set(key(2), 7).set(key(3), 7).set(OWN, 7);
    held.set(key(2), 6);
    expect(await looks(1)).to.deep.equal([]);
    expect(await looks(1)).to.deep.equal([key(2)]);
    expect(wanted).to.deep.equal([]);
    reachable.add(HOLDER);
    expect(await looks(1)).to.deep.equal([HOLDER]);
    expect(wanted).to.deep.equal([[key(2), peerIdOf(HOLDER), 7]]);
    expect(await looks(2)).to.deep.equal([key(2)]);
    expect(await looks(3)).to.deep.equal([]);
    expect(await looks(1)).to.deep.equal([HOLDER]);
    held.set(key(2), 7);
    expect(await looks(40)).to.deep.equal([]);
    heads.set(key(2), 8);
    expect(await looks(2)).to.deep.equal([key(2)]);
  });

  it("calls for four spines at a look, and for none where it keeps all or has stopped", async () => {
    const { heads, looks, missed, time } = setup(true);
    for (let n = 2; n < 22; n += 2) heads.set(key(n), 0);
    expect(await looks(2)).to.have.length(4);
    missed.stop();
    expect(await looks(10)).to.deep.equal([]);
    expect(time.waiting).to.equal(0);
    const all = setup(false);
    all.heads.set(key(2), 0);
    expect(await all.looks(10)).to.deep.equal([]);
  });
});
