/**
 * Daemons on networks with addresses of their own, in network namespaces: the short form of
 * `test/long/namespaces`. Without root, or where the kernel makes none, it is skipped and says why.
 */
import { expect } from "chai";
import { P2P_PORT } from "../../../scripts/chaos/netLab.js";
import { startMembers } from "../../../scripts/chaos/netMember.js";
import { describeLab, heldByAll, met, unsealedDuring } from "../../kit/netMesh.js";
import { call, force, listOf, sealed, textOf } from "../../kit/requests.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { until } from "../../reliability/checker.js";

const WAIT_MS_MAX = 60_000;
/** Less than Ethernet carries, as behind a tunnel. */
const TUNNEL_BYTES = 1_280;
const LIARS = 6;

/** Where others are told to call it. */
async function addressesOf(node: RunningNode): Promise<string> {
  const { body } = await call(node, "GET", "/api/mesh/why");
  return JSON.stringify(listOf(body, "listening"));
}

describeLab("a mesh whose addresses are real, in network namespaces", (open) => {
  it("a hidden node is reached over a relay, and six liars about the time stop nobody", async () => {
    const lab = open();
    const relay = await lab.start(lab.machine("45.1.0.2"), { args: ["--relay", "serve"] });
    const [site] = lab.hidden(["46.1.0.2"], 1);
    const hidden = await lab.start(site!, { bootstrap: [relay] });
    const other = await lab.start(lab.machine("45.2.0.2"), { bootstrap: [relay] });
    const nodes = [relay, hidden, other];
    for (const node of nodes) await met(node, nodes);
    for (const node of nodes) expect(await addressesOf(node)).to.not.contain("/127.");
    const over = `/ip4/45.1.0.2/tcp/${P2P_PORT}/p2p/${relay.api.peerId}/p2p-circuit`;
    expect(await addressesOf(hidden)).to.contain(over);
    const id = textOf(await sealed(hidden, force("shared")), "receipt_id");
    const { status, text } = await call(other, "GET", `/api/receipts/${id}`);
    expect(status, text).to.equal(200);

    const [crowd] = lab.hidden(["12.1.0.10"], 200);
    const liars = await startMembers(lab, crowd!, { members: LIARS, aheadMs: 60_000 }, [
      relay,
      other,
    ]);
    expect(liars.reached).to.equal(2 * LIARS);
    expect(await unsealedDuring(nodes, 4), "while they are there").to.equal(0);
    await liars.stop();
    expect(await unsealedDuring(nodes, 2), "after they left").to.equal(0);
    await heldByAll(nodes, WAIT_MS_MAX);
  });

  it("a way that loses large packets is named by who asks over it", async () => {
    const lab = open();
    const [near, far] = [1, 2].map((n) => lab.machine(`45.${n}.0.2`));
    const first = await lab.start(near!);
    for (let n = 0; n < 10; n += 1) await sealed(first, force());
    lab.losesLarge(far!, TUNNEL_BYTES);
    const second = await lab.start(far!, { bootstrap: [first] });
    await until("naming it", WAIT_MS_MAX, async () => {
      const { body } = await call(second, "GET", "/api/mesh/why");
      return listOf(body, "findings").some((one) => textOf(one, "code") === "SILENT");
    });
  });
});
