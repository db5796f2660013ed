/** What people read of an answer: many ids as how many they are. */
import { expect } from "chai";
import { render } from "../../../api/cli/render.js";

const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => i.toString(16).padStart(64, "0"));

describe("cli/render: lists of ids", () => {
  it("shows a thousand pledged ids as their number and where they are had", () => {
    const text = render({ bond: "bond_1", count: 1_000, value: 3_000, envelopes: ids(1_000) });
    expect(text.split("\n")).to.deep.equal([
      "bond: bond_1",
      "count: 1000",
      "value: 3000",
      `envelopes: 1000 ids, ${"0".repeat(64)} to ${"0".repeat(61)}3e7; --json has them all`,
    ]);
  });

  it("shows sentences on a line each", () => {
    const rules = ["Bonded envelopes stay in their owner's vault and cannot move.", "Short."];
    expect(render({ rules }).split("\n")).to.deep.equal([
      "rules:",
      `  - ${rules[0]}`,
      "  - Short.",
    ]);
  });

  it("shows a few ids, and any other list, as they are", () => {
    expect(render({ ids: ids(8) })).to.equal(`ids: ${ids(8).join(", ")}`);
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    expect(render({ numbers })).to.equal(`numbers: ${numbers.join(", ")}`);
  });
});

describe("cli/render: jobs", () => {
  const NODE = `${"ab".repeat(4)}${"0".repeat(56)}`;
  const OTHER = `${"cd".repeat(4)}${"0".repeat(56)}`;
  const TOKEN = "e".repeat(64);
  const job = {
    id: "job_4c283603829cc9e2",
    state: "done",
    chain: ["KO42", "NM21"],
    class: "replicated",
    k: 2,
    deadline: 2_311_229_228,
    funding: "paid",
    locked: 0,
    spent: 6,
    returned: 0,
    parts: 1,
    ended: 1,
    value: 1.980558565028028e20,
    unit: "N",
  };
  const standing = (node: string, agrees: boolean | null, more: object = {}) => ({
    node,
    stage: "revealed",
    agrees,
    standing: "final",
    token: TOKEN,
    credits: 3,
    withheld: false,
    ...more,
  });
  const shard = {
    rows: null,
    phase: "done",
    why: null,
    standing: "final",
    wrong: false,
    beacon: { kind: "quorum", by: [NODE, OTHER, NODE], fault: null },
    nodes: [
      standing(NODE, true),
      standing(OTHER, false, { credits: 0, withheld: true }),
      { ...standing(NODE, null), stage: "lost", token: null },
    ],
  };

  it("say what came of them, who computed it, and where the receipts are", () => {
    expect(render({ ...job, shards: [shard] }).split("\n")).to.deep.equal([
      "job_4c283603829cc9e2  done  KO42 NM21",
      "1.980558565028028e20 N",
      "2 equal results until calcond 2311229228; 1 of 1 parts ended",
      "credits: 6 spent, 0 set aside, 0 came back",
      "",
      "part  rows  phase  standing  drawn by     computed by (+ equal, ! other)",
      "0     -     done   final     3 witnesses  +abababab !cdcdcdcd (bond lost) abababab lost",
      "",
      "  part  node      paid  standing  receipt",
      `  0     abababab  3     final     ${TOKEN}`,
      `  0     cdcdcdcd  0     final     ${TOKEN}`,
    ]);
  });

  it("say where nodes have agreed with each other alone", () => {
    const shown = (others: number | null): string =>
      render({ ...job, shards: [{ ...shard, others }] }).replaceAll(/\s+/g, " ");
    expect(shown(0)).to.include("part 0: nobody has ever agreed with these nodes but they with");
    for (const others of [null, 1]) expect(shown(others)).not.to.include("nobody has ever");
  });

  it("say why a part has no result, and that a draw is not as it was said", () => {
    const beacon = { kind: "node", by: [NODE], fault: "a word was left out" };
    const failed = { ...shard, phase: "failed", why: "too few nodes", beacon, nodes: [] };
    const lines = render({ ...job, state: "failed", value: null, shards: [failed] }).split("\n");
    expect(lines).to.include("0     -     failed  final     NOT AS SAID  -");
    expect(lines.at(-1)).to.equal("part 0: too few nodes");
  });

  it("stand in a list on a line each", () => {
    const economy = {
      ...job,
      id: "job_0000000000000001",
      class: "economy",
      state: "open",
      ended: 0,
    };
    expect(render({ jobs: [job, economy], total: 2 }).split("\n")).to.deep.equal([
      "id                    state  chain      results  parts  locked  spent",
      "job_4c283603829cc9e2  done   KO42 NM21  2 equal  1/1    0       6",
      "job_0000000000000001  open   KO42 NM21  economy  0/1    0       6",
      "2 in all",
    ]);
  });
});
