/** Short forms of what hostile members did to daemons on networks with addresses of their own. */
import { expect } from "chai";
import { NetLab, whyNoNamespaces } from "../../../scripts/chaos/netLab.js";
import { startMembers } from "../../../scripts/chaos/netMember.js";
import { meshOn, unsealedDuring } from "../../kit/netMesh.js";

const reason = whyNoNamespaces();
const title = "strangers among daemons in network namespaces";

describe(reason === null ? title : `${title} (skipped: ${reason})`, () => {
  let lab: NetLab | null = null;
  before(function check() {
    if (reason !== null) this.skip();
  });
  afterEach(async () => {
    await lab?.close();
    lab = null;
  });

  function open(): NetLab {
    lab = new NetLab();
    return lab;
  }

  it("six members a minute ahead at each of four nodes keep nobody from sealing", async () => {
    const of = open();
    const machines = [1, 2, 3, 4].map((n) => of.machine(`11.${n}.0.2`));
    const [crowd] = of.hidden(
      Array.from({ length: 6 }, (_, n) => `12.1.0.${n + 10}`),
      1,
    );
    const nodes = await meshOn(of, machines);
    expect(await unsealedDuring(nodes, 2), "before").to.equal(0);
    const liars = await startMembers(of, crowd!, { members: 6, aheadMs: 60_000 }, nodes);
    expect(liars.reached).to.equal(24);
    expect(await unsealedDuring(nodes, 20), "while they are there").to.equal(0);
    await liars.stop();
    expect(await unsealedDuring(nodes, 10), "after they left").to.equal(0);
  });
});
