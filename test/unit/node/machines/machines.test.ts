import { expect } from "chai";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { by, flipBit, AccountBench } from "../../../kit/accounts.js";

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return error.code;
}

async function published(bench: AccountBench): Promise<readonly string[]> {
  const { items, total } = await bench.machines.published({ limit: 1_000, offset: 0 });
  expect(total).to.equal(items.length);
  return items.map(({ slug }) => slug);
}

describe("node: machines", () => {
  it("are found by slug and id by their owner, and are nobody else's", async () => {
    const bench = new AccountBench();
    const ann = await bench.open();
    const bob = await bench.open();
    const { id, slug } = ann.machine;
    for (const name of [id, slug]) {
      expect(await bench.machines.owned(ann.account, name)).to.include({
        id,
        slug,
        owner: ann.account,
      });
      expect(await bench.machines.owned(bob.account, name)).to.equal(null);
    }
    expect(await bench.machines.owned(ann.account, "no-such-one")).to.equal(null);
    expect(
      await codeOf(bench.machines.require(slug, await bench.principal(bob.key), "read")),
    ).to.equal("NOT_FOUND");
    expect(await codeOf(bench.machines.require(slug, null, "read"))).to.equal("NOT_FOUND");
  });

  it("a key without limits opens no machine of another owner", async () => {
    const bench = new AccountBench();
    const { machine } = await bench.open();
    const master = await bench.principal(await bench.accounts.mintOperatorKey());
    expect(master.unlimited).to.equal(true);
    for (const action of ["read", "edit", "grant-viewer", "rotate-key", "set-public"] as const) {
      expect(await codeOf(bench.machines.require(machine.slug, master, action)), action).to.equal(
        "NOT_FOUND",
      );
    }
  });

  it("its own key is admin of it and of nothing else; the account is owner", async () => {
    const bench = new AccountBench();
    const { account, key, machine } = await bench.open();
    await bench.run(bench.machineRegister.create(by(account), { slug: "second" }));
    const own = await bench.principal(machine.key);
    expect((await bench.machines.require(machine.slug, own, "edit")).role).to.equal("admin");
    expect(await codeOf(bench.machines.require(machine.slug, own, "rotate-key"))).to.equal(
      "FORBIDDEN",
    );
    expect(await codeOf(bench.machines.require("second", own, "read"))).to.equal("NOT_FOUND");
    const owner = await bench.principal(key);
    expect((await bench.machines.require("second", owner, "set-public")).role).to.equal("owner");
    expect(
      (await bench.machines.ofAccount(account)).machines.map(({ slug }) => slug),
    ).to.have.members([machine.slug, "second"]);
  });

  it("grants give roles until they end or are taken back, and admins give none that is theirs", async () => {
    const bench = new AccountBench();
    const ann = await bench.open();
    const bob = await bench.open();
    const cid = await bench.open();
    const { slug } = ann.machine;
    const [owner, admin, friend] = [
      await bench.principal(ann.key),
      await bench.principal(bob.key),
      await bench.principal(cid.key),
    ];
    await bench.run(
      bench.machineChanges.grant(slug, owner, {
        principal: bob.account,
        role: "admin",
        expiresCalcond: null,
      }),
    );
    expect((await bench.machines.require(slug, admin, "edit")).role).to.equal("admin");
    expect(
      await codeOf(
        bench.run(
          bench.machineChanges.grant(slug, admin, {
            principal: cid.account,
            role: "admin",
            expiresCalcond: null,
          }),
        ),
      ),
    ).to.equal("FORBIDDEN");
    const end = bench.deadlines.now() + 10;
    const given = await bench.run(
      bench.machineChanges.grant(slug, admin, {
        principal: cid.account,
        role: "operator",
        expiresCalcond: end,
      }),
    );
    expect(given.id).to.equal("g_2");
    expect((await bench.machines.require(slug, friend, "send")).role).to.equal("operator");
    expect(await codeOf(bench.machines.require(slug, friend, "edit"))).to.equal("FORBIDDEN");
    bench.clock.forward(10);
    expect(await codeOf(bench.machines.require(slug, friend, "read"))).to.equal("NOT_FOUND");
    expect(await codeOf(bench.run(bench.machineChanges.ungrant(slug, admin, "g_1")))).to.equal(
      "FORBIDDEN",
    );
    await bench.run(bench.machineChanges.ungrant(slug, owner, "g_1"));
    expect(await codeOf(bench.machines.require(slug, admin, "read"))).to.equal("NOT_FOUND");
    const nobody = { principal: "0".repeat(32), role: "viewer", expiresCalcond: null } as const;
    expect(await codeOf(bench.run(bench.machineChanges.grant(slug, owner, nobody)))).to.equal(
      "INVALID_INPUT",
    );
    expect(
      await codeOf(
        bench.run(
          bench.machineChanges.grant(slug, owner, { ...nobody, principal: bob.key.slice(0, 12) }),
        ),
      ),
    ).to.equal("INVALID_INPUT");
  });

  it("a key of another machine of the owner can be given a role", async () => {
    const bench = new AccountBench();
    const { account, key, machine } = await bench.open();
    await bench.run(bench.machineRegister.create(by(account), { slug: "second" }));
    await bench.run(
      bench.machineChanges.grant("second", await bench.principal(key), {
        principal: machine.key.slice(0, 12),
        role: "operator",
        expiresCalcond: null,
      }),
    );
    expect(
      (await bench.machines.require("second", await bench.principal(machine.key), "send")).role,
    ).to.equal("operator");
  });

  it("are listed while they are public, and readable by anybody", async () => {
    const bench = new AccountBench();
    const { key, machine } = await bench.open();
    const owner = await bench.principal(key);
    expect(await published(bench)).to.deep.equal([]);
    await bench.run(bench.machineChanges.change(machine.slug, owner, { isPublic: true }));
    expect(await published(bench)).to.deep.equal([machine.slug]);
    expect((await bench.machines.require(machine.slug, null, "read")).role).to.equal("viewer");
    expect(await codeOf(bench.machines.require(machine.slug, null, "send"))).to.equal("FORBIDDEN");
    await bench.run(bench.machineChanges.change(machine.slug, owner, { isPublic: false }));
    expect(await published(bench)).to.deep.equal([]);
  });

  it("are listed in the order in which they began: a new one moves none", async () => {
    const bench = new AccountBench();
    const { account, machine } = await bench.open();
    const slugs = ["zzzz", "longer-than-others", "aaaa", "mmmm-2"];
    for (const slug of slugs) {
      bench.clock.forward(1);
      await bench.run(bench.machineRegister.create(by(account), { slug, isPublic: true }));
    }
    expect(await published(bench)).to.deep.equal(slugs);
    expect(
      (await bench.machines.ofAccount(account)).machines.map(({ slug }) => slug),
    ).to.deep.equal([machine.slug, ...slugs]);
  });

  it("that are damaged are listed apart, told to whom they belong and of public ones to everybody, and hold their slugs", async () => {
    const bench = new AccountBench();
    const [ann, bob] = [await bench.open(), await bench.open()];
    for (const [slug, isPublic] of [
      ["ann-public", true],
      ["ann-private", false],
      ["ann-sound", true],
    ] as const) {
      await bench.run(bench.machineRegister.create(by(ann.account), { slug, isPublic }));
    }
    const owner = await bench.principal(ann.key);
    await bench.run(
      bench.machineChanges.grant("ann-private", owner, {
        principal: bob.account,
        role: "viewer",
        expiresCalcond: null,
      }),
    );
    const idOf = async (slug: string): Promise<string> =>
      (await bench.machines.owned(ann.account, slug))!.id;
    const [open, hidden] = [await idOf("ann-public"), await idOf("ann-private")];
    for (const id of [open, hidden]) await flipBit(bench.raw, buckets.mach, id);
    const { damaged, machines } = await bench.machines.ofAccount(ann.account);
    expect(damaged).to.have.deep.members([
      { slug: "ann-public", id: open },
      { slug: "ann-private", id: hidden },
    ]);
    expect(machines.map(({ slug }) => slug)).to.have.members([ann.machine.slug, "ann-sound"]);
    const listed = await bench.machines.published({ limit: 100, offset: 0 });
    expect([listed.damaged, listed.items.map(({ slug }) => slug)]).to.deep.equal([
      [{ slug: "ann-public", id: open }],
      ["ann-sound"],
    ]);

    const askers = {
      owner,
      other: await bench.principal(bob.key),
      nobody: null,
      ownMachine: await bench.principal(ann.machine.key),
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
        expect(await nameOf(bench.machines.require(name, askers[who], "read")), who).to.equal(
          "DamagedError",
        );
      for (const name of ["ann-private", hidden])
        expect(await nameOf(bench.machines.require(name, askers[who], "read")), who).to.equal(sees);
    }
    expect(await nameOf(bench.machines.owned(ann.account, "ann-private"))).to.equal("DamagedError");
    expect(await bench.machines.owned(bob.account, "ann-public")).to.equal(null);
    expect(
      await codeOf(
        bench.run(bench.machineRegister.create(by(bob.account), { slug: "ann-private" })),
      ),
    ).to.equal("SLUG_TAKEN");
  });

  it("are found where a list or an index by slug is damaged", async () => {
    const bench = new AccountBench();
    const ann = await bench.open();
    await bench.run(
      bench.machineRegister.create(by(ann.account), { slug: "ann-public", isPublic: true }),
    );
    const list = `machines of ${ann.account}`;
    await flipBit(bench.raw, buckets.listed, [list, "ann-public"]);
    expect(
      (await bench.machines.ofAccount(ann.account)).machines.map(({ slug }) => slug),
    ).to.have.members([ann.machine.slug, "ann-public"]);
    await flipBit(bench.raw, buckets.slug, "ann-public");
    expect((await bench.machines.ofAccount(ann.account)).damaged).to.deep.equal([
      { slug: "ann-public", id: null },
    ]);
    expect(await published(bench)).to.deep.equal(["ann-public"]);
    expect(await codeOf(bench.machineRegister.checkFree("ann-public"))).to.equal("SLUG_TAKEN");
    expect(
      await codeOf(
        bench.run(bench.machineRegister.create(by(ann.account), { slug: "ann-public" })),
      ),
    ).to.equal("SLUG_TAKEN");
  });

  it("tell which grants hold: none that has expired, none to a key that was replaced", async () => {
    const bench = new AccountBench();
    const ann = await bench.open();
    const bob = await bench.open();
    await bench.run(bench.machineRegister.create(by(ann.account), { slug: "second" }));
    const owner = await bench.principal(ann.key);
    const end = bench.deadlines.now() + 10;
    await bench.run(
      bench.machineChanges.grant("second", owner, {
        principal: bob.account,
        role: "viewer",
        expiresCalcond: end,
      }),
    );
    await bench.run(
      bench.machineChanges.grant("second", owner, {
        principal: ann.machine.key.slice(0, 12),
        role: "operator",
        expiresCalcond: null,
      }),
    );
    const held = async (): Promise<readonly string[]> => {
      const { machine } = await bench.machines.require("second", owner, "read-grants");
      return [...(await bench.machines.holding(machine))].map(({ id }) => id);
    };
    expect(await held()).to.deep.equal(["g_1", "g_2"]);
    bench.clock.forward(10);
    expect(await held()).to.deep.equal(["g_2"]);
    const { machine } = await bench.machines.require(ann.machine.slug, owner, "rotate-key");
    await bench.run(bench.keys.rotateMachine(machine, 0));
    expect(await held()).to.deep.equal([]);
  });

  it("no role is given to an account by its inner name", async () => {
    const bench = new AccountBench();
    const { key, machine } = await bench.open();
    await bench.accounts.mintOperatorKey();
    expect(
      await codeOf(
        bench.run(
          bench.machineChanges.grant(machine.slug, await bench.principal(key), {
            principal: "operator",
            role: "viewer",
            expiresCalcond: null,
          }),
        ),
      ),
    ).to.equal("INVALID_INPUT");
  });

  it("of one slug is made once, whoever asks at the same time", async () => {
    const bench = new AccountBench();
    const people = await Promise.all(Array.from({ length: 6 }, () => bench.open()));
    const settled = await Promise.allSettled(
      people.map(({ account }) =>
        bench.run(bench.machineRegister.create(by(account), { slug: "oven" })),
      ),
    );
    expect(settled.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const bad of ["ab", "Oven", "oven/", "aggregate"]) {
      expect(
        await codeOf(
          Promise.resolve().then(() =>
            bench.run(bench.machineRegister.create(by(people[0]!.account), { slug: bad })),
          ),
        ),
      ).to.equal("INVALID_INPUT");
    }
  });
});
