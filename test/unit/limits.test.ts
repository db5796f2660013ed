/**
 * Limits of the protocol. A limit is a round number, binary or decimal, so that one that is off by
 * one is seen; the others follow from the length of a calcond, the contract or the reason beside.
 */
import { expect } from "chai";
import * as limits from "../../protocol/limits.js";

/** S: 1 calcond is 777,000,777 ns. */
const CALCOND_NS = 777_000_777n;

/** The nearest number of whole calconds. */
function calconds(seconds: number): number {
  return Number((BigInt(seconds) * 1_000_000_000n + CALCOND_NS / 2n) / CALCOND_NS);
}

const DAY_S = 86_400;
const DERIVED: Readonly<Record<string, bigint | number>> = {
  CALCOND_NS,
  IDEMPOTENCY_KEPT_CALCONDS: calconds(DAY_S),
  FIELDS_KEPT_CALCONDS: calconds(DAY_S),
  KEY_GRACE_CALCONDS_MAX: calconds(DAY_S),
  TICK_INTERVAL_CALCONDS_MAX: calconds(DAY_S),
  SESSION_CALCONDS: calconds(30 * DAY_S),
  OFFER_AHEAD_CALCONDS_MAX: calconds(30 * DAY_S),
  MAIL_ATTACHMENT_CALCONDS: calconds(DAY_S),
  MAIL_DELIVERY_CALCONDS: calconds(DAY_S),
  MAIL_TOMBSTONE_CALCONDS: calconds(30 * DAY_S),
  SESSION_NONCE_CALCONDS: calconds(300),
  // 128 bits in base64url, six a character.
  SECRET_KEY_CHARS_MIN: Math.ceil(128 / 6),
  // RFC 5322, 2.1.1: characters of a line; POSIX: bytes of a name.
  MAIL_SUBJECT_CHARS_MAX: 998,
  PAGE_PATH_BYTES_MAX: 255,
  // A week, 9 minutes short.
  LINK_CALCONDS_MAX: 777_700,
  // The contract: KO42 and three domain operators, its alpha, its bounds, the shift of parity.
  DOMAIN_OPERATORS_MAX: 3,
  CHAIN_OPERATORS_MAX: 4,
  KO42_ALPHA: 0.001,
  PRECISION_BOUND: 0.0001,
  SAMPLING_BOUND: 0.001,
  PARITY_VARIANCE_MAX: 0.0091,
  // A median of three clocks needs three peers.
  CLOCK_PEERS_MIN: 3,
  CLOCK_SKEW_CALCONDS_MAX: 2,
  HANDSHAKE_AHEAD_CALCONDS: 2,
  NAMES_OF_OWNER_MAX: 8,
  TABLE_GRID_AXES_MAX: 4,
};

function isRound(value: number): boolean {
  let [binary, decimal] = [value, value];
  while (binary % 2 === 0) binary /= 2;
  while (decimal % 10 === 0) decimal /= 10;
  return binary <= 9 || (decimal < value && decimal < 100);
}

describe("protocol/limits", () => {
  for (const [name, value] of Object.entries(DERIVED))
    it(`${name} is ${value}`, () => {
      expect(Object.entries(limits).find(([one]) => one === name)?.[1]).to.equal(value);
    });

  it("has round numbers", () => {
    const odd = Object.entries(limits).filter(
      ([name, value]) =>
        !Object.hasOwn(DERIVED, name) && (typeof value !== "number" || !isRound(value)),
    );
    expect(odd).to.deep.equal([]);
  });
});
