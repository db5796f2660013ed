/** `calc clock`: what is held by a clock that was ahead, and how to go on. */
import type { Session, Verb } from "../../api/cli/session.js";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import { systemClock } from "../../node/runtime/clock.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { loadIdentity } from "../../node/runtime/identity/identity.js";
import { clockHold, type ClockHold } from "../../node/spine/clockHold.js";
import { openedOffline } from "./records/ledger.js";

const NS_PER_MS = 1_000_000n;
const UNITS = [
  ["days", 86_400_000n],
  ["hours", 3_600_000n],
  ["minutes", 60_000n],
  ["seconds", 1_000n],
  ["ms", 1n],
] as const;

export const clockVerb: Verb = {
  register(program, run) {
    const command = program
      .command("clock")
      .description(
        "What a stopped node may not seal before, by its own head; after a clock that was ahead",
      );
    command.action(async () => {
      await run(command, async (session) => shown(session, await holdOf(session)));
    });
  },
};

async function holdOf(session: Session): Promise<ClockHold> {
  const { dataDir, store } = await openedOffline(session).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.exit !== EXIT.locked) throw error;
    throw new CliError(
      error.code,
      error.exit,
      error.message,
      "Stop the node first. While it runs, calc ready tells whether the clock holds it.",
    );
  });
  try {
    const { publicKeyHex } = await loadIdentity(dataDir, nodeCrypto);
    return await clockHold(store, publicKeyHex, systemClock().nowNs());
  } finally {
    await store.close();
  }
}

function shown(session: Session, hold: ClockHold): number {
  const { events, firstHeld, nowNs, sealsFromNs } = hold;
  const isHeld = sealsFromNs > nowNs;
  if (session.options.json === true || session.options.field !== undefined) {
    session.print({
      held: isHeld,
      now: iso(nowNs),
      sealsFrom: iso(sealsFromNs),
      aheadMs: isHeld ? Number((sealsFromNs - nowNs) / NS_PER_MS) : 0,
      events,
      firstHeld: firstHeld === null ? null : { seq: firstHeld.seq, at: iso(firstHeld.ns) },
      heldEvents: firstHeld === null ? 0 : events - firstHeld.seq,
    });
  } else if (session.options.quiet !== true) session.modules.out(textOf(hold, isHeld));
  return isHeld ? EXIT.refused : EXIT.ok;
}

function textOf({ events, firstHeld, nowNs, sealsFromNs }: ClockHold, isHeld: boolean): string {
  const lines = [
    `clock        ${iso(nowNs)}`,
    `own head     ${events === 0 ? "none yet" : iso(sealsFromNs)}`,
  ];
  if (!isHeld) return [...lines, "nothing is held: the node seals", ""].join("\n");
  lines.push(`ahead        ${spoken((sealsFromNs - nowNs) / NS_PER_MS)}`);
  if (firstHeld !== null)
    lines.push(
      `held         events ${firstHeld.seq} to ${events - 1} of the spine, from ${iso(firstHeld.ns)} on`,
    );
  return [
    ...lines,
    "",
    "The node sealed while its clock was ahead, and seals nothing before that instant. Ways on:",
    "  1. The clock is wrong now: set it.",
    "  2. Wait. Until then results come without a receipt, and /api/ready says clock.",
    `  3. Restore a backup from before ${iso(firstHeld?.ns ?? sealsFromNs)}. A peer that holds later events`,
    "     gives them back, and the node is held again; without such a peer what was sealed since is lost.",
    "  4. Go on under a new identity with an empty --data-dir. Receipts of the old one stay valid.",
    "",
  ].join("\n");
}

function iso(ns: bigint): string {
  return new Date(Number(ns / NS_PER_MS)).toISOString();
}

function spoken(ms: bigint): string {
  const [name, size] = UNITS.find(([, unit]) => ms >= 2n * unit) ?? UNITS[4];
  return `${ms / size} ${name}`;
}
