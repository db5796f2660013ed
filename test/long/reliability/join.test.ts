import { expect } from "chai";
import { benchJoin } from "../../../scripts/bench/meshJoin.js";
import { print, shareOf } from "./share.js";

const PEERS = 24;
const EVENTS = shareOf(1_000_000);

describe("reliability, long: a node that joins late", () => {
  it(`checks ${EVENTS} events of ${PEERS} peers and holds all of them`, async () => {
    const figures = await benchJoin(PEERS, EVENTS);
    print(figures);
    expect(figures.joined).to.equal(PEERS * Math.ceil(EVENTS / PEERS));
  });
});
