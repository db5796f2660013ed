/** A network of whole nodes whose witnesses of names change their keys, in virtual time. */
import { expect } from "chai";
import { nodeScrypt } from "../../../../node/accounts/scrypt.js";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import { isObject } from "../../../../protocol/encoding/json.js";
import { createEvent } from "../../../../protocol/seal/event.js";
import { addressOf } from "../../../../protocol/names/address.js";
import { signNameBody } from "../../../../protocol/names/bodies.js";
import { WorkMiner } from "../../../../protocol/names/mine.js";
import { verifyName } from "../../../../protocol/names/proof.js";
import { workBits } from "../../../../protocol/names/rules.js";
import {
  LocalMesh,
  localKey,
  localSeed,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";
import { fieldsOf, listOf, parseFields, textOf, type Fields } from "../../../kit/requests.js";

const WITNESSES = ["one", "two", "three", "four"];
const modules = { crypto, scrypt: nodeScrypt };

describe("a network whose witnesses of names change their keys", () => {
  const seed = crypto.sha256("an owner of names");
  const publicKey = crypto.ed25519PublicKey(seed);
  const owner = Buffer.from(publicKey).toString("hex");
  let mesh: LocalMesh;
  let home: LocalNode;

  before(async () => {
    mesh = new LocalMesh({ witnesses: WITNESSES });
    home = await mesh.add("home");
    for (const name of WITNESSES) await mesh.add(name);
    await mesh.pass(2);
  });
  after(() => mesh.stop());

  async function claim(name: string): Promise<void> {
    const { nameRegister, spine } = home.node.services;
    const work = new WorkMiner({ author: owner, name, start: "t", bits: workBits(name) }).run(1e9)!;
    const body = {
      address: await addressOf(nodeScrypt, publicKey),
      claimed: mesh.time.calcond,
      expires: mesh.time.calcond + 1_000_000,
      name,
      owner,
      records: { url: "https://example.org/" },
      sequence: 0,
      work,
    };
    const said = { net: spine.net, kind: "name.claim", body } as const;
    await nameRegister.take("name.claim", signNameBody(crypto, seed, said));
  }

  const viewAt = ({ node }: LocalNode, name: string) => node.services.nameAnswers.view(name);
  const saidBy = (node: LocalNode, name: string): readonly string[] =>
    viewAt(node, name)?.witnesses.seen.map(({ witness }) => witness) ?? [];

  async function seenByAll(name: string): Promise<void> {
    await mesh.until(`all have heard all of ${name}`, async () =>
      mesh.nodes.every((node) => saidBy(node, name).length === WITNESSES.length),
    );
  }

  async function proofOf(name: string): Promise<Fields & { readonly proof: Fields }> {
    const { nameAnswers } = home.node.services;
    const view = viewAt(home, name)!;
    const answer = parseFields(JSON.stringify({ ...view, proof: await nameAnswers.proof(view) }));
    return { ...answer, proof: fieldsOf(answer, "proof") };
  }

  it("goes on with them: a rotated one counts, and so does who follows a stolen key", async () => {
    await claim("kepler-orbits");
    await seenByAll("kepler-orbits");
    const before = await proofOf("kepler-orbits");
    expect(before.proof).to.not.have.property("successions");
    const [, one, two] = mesh.nodes;
    await mesh.rotate(one!);
    await mesh.revoke(two!);
    await mesh.until("all know it", async () =>
      mesh.nodes.every(({ node: { services } }) =>
        ["one", "two"].every((name) => services.successions.endOf(localKey(name)) !== null),
      ),
    );
    await claim("newton-laws");
    await seenByAll("newton-laws");
    const genesis = WITNESSES.map((name) => localKey(name)).sort();
    for (const node of mesh.nodes) {
      expect(saidBy(node, "kepler-orbits"), node.name).to.deep.equal(genesis);
      expect(saidBy(node, "newton-laws"), node.name).to.deep.equal(genesis);
    }
    await mesh.pass(130);
    for (const node of mesh.nodes)
      expect(viewAt(node, "newton-laws")).to.include({ state: "held" });
    const hashes = mesh.nodes.map(({ node }) => node.services.names.book.stateHash());
    expect(new Set(hashes).size).to.equal(1);
  });

  it("proves it to a stranger, who believes no ended key", async () => {
    for (const name of ["kepler-orbits", "newton-laws"]) {
      const verdict = await verifyName(modules, await proofOf(name));
      expect(verdict.reasons, name).to.deep.equal([]);
      expect(verdict.checks.find((one) => one.name === "witnesses")).to.deep.include({ ok: true });
    }
    const shown = await proofOf("newton-laws");
    const [first, second] = listOf(shown.proof, "successions").filter(isObject);
    if (first === undefined || second === undefined) throw new Error("too few keys are shown");
    const without = { ...shown, proof: { ...shown.proof, successions: [first] } };
    const partly = await verifyName(modules, without);
    expect(partly.checks.find(({ name }) => name === "witnesses")?.detail).to.contain("3 of 4");
    const none = { ...shown, proof: { ...shown.proof, successions: [] } };
    expect((await verifyName(modules, none)).valid).to.equal(false);
    const swapped = { ...first, ends: second["ends"]! };
    const forged = { ...shown, proof: { ...shown.proof, successions: [swapped] } };
    expect((await verifyName(modules, forged)).valid).to.equal(false);
    const stranger = { ...first, openings: [...listOf(first, "openings")].reverse() };
    const foreign = { ...shown, proof: { ...shown.proof, successions: [stranger] } };
    expect((await verifyName(modules, foreign)).valid).to.equal(false);
  });

  it("counts nothing that the thief of an ended key says, wherever he places it", async () => {
    const shown = await proofOf("newton-laws");
    const { net } = home.node.services.spine;
    const claimId = viewAt(home, "newton-laws")!.claim;
    const thief = { seed: localSeed("two"), publicKey: localKey("two") };
    const left = [localKey("two", 1), localKey("three")];
    const rest = listOf(shown.proof, "events").filter((event) => {
      const header = fieldsOf(event, "header");
      return header["kind"] !== "name.seen" || !left.includes(textOf(header, "author"));
    });
    for (const seq of [1, 9_000]) {
      const place = { seq, prev: "ab".repeat(32), calcond: mesh.time.calcond };
      const body = { claim: claimId, seen: mesh.time.calcond };
      const { text } = createEvent(crypto, thief, { net, kind: "name.seen", body, ...place });
      const events = [...rest, parseFields(text)];
      const { checks } = await verifyName(modules, { ...shown, proof: { ...shown.proof, events } });
      const witnesses = checks.find(({ name }) => name === "witnesses");
      expect(witnesses?.detail, String(seq)).to.contain("2 of 4");
    }
  });

  it("says nothing twice when it begins anew", async () => {
    const one = mesh.nodes[1]!;
    const size = one.node.services.spine.size;
    const said = (await one.store.names.list()).length;
    await mesh.kill(one);
    await mesh.pass(10);
    const kinds = (await one.store.spine.range(one.publicKey, size, 256)).filter(({ header }) =>
      header.includes('"name.seen"'),
    );
    expect(kinds).to.deep.equal([]);
    expect((await one.store.names.list()).length).to.equal(said);
  });
});
