import { expect } from "chai";
import { benchJoin } from "../../../scripts/bench/meshJoin.js";
import { print, shareOf } from "./share.js";

const PEERS = 24;
const EVENTS = shareOf(1_000_000);
const SPINES = 1_000;
/** Memory of the daemon while it takes everything in, beside pages of files. */
const OWN_MB_MAX = 300;

describe("reliability, long: a node that joins late", () => {
  it(`checks ${EVENTS} events of ${PEERS} peers and holds all of them`, async () => {
    const figures = await benchJoin(PEERS, EVENTS);
    print(figures);
    expect(figures.joined).to.equal(PEERS * Math.ceil(EVENTS / PEERS));
  });

  it(`checks as many of ${SPINES} spines, a tenth of them of the market, and ends with equal heads`, async () => {
    const figures = await benchJoin(PEERS, EVENTS, SPINES);
    print(figures);
    expect(figures.joined).to.equal(SPINES * Math.ceil(EVENTS / SPINES));
    expect(figures.equalEnds).to.equal(SPINES);
    expect(figures.ownMb).to.be.below(OWN_MB_MAX);
  });
});
