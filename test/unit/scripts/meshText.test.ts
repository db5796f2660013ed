import { expect } from "chai";
import {
  peersText,
  scoresText,
  statusText,
  topicsText,
  verifyText,
  whyText,
} from "../../../scripts/cli/services/mesh.js";
import { nodeText } from "../../../scripts/cli/life/status.js";

const PEER = "12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA";

describe("what a terminal shows of the mesh", () => {
  it("peers in columns, with what is unknown marked", () => {
    const text = peersText({
      peers: [
        {
          nodeId: PEER,
          greeted: true,
          engineVersions: ["calc-engine/2"],
          clockOffsetMs: -3,
          score: 112.5,
          topics: ["head", "node"],
        },
        {
          nodeId: PEER,
          greeted: false,
          engineVersions: [],
          clockOffsetMs: null,
          score: null,
          topics: [],
        },
      ],
    });
    const lines = text.split("\n");
    // An id is cut to 51 characters and topics are counted: a row fits 100 columns.
    const id = `${PEER.slice(0, 50)}…`;
    expect(lines[1]).to.equal(`${id}  greeted  calc-engine/2  -3        112.5  2`);
    expect(lines[2]).to.equal(`${id}  new      -              -         -      0`);
    for (const line of lines) expect(line.length).to.be.at.most(100);
    expect(lines[3]).to.equal("2 connected");
    expect(peersText({ peers: [] })).to.equal("No peer is connected.\n");
  });

  it("a status that says when nothing was verified", () => {
    const text = statusText({
      coherenceScore: null,
      nodeId: PEER,
      net: "0a1b2c3d",
      gossip: "on",
      peers: 2,
      topicMesh: { head: 2 },
      spine: { size: 7, id: "ab".repeat(32), root: "cd".repeat(32) },
      authors: 3,
      frozen: [],
      evidence: 0,
      detached: 0,
      spines: { kept: 2, max: 1_000 },
      shardsHeld: 12,
      restoreGuard: "passed",
    });
    expect(text).to.match(/^coherence +not yet verified$/m);
    expect(text).to.match(/^own spine +7 events, last abababababababab, root cdcdcdcdcdcdcdcd$/m);
    expect(text).to.match(/^places +2 of 1000 for spines of others$/m);
    expect(statusText({ coherenceScore: 0.75 })).to.match(/^coherence +0\.75$/m);
  });

  it("the node at a glance, in eight lines of a terminal", () => {
    const answer = {
      ready: true,
      nodeId: PEER,
      gossip: "on",
      peers: 2,
      spine: { size: 7, id: "ab".repeat(32) },
      restoreGuard: "passed",
      calcond: 2311133487,
      engineVersion: "calc-engine/2",
      registryGeneration: "cd".repeat(32),
    };
    const lines = nodeText(answer).trimEnd().split("\n");
    expect(lines.slice(0, 5)).to.deep.equal([
      "state     ready",
      `node      ${PEER}`,
      "peers     2 connected; gossip on",
      "own log   7 events, the last abababababababab",
      "calcond   2311133487",
    ]);
    expect(lines).to.have.length(8);
    expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(80);
    expect(nodeText({ ...answer, warnings: ["damage", "clock"] })).to.match(
      /^see to +damage, clock$/m,
    );
    const waiting = nodeText({
      ...answer,
      ready: false,
      reasons: ["clock", "peers"],
      restoreGuard: "asking",
    });
    expect(waiting)
      .to.match(/^state +not ready: clock, peers$/m)
      .and.match(/; restore guard asking$/m);
  });

  it("a round with what did not agree", () => {
    const text = verifyText({
      coherenceScore: 0.5,
      peers: 1,
      compared: 1,
      agreed: 0,
      sampled: 1,
      recomputed: 1,
      mismatches: [{ peer: PEER, what: "spine ab" }],
    });
    expect(text).to.equal(
      `coherence 0.5\n1 peers answered\n0 of 1 spines agree\n` +
        `1 of 1 sampled receipts came out with the same bits\n  ${PEER}  spine ab\n`,
    );
    expect(verifyText({ coherenceScore: null })).to.include("nothing to compare");
  });

  it("topics and scores", () => {
    expect(
      topicsText({
        topics: [{ name: "head", followers: 5, mesh: 4, accepted: 12, ignored: 3, rejected: 1 }],
      }),
    ).to.match(/^head +5 +4 +12 +3 +1$/m);
    expect(topicsText({ topics: [] })).to.equal("No topic is followed.\n");
    const text = scoresText({
      scores: [{ nodeId: PEER, score: -145, faults: -145, application: 0 }],
      denied: ["12D3KooWx"],
    });
    expect(text).to.match(new RegExp(`^${PEER} +-145 +-145 +0$`, "m"));
    expect(text).to.include("cut off for an hour: 12D3KooWx");
  });

  it("why nodes do not talk: a spine that is not opened in words, one that is by its number", () => {
    const answer = { findings: [], heldBy: 0, listening: [], backlog: [], peers: [] };
    const text = whyText({ ...answer, ownSeq: -1 });
    expect(text).to.include("no own events yet: this node has not opened its spine");
    expect(text).to.not.include("-1");
    expect(whyText({ ...answer, ownSeq: 0, heldBy: 2 })).to.include(
      "own events up to 0; 2 of the connected peers hold all of them",
    );
  });
});
