import { expect } from "chai";
import * as fc from "fast-check";
import {
  ACTIONS,
  allowed,
  GRANTABLE_ROLES,
  higherRole,
  roleOn,
  ROLES,
  type Asker,
  type Role,
  type RoleSubject,
} from "../../../protocol/identity/roles.js";
import { runs } from "../../kit/runs.js";

const SEED = 6_001;
/** The table as published: what each role may do that the one below may not. */
const MORE: Readonly<Record<Role, readonly string[]>> = {
  viewer: ["read"],
  operator: ["read-payload", "send", "fire", "tick", "step", "pause"],
  admin: [
    "edit",
    "deploy",
    "publish",
    "read-grants",
    "drop-payload",
    "grant-viewer",
    "grant-operator",
  ],
  owner: ["grant-admin", "set-public", "rotate-key", "close"],
};

const MACHINE: RoleSubject = { id: "m_a", owner: "ann", isPublic: false, grants: [] };
const account = (name: string): Asker => ({
  account: name,
  machine: null,
  keyHash: `key of ${name}`,
});

describe("identity: roles", () => {
  it("may do what the table says, and all that lower ones may", () => {
    expect([...ACTIONS].sort()).to.deep.equal(Object.values(MORE).flat().sort());
    const may = new Set<string>();
    for (const role of ROLES) {
      for (const action of MORE[role]) may.add(action);
      for (const action of ACTIONS)
        expect(allowed(role, action), `${role} ${action}`).to.equal(may.has(action));
    }
    for (const action of ACTIONS) expect(allowed(null, action)).to.equal(false);
  });

  it("come from owning, from the machine's own key, from being public, and from grants", () => {
    expect(roleOn(MACHINE, null, 0)).to.equal(null);
    expect(roleOn(MACHINE, account("ann"), 0)).to.equal("owner");
    expect(roleOn(MACHINE, account("bob"), 0)).to.equal(null);
    expect(roleOn({ ...MACHINE, isPublic: true }, null, 0)).to.equal("viewer");
    expect(roleOn(MACHINE, { account: "ann", machine: "m_a", keyHash: "k" }, 0)).to.equal("admin");
    expect(roleOn(MACHINE, { account: "ann", machine: "m_b", keyHash: "k" }, 0)).to.equal(null);
    const granted: RoleSubject = {
      ...MACHINE,
      grants: [
        { to: { account: "bob" }, role: "operator", expiresCalcond: 10 },
        { to: { account: "bob" }, role: "viewer", expiresCalcond: null },
        { to: { keyHash: "k" }, role: "operator", expiresCalcond: null },
      ],
    };
    expect(roleOn(granted, account("bob"), 9)).to.equal("operator");
    expect(roleOn(granted, account("bob"), 10)).to.equal("viewer");
    // An allowance given to an account is not given to the keys of its machines.
    expect(roleOn(granted, { account: "bob", machine: "m_c", keyHash: "x" }, 9)).to.equal(null);
    expect(roleOn(granted, { account: "ann", machine: "m_b", keyHash: "k" }, 9)).to.equal(
      "operator",
    );
  });

  it("add: a further grant takes nothing away", () => {
    const grant = fc.record({
      to: fc.oneof(
        fc.record({ account: fc.constantFrom("bob", "cid") }),
        fc.record({ keyHash: fc.constantFrom("k", "l") }),
      ),
      role: fc.constantFrom(...GRANTABLE_ROLES),
      expiresCalcond: fc.option(fc.integer({ min: 0, max: 20 })),
    });
    const asker = fc.record({
      account: fc.constantFrom("ann", "bob", "cid"),
      machine: fc.constantFrom(null, "m_a", "m_b"),
      keyHash: fc.constantFrom("k", "l", "m"),
    });
    fc.assert(
      fc.property(
        fc.array(grant, { maxLength: 6 }),
        grant,
        asker,
        fc.integer({ min: 0, max: 20 }),
        (grants, more, who, calcond) => {
          const before = roleOn({ ...MACHINE, grants }, who, calcond);
          const after = roleOn({ ...MACHINE, grants: [more, ...grants] }, who, calcond);
          expect(higherRole(before, after)).to.equal(after);
        },
      ),
      { seed: SEED, numRuns: runs(125, 500) },
    );
  });
});
