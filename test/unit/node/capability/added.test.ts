/**
 * A capability is added by its folder, its contract file and one line of the list: this one is
 * added to the list of nodes that run, and takes part in all that it states. Its operation, bucket
 * and kind of event have no row in the tables of the contract, the store and the protocol: it is
 * handed to the dispatcher, and its event comes with the spine, as those of a newer version do.
 */
import { expect } from "chai";
import { capabilities } from "../../../../node/capabilities/index.js";
import { MemoryHub } from "../../../../scripts/sim/wires/memoryNet.js";
import { openNode } from "../../../kit/composed.js";
import { notes, noteBucket, NOTE_CALCONDS, NOTE_KIND } from "../../../kit/notes/capability.js";
import { noteAdd } from "../../../kit/notes/contract.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";
import { settled, VirtualTime } from "../../../kit/virtualTime.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { listed } from "../../../../node/capability/define.js";
import { Table } from "../../../../storage/repositories/table.js";

/** Heads are compared with who joins at once, and every 13 calconds. */
const HEADS_COMPARED_MS = 13 * 777;

/** The list of a node, and one line more. */
const list = listed([...capabilities, notes]);

const config = {
  meshSecrets: { secrets: new Map([[1, new Uint8Array(32).fill(5)]]), currentKid: 1 },
};

describe("node: a capability that is added", () => {
  const hub = new MemoryHub();
  const time = new VirtualTime(2_310_000_000n * CALCOND_NS);
  const ports = { clock: time, scheduler: time };
  let served: ServedNode;
  before(async () => {
    served = await serveNode({ list, config, hub, ports, operations: { noteAdd } });
    await served.node.join(null);
  });
  after(() => served.close());

  it("answers its operation over HTTP, and keeps a record in its bucket", async () => {
    const { body, status } = await served.call("POST", noteAdd.path, {
      body: { name: "first", text: "salt" },
    });
    const now = served.node.services.deadlines.now();
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ name: "first", endsCalcond: now + NOTE_CALCONDS });
    const record = await new Table(served.node.store.kv, noteBucket).get("first");
    expect(record).to.deep.equal({ text: "salt", endsCalcond: now + NOTE_CALCONDS });
  });

  it("refuses by the rule of its own, as a problem of the interface", async () => {
    const { body, status } = await served.call("POST", noteAdd.path, {
      body: { name: "first", text: "sugar" },
    });
    expect(status).to.equal(409);
    expect(body["code"]).to.equal("CONFLICT");
  });

  it("shows its gauge, and is offered", async () => {
    expect(served.node.gauges().find(({ name }) => name === "notes_kept")?.samples).to.deep.equal([
      { labels: {}, value: 1 },
    ]);
    const offered = served.node.services.offering.parts.find(({ name }) => name === "notes");
    expect(offered).to.deep.include({ operations: ["noteAdd"], events: [NOTE_KIND] });
  });

  it("has its event taken by another node, in the batch of its effect", async () => {
    const other = await openNode({ list, config, hub, ports, seed: 21 });
    try {
      await other.join(null);
      hub.link(served.node.services.peerId, other.services.peerId);
      const table = new Table(other.store.kv, noteBucket);
      await time.pass(HEADS_COMPARED_MS);
      expect(await table.get("first")).to.deep.equal({ text: "salt", endsCalcond: null });
      const { publicKeyHex } = served.node.services.identity;
      const { size } = served.node.services.spine;
      const held = await Promise.all(
        Array.from({ length: size }, (_, seq) => other.store.spine.event(publicKeyHex, seq)),
      );
      const kinds = held.map((event) => JSON.parse(event?.header ?? "{}").kind);
      expect(kinds.filter((kind) => kind === NOTE_KIND)).to.have.lengthOf(1);
    } finally {
      await other.close();
    }
  });

  it("acts on what is due, once the calcond has come", async () => {
    const table = new Table(served.node.store.kv, noteBucket);
    await served.call("POST", noteAdd.path, { body: { name: "second", text: "ice" } });
    await time.pass((NOTE_CALCONDS - 1) * 777);
    expect(await table.get("second")).to.include({ text: "ice" });
    await time.pass(3 * 777);
    await settled();
    expect(await table.get("second")).to.equal(undefined);
  });
});
