/** The table of misconfigurations in `docs/mesh.md`, each with a pair of daemons on real addresses. */
import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../../protocol/encoding/json.js";
import { P2P_PORT, type NetLab, type StartOptions } from "../../../scripts/chaos/netLab.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { describeLab } from "../../kit/netMesh.js";
import { call, listOf, textOf } from "../../kit/requests.js";
import { until } from "../../reliability/checker.js";

const FOUND_MS_MAX = 60_000;
/** Of a key that nobody has. */
const NOBODY = "12D3KooWQ8LrFzBHtxSvVeghvp8ChkUYKkV6EwrZeuEMCqKs84x8";

interface Row {
  readonly code: string;
  /** The word that the other side is told, or tells, where it hears of it. */
  readonly other?: string;
  readonly with: (first: RunningNode, lab: NetLab) => StartOptions;
}

function secretOf(lab: NetLab, kid: number): StartOptions["args"] {
  const file = join(lab.dir, `other-${kid}.secret`);
  writeFileSync(file, `${kid}:${"ab".repeat(32)}\n`, { mode: 0o600 });
  return ["--mesh-secret-file", file];
}

function addressOf(first: RunningNode, from: string | RegExp, to: string): StartOptions {
  return { bootstrap: [first.api.p2p[0]!.replace(from, to)] };
}

const ROWS: readonly Row[] = [
  {
    code: "SECRET",
    other: "SECRET",
    with: (of, lab) => ({ bootstrap: [of], args: secretOf(lab, 1)! }),
  },
  { code: "KID", other: "KID", with: (of, lab) => ({ bootstrap: [of], args: secretOf(lab, 7)! }) },
  {
    code: "NETWORK",
    other: "NETWORK",
    with: (of) => ({ bootstrap: [of], args: ["--network", "main"] }),
  },
  { code: "PEER_ID", with: (of) => addressOf(of, /p2p\/.*/, `p2p/${NOBODY}`) },
  { code: "REFUSED", with: (of) => addressOf(of, `tcp/${P2P_PORT}`, "tcp/4999") },
  { code: "NO_NAME", with: (of) => addressOf(of, /^.ip4.[^/]+/, "/dns4/node.invalid") },
  {
    code: "LOOPBACK_ONLY",
    with: (of) => ({ bootstrap: [of], args: ["--p2p", `/ip4/127.0.0.1/tcp/${P2P_PORT}`] }),
  },
];

describeLab("daemons that do not talk, and are told why", (open) => {
  async function finds(node: RunningNode, code: string): Promise<void> {
    await until(`finding ${code}`, FOUND_MS_MAX, async () => {
      const { body } = await call(node, "GET", "/api/mesh/why");
      return listOf(body, "findings").some((one) => textOf(one, "code") === code);
    });
  }

  for (const row of ROWS)
    it(row.code, async () => {
      const lab = open();
      const first = await lab.start(lab.machine("45.1.0.2"));
      const second = await lab.start(lab.machine("45.2.0.2"), row.with(first, lab));
      await finds(second, row.code);
      if (row.other === undefined) return;
      const { body } = await call(first, "GET", "/api/mesh/why");
      const said = listOf(body, "peers").flatMap((peer) =>
        isObject(peer) && isObject(peer["refusal"]) ? [textOf(peer["refusal"], "code")] : [],
      );
      expect(said).to.deep.equal([row.other]);
    });

  it("NO_ANSWER", async () => {
    const lab = open();
    const machine = lab.machine("45.1.0.2");
    const first = await lab.start(machine);
    lab.cut(machine);
    await finds(await lab.start(lab.machine("45.2.0.2"), { bootstrap: [first] }), "NO_ANSWER");
  });
});
