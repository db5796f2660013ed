import { expect } from "chai";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { by, flipBit, Town } from "../../../kit/accounts.js";

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return error.code;
}

async function published(town: Town): Promise<readonly string[]> {
  const { items, total } = await town.machines.published({ limit: 1_000, offset: 0 });
  expect(total).to.equal(items.length);
  return items.map(({ slug }) => slug);
}

describe("node: machines", () => {
  it("are found by slug and id by their owner, and are nobody else's", async () => {
    const town = new Town();
    const ann = await town.open();
    const bob = await town.open();
    const { id, slug } = ann.machine;
    for (const name of [id, slug]) {
      expect(await town.machines.owned(ann.account, name)).to.include({
        id,
        slug,
        owner: ann.account,
      });
      expect(await town.machines.owned(bob.account, name)).to.equal(null);
    }
    expect(await town.machines.owned(ann.account, "no-such-one")).to.equal(null);
    expect(
      await codeOf(town.machines.require(slug, await town.principal(bob.key), "read")),
    ).to.equal("NOT_FOUND");
    expect(await codeOf(town.machines.require(slug, null, "read"))).to.equal("NOT_FOUND");
  });

  it("a key without limits opens no machine of another owner", async () => {
    const town = new Town();
    const { machine } = await town.open();
    const master = await town.principal(await town.accounts.mintOperatorKey());
    expect(master.unlimited).to.equal(true);
    for (const action of ["read", "edit", "grant-viewer", "rotate-key", "set-public"] as const) {
      expect(await codeOf(town.machines.require(machine.slug, master, action)), action).to.equal(
        "NOT_FOUND",
      );
    }
  });

  it("its own key is admin of it and of nothing else; the account is owner", async () => {
    const town = new Town();
    const { account, key, machine } = await town.open();
    await town.run(town.machineRegister.create(by(account), { slug: "second" }));
    const own = await town.principal(machine.key);
    expect((await town.machines.require(machine.slug, own, "edit")).role).to.equal("admin");
    expect(await codeOf(town.machines.require(machine.slug, own, "rotate-key"))).to.equal(
      "FORBIDDEN",
    );
    expect(await codeOf(town.machines.require("second", own, "read"))).to.equal("NOT_FOUND");
    const owner = await town.principal(key);
    expect((await town.machines.require("second", owner, "set-public")).role).to.equal("owner");
    expect(
      (await town.machines.ofAccount(account)).machines.map(({ slug }) => slug),
    ).to.have.members([machine.slug, "second"]);
  });

  it("grants give roles until they end or are taken back, and admins give none that is theirs", async () => {
    const town = new Town();
    const ann = await town.open();
    const bob = await town.open();
    const cid = await town.open();
    const { slug } = ann.machine;
    const [owner, admin, friend] = [
      await town.principal(ann.key),
      await town.principal(bob.key),
      await town.principal(cid.key),
    ];
    await town.run(
      town.machineChanges.grant(slug, owner, {
        principal: bob.account,
        role: "admin",
        expiresCalcond: null,
      }),
    );
    expect((await town.machines.require(slug, admin, "edit")).role).to.equal("admin");
    expect(
      await codeOf(
        town.run(
          town.machineChanges.grant(slug, admin, {
            principal: cid.account,
            role: "admin",
            expiresCalcond: null,
          }),
        ),
      ),
    ).to.equal("FORBIDDEN");
    const end = town.deadlines.now() + 10;
    const given = await town.run(
      town.machineChanges.grant(slug, admin, {
        principal: cid.account,
        role: "operator",
        expiresCalcond: end,
      }),
    );
    expect(given.id).to.equal("g_2");
    expect((await town.machines.require(slug, friend, "send")).role).to.equal("operator");
    expect(await codeOf(town.machines.require(slug, friend, "edit"))).to.equal("FORBIDDEN");
    town.clock.forward(10);
    expect(await codeOf(town.machines.require(slug, friend, "read"))).to.equal("NOT_FOUND");
    expect(await codeOf(town.run(town.machineChanges.ungrant(slug, admin, "g_1")))).to.equal(
      "FORBIDDEN",
    );
    await town.run(town.machineChanges.ungrant(slug, owner, "g_1"));
    expect(await codeOf(town.machines.require(slug, admin, "read"))).to.equal("NOT_FOUND");
    const nobody = { principal: "0".repeat(32), role: "viewer", expiresCalcond: null } as const;
    expect(await codeOf(town.run(town.machineChanges.grant(slug, owner, nobody)))).to.equal(
      "INVALID_INPUT",
    );
    expect(
      await codeOf(
        town.run(
          town.machineChanges.grant(slug, owner, { ...nobody, principal: bob.key.slice(0, 12) }),
        ),
      ),
    ).to.equal("INVALID_INPUT");
  });

  it("a key of another machine of the owner can be given a role", async () => {
    const town = new Town();
    const { account, key, machine } = await town.open();
    await town.run(town.machineRegister.create(by(account), { slug: "second" }));
    await town.run(
      town.machineChanges.grant("second", await town.principal(key), {
        principal: machine.key.slice(0, 12),
        role: "operator",
        expiresCalcond: null,
      }),
    );
    expect(
      (await town.machines.require("second", await town.principal(machine.key), "send")).role,
    ).to.equal("operator");
  });

  it("are listed while they are public, and readable by anybody", async () => {
    const town = new Town();
    const { key, machine } = await town.open();
    const owner = await town.principal(key);
    expect(await published(town)).to.deep.equal([]);
    await town.run(town.machineChanges.change(machine.slug, owner, { isPublic: true }));
    expect(await published(town)).to.deep.equal([machine.slug]);
    expect((await town.machines.require(machine.slug, null, "read")).role).to.equal("viewer");
    expect(await codeOf(town.machines.require(machine.slug, null, "send"))).to.equal("FORBIDDEN");
    await town.run(town.machineChanges.change(machine.slug, owner, { isPublic: false }));
    expect(await published(town)).to.deep.equal([]);
  });

  it("are listed in the order in which they began: a new one moves none", async () => {
    const town = new Town();
    const { account, machine } = await town.open();
    const slugs = ["zzzz", "longer-than-others", "aaaa", "mmmm-2"];
    for (const slug of slugs) {
      town.clock.forward(1);
      await town.run(town.machineRegister.create(by(account), { slug, isPublic: true }));
    }
    expect(await published(town)).to.deep.equal(slugs);
    expect((await town.machines.ofAccount(account)).machines.map(({ slug }) => slug)).to.deep.equal(
      [machine.slug, ...slugs],
    );
  });

  it("that are damaged are listed apart, told to whom they belong and of public ones to everybody, and hold their slugs", async () => {
    const town = new Town();
    const [ann, bob] = [await town.open(), await town.open()];
    for (const [slug, isPublic] of [
      ["ann-public", true],
      ["ann-private", false],
      ["ann-sound", true],
    ] as const) {
      await town.run(town.machineRegister.create(by(ann.account), { slug, isPublic }));
    }
    const owner = await town.principal(ann.key);
    await town.run(
      town.machineChanges.grant("ann-private", owner, {
        principal: bob.account,
        role: "viewer",
        expiresCalcond: null,
      }),
    );
    const idOf = async (slug: string): Promise<string> =>
      (await town.machines.owned(ann.account, slug))!.id;
    const [open, hidden] = [await idOf("ann-public"), await idOf("ann-private")];
    for (const id of [open, hidden]) await flipBit(town.raw, buckets.mach, id);
    const { damaged, machines } = await town.machines.ofAccount(ann.account);
    expect(damaged).to.have.deep.members([
      { slug: "ann-public", id: open },
      { slug: "ann-private", id: hidden },
    ]);
    expect(machines.map(({ slug }) => slug)).to.have.members([ann.machine.slug, "ann-sound"]);
    const listed = await town.machines.published({ limit: 100, offset: 0 });
    expect([listed.damaged, listed.items.map(({ slug }) => slug)]).to.deep.equal([
      [{ slug: "ann-public", id: open }],
      ["ann-sound"],
    ]);

    const askers = {
      owner,
      other: await town.principal(bob.key),
      nobody: null,
      ownMachine: await town.principal(ann.machine.key),
    };
    const nameOf = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => "answered",
        (error: unknown) =>
          error instanceof Refusal ? error.code : error instanceof Error ? error.name : "nothing",
      );
    for (const [who, sees] of [
      ["owner", "DamagedError"],
      ["other", "NOT_FOUND"],
      ["nobody", "NOT_FOUND"],
      ["ownMachine", "NOT_FOUND"],
    ] as const) {
      for (const name of ["ann-public", open])
        expect(await nameOf(town.machines.require(name, askers[who], "read")), who).to.equal(
          "DamagedError",
        );
      for (const name of ["ann-private", hidden])
        expect(await nameOf(town.machines.require(name, askers[who], "read")), who).to.equal(sees);
    }
    expect(await nameOf(town.machines.owned(ann.account, "ann-private"))).to.equal("DamagedError");
    expect(await town.machines.owned(bob.account, "ann-public")).to.equal(null);
    expect(
      await codeOf(town.run(town.machineRegister.create(by(bob.account), { slug: "ann-private" }))),
    ).to.equal("SLUG_TAKEN");
  });

  it("are found where a list or an index by slug is damaged", async () => {
    const town = new Town();
    const ann = await town.open();
    await town.run(
      town.machineRegister.create(by(ann.account), { slug: "ann-public", isPublic: true }),
    );
    const list = `machines of ${ann.account}`;
    await flipBit(town.raw, buckets.listed, [list, "ann-public"]);
    expect(
      (await town.machines.ofAccount(ann.account)).machines.map(({ slug }) => slug),
    ).to.have.members([ann.machine.slug, "ann-public"]);
    await flipBit(town.raw, buckets.slug, "ann-public");
    expect((await town.machines.ofAccount(ann.account)).damaged).to.deep.equal([
      { slug: "ann-public", id: null },
    ]);
    expect(await published(town)).to.deep.equal(["ann-public"]);
    expect(await codeOf(town.machineRegister.checkFree("ann-public"))).to.equal("SLUG_TAKEN");
    expect(
      await codeOf(town.run(town.machineRegister.create(by(ann.account), { slug: "ann-public" }))),
    ).to.equal("SLUG_TAKEN");
  });

  it("tell which grants hold: none that has expired, none to a key that was replaced", async () => {
    const town = new Town();
    const ann = await town.open();
    const bob = await town.open();
    await town.run(town.machineRegister.create(by(ann.account), { slug: "second" }));
    const owner = await town.principal(ann.key);
    const end = town.deadlines.now() + 10;
    await town.run(
      town.machineChanges.grant("second", owner, {
        principal: bob.account,
        role: "viewer",
        expiresCalcond: end,
      }),
    );
    await town.run(
      town.machineChanges.grant("second", owner, {
        principal: ann.machine.key.slice(0, 12),
        role: "operator",
        expiresCalcond: null,
      }),
    );
    const held = async (): Promise<readonly string[]> => {
      const { machine } = await town.machines.require("second", owner, "read-grants");
      return [...(await town.machines.holding(machine))].map(({ id }) => id);
    };
    expect(await held()).to.deep.equal(["g_1", "g_2"]);
    town.clock.forward(10);
    expect(await held()).to.deep.equal(["g_2"]);
    const { machine } = await town.machines.require(ann.machine.slug, owner, "rotate-key");
    await town.run(town.keys.rotateMachine(machine, 0));
    expect(await held()).to.deep.equal([]);
  });

  it("no role is given to an account by its inner name", async () => {
    const town = new Town();
    const { key, machine } = await town.open();
    await town.accounts.mintOperatorKey();
    expect(
      await codeOf(
        town.run(
          town.machineChanges.grant(machine.slug, await town.principal(key), {
            principal: "operator",
            role: "viewer",
            expiresCalcond: null,
          }),
        ),
      ),
    ).to.equal("INVALID_INPUT");
  });

  it("of one slug is made once, whoever asks at the same time", async () => {
    const town = new Town();
    const people = await Promise.all(Array.from({ length: 6 }, () => town.open()));
    const made = await Promise.allSettled(
      people.map(({ account }) =>
        town.run(town.machineRegister.create(by(account), { slug: "oven" })),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const bad of ["ab", "Oven", "oven/", "aggregate"]) {
      expect(
        await codeOf(
          Promise.resolve().then(() =>
            town.run(town.machineRegister.create(by(people[0]!.account), { slug: bad })),
          ),
        ),
      ).to.equal("INVALID_INPUT");
    }
  });
});
