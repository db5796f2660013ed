/** Error codes with their statuses and exit codes, as published: none may change or vanish. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  codeOfProblemSlug,
  ERROR_AREAS,
  ERROR_CODES,
  errorEntry,
  problemType,
} from "../../protocol/errors/index.js";

/** code: [status, exit code]. Literals, never read from the source. */
const PUBLISHED: Readonly<Record<string, readonly [number, number]>> = {
  INVALID_BODY: [400, 2],
  MALFORMED_JSON: [400, 2],
  INVALID_IDEMPOTENCY_KEY: [400, 2],
  OPERATOR_CHAIN: [400, 2],
  UNKNOWN_OPERATOR: [400, 2],
  UNKNOWN_ARCHETYPE: [400, 2],
  UNKNOWN_STACK: [400, 2],
  DUPLICATE_INPUT: [400, 2],
  INVALID_INPUT: [400, 2],
  INSUFFICIENT_INPUTS: [400, 3],
  NOT_CANONICAL: [400, 2],
  BAD_EVENT: [400, 2],
  UNKNOWN_KIND: [400, 2],
  WRONG_NET: [400, 2],
  MISSING_HANDSHAKE: [401, 4],
  BAD_HANDSHAKE: [401, 4],
  STALE_HANDSHAKE: [401, 4],
  EQUIVOCATION: [409, 8],
  KEY_ENDED: [409, 8],
  NO_MESH_SECRET: [503, 1],
  PROVIDER_REFUSED: [422, 3],
  PROVIDER_LIMITED: [429, 7],
  PROVIDER_FAILED: [502, 1],
  PROVIDER_TIMEOUT: [504, 1],
  NEEDS_RECONFIGURATION: [409, 8],
  MISSING_KEY: [401, 4],
  INVALID_KEY: [401, 4],
  BAD_KEY_FORMAT: [401, 4],
  BAD_SIGNATURE: [401, 4],
  FORBIDDEN: [403, 4],
  HOST_NOT_ALLOWED: [403, 4],
  HTTP_VERSION_NOT_SUPPORTED: [505, 2],
  ORIGIN_NOT_ALLOWED: [403, 4],
  NOT_FOUND: [404, 6],
  GONE: [410, 6],
  LINK_EXPIRED: [401, 4],
  NO_TICK_YET: [404, 6],
  CHANNEL_CLOSED: [410, 6],
  TICK_TOO_EARLY: [409, 8],
  STEP_CONFLICT: [409, 8],
  HALTED: [409, 8],
  STEP_FAILED: [422, 9],
  REACTOR_CLOSED: [410, 6],
  CONTRACT_PAUSED: [409, 8],
  STATE_LOST: [409, 8],
  INVALID_PROGRAM: [422, 2],
  UPGRADE_REQUIRED: [426, 2],
  MACHINE_CLOSED: [410, 6],
  PAYLOAD_NOT_KEPT: [410, 6],
  SOLVER_REJECTED: [400, 3],
  METHOD_NOT_ALLOWED: [405, 2],
  NOT_ACCEPTABLE: [406, 2],
  REQUEST_TIMEOUT: [408, 2],
  CONFLICT: [409, 8],
  CID_TAKEN: [409, 8],
  ADDRESS_TAKEN: [409, 8],
  FRAME_AUTH_FAILED: [409, 8],
  IDEMPOTENCY_IN_PROGRESS: [409, 8],
  PRECONDITION_FAILED: [412, 8],
  TOO_LARGE: [413, 2],
  TRANSFER_CODING_UNKNOWN: [501, 2],
  UNSUPPORTED_MEDIA_TYPE: [415, 2],
  IDEMPOTENCY_KEY_REUSED: [422, 8],
  UNPROCESSABLE_QUERY: [422, 2],
  DID_NOT_CONVERGE: [422, 9],
  ENERGY_NOT_CONSERVED: [422, 9],
  RATE_LIMITED: [429, 7],
  HEADERS_TOO_LARGE: [431, 2],
  BAD_NAME: [400, 2],
  NAME_RESERVED: [400, 2],
  BACKDATED: [400, 2],
  FUTURE_CALCOND: [400, 2],
  ADDRESS_MISMATCH: [400, 2],
  INSUFFICIENT_BALANCE: [402, 5],
  POW_REQUIRED: [402, 5],
  NAME_TAKEN: [409, 8],
  NAME_LIMIT: [409, 8],
  STALE_SEQUENCE: [409, 8],
  SLUG_TAKEN: [409, 8],
  BAD_CHALLENGE: [401, 4],
  SESSION_EXPIRED: [401, 4],
  ALREADY_CLAIMED: [409, 8],
  NOT_ELIGIBLE: [409, 8],
  NOT_ENOUGH_MOVABLE: [409, 8],
  NOT_MOVABLE: [409, 8],
  NOT_ENOUGH: [409, 8],
  NOT_BONDED: [409, 8],
  ALREADY_BONDED: [409, 8],
  OFFER_EXPIRED: [409, 8],
  OFFER_USED: [409, 8],
  INTERNAL: [500, 1],
  METHOD_NOT_IMPLEMENTED: [501, 2],
  BUSY: [503, 1],
  NOT_READY: [503, 1],
};

describe("error codes", () => {
  it("are the published ones, with their statuses and exit codes", () => {
    const table = Object.fromEntries(
      ERROR_CODES.map((code) => {
        const { status, exit } = errorEntry(code);
        return [code, [status, exit]];
      }),
    );
    expect(table).to.deep.equal(PUBLISHED);
  });
  it("each stand in one area only", () => {
    const codes = ERROR_AREAS.flatMap((area) => Object.keys(area));
    expect(codes).to.have.lengthOf(new Set(codes).size);
    expect(codes.toSorted()).to.deep.equal(ERROR_CODES.toSorted());
  });
  it("each are answered by some file beside the table", () => {
    const sources = ["api", "node", "protocol"].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !`${room}/${path}`.startsWith("protocol/errors"))
        .filter((path) => !`${room}/${path}`.startsWith("api/contract/"))
        .map((path) => readFileSync(join(room, path), "utf8")),
    );
    const text = sources.join("\n");
    const named = ERROR_CODES.filter((code) => text.includes(`"${code}"`));
    expect(named).to.have.members(ERROR_CODES);
  });
  it("each have a page of their own and say what to do", () => {
    for (const code of ERROR_CODES) {
      const type = problemType(code);
      expect(type).to.match(/^\/problems\/[a-z]+(-[a-z]+)*$/);
      expect(codeOfProblemSlug(type.slice("/problems/".length))).to.equal(code);
      expect(errorEntry(code).title.length, code).to.be.greaterThan(10);
      expect(errorEntry(code).remedy.length, code).to.be.greaterThan(10);
    }
    expect(codeOfProblemSlug("Not-Found")).to.equal(null);
    expect(codeOfProblemSlug("constructor")).to.equal(null);
  });
});
