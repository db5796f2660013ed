/** Witnesses: who has cosigned what, and how surely an event stays. */
import * as z from "zod";
import { CHECKPOINT_CHARS_MAX } from "../../../protocol/limits.js";
import { STANDINGS } from "../../../protocol/witness/standing.js";
import { HEX_32_BYTES, QUICK, SINCE, WORKING } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const WITNESS = "/api/witness";
const EXAMPLE_AUTHOR = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const EXAMPLE_ID = "12".repeat(32);
const EXAMPLE_NOTE = "calc/00000000/d75a9801\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n";

export const standing = z
  .enum(STANDINGS)
  .describe(
    "sealed: its author signed it; witnessed: a quorum of witnesses cosigned a checkpoint that covers it; " +
      "final: the quorum did so two calconds or more after it",
  );

const author = HEX_32_BYTES.describe("Ed25519 key of the spine's author, hex");

/** What this node is and knows as a witness. */
export const witnessStatus = defineOperation({
  id: "calc_witness_status",
  method: "GET",
  path: `${WITNESS}/status`,
  since: SINCE,
  summary: "Whom this node trusts as witnesses, and how far its own spine is witnessed",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    key: z.string().describe("This node's own key as a witness, as C2SP writes it"),
    logKey: z
      .string()
      .describe("Key of this node's own log, as C2SP writes it: what a witness of elsewhere needs"),
    state: z
      .enum(["ready", "waiting"])
      .describe("waiting: it cosigns nothing before peers have told what it had cosigned"),
    quorum: z.int().describe("Witnesses that have to cosign; 0: none is asked for"),
    witnesses: z.array(
      z.looseObject({
        name: z.string(),
        publicKey: z.string(),
        url: z.string().nullable().describe("Where it is asked over HTTP; null: over the mesh"),
        connected: z.boolean().describe("As a peer, or it answered the last question over HTTP"),
        cosignedSize: z.int().nullable().describe("Events of this node that it cosigned last"),
      }),
    ),
    size: z.int().describe("Events of this node"),
    witnessedSize: z.int().describe("Of those, the ones that a quorum has covered"),
    witnessedAt: z.int().nullable().describe("Seconds since 1970 at which it had"),
    finalSize: z.int().describe("Of those, the ones that are final"),
    rounds: z.looseObject({ failed: z.int().describe("In a row") }),
    cosigned: z.int().describe("Checkpoints that this node has cosigned since its start"),
    refused: z.int().describe("Checkpoints that it has not cosigned"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        key: `calc/00000000/${EXAMPLE_AUTHOR}+00000000+BNdamAE=`,
        logKey: `calc/00000000/${EXAMPLE_AUTHOR}+00000000+AddamAE=`,
        state: "ready",
        quorum: 1,
        witnesses: [
          {
            name: `calc/00000000/${EXAMPLE_AUTHOR}`,
            publicKey: EXAMPLE_AUTHOR,
            url: null,
            connected: true,
            cosignedSize: 40,
          },
        ],
        size: 42,
        witnessedSize: 40,
        witnessedAt: 1_795_000_000,
        finalSize: 40,
        rounds: { failed: 0 },
        cosigned: 12,
        refused: 0,
      },
    },
  ],
  cli: { verb: "witness status" },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Whom this node trusts as witnesses, and how far its own spine is witnessed.",
  },
});

/** The logs that this node cosigned. */
export const witnessLogs = defineOperation({
  id: "calc_witness_logs",
  method: "GET",
  path: `${WITNESS}/logs`,
  since: SINCE,
  summary: "Spines that this node has cosigned, and how far quorums have",
  auth: "none",
  effect: "read",
  limits: WORKING,
  list: { items: "logs" },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    logs: z.array(
      z.looseObject({
        author,
        cosignedSize: z.int().nullable().describe("Events that this node cosigned last"),
        witnessedSize: z.int().nullable().describe("Events that a quorum is known to cover"),
        witnessedAt: z.int().nullable().describe("Seconds since 1970 at which it had"),
      }),
    ),
    total: z.int(),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        logs: [
          {
            author: EXAMPLE_AUTHOR,
            cosignedSize: 40,
            witnessedSize: 40,
            witnessedAt: 1_795_000_000,
          },
        ],
        total: 1,
      },
    },
  ],
  cli: { verb: "witness list" },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Spines that this node has cosigned, and how far quorums have.",
  },
});

/** Has a checkpoint cosigned. */
export const witnessCosign = defineOperation({
  id: "calc_witness_cosign",
  method: "POST",
  path: `${WITNESS}/cosign`,
  since: SINCE,
  summary: "Have this node cosign a checkpoint",
  description:
    "`question` is the text of C2SP add-checkpoint: `old SIZE`, a proof of consistency, an empty line and the signed " +
    "checkpoint. It is cosigned where the log only grew since this node cosigned it last; what was cosigned is on " +
    "the disk before the answer. `stale` tells the size to go out from.",
  auth: "none",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    question: z
      .string()
      .max(CHECKPOINT_CHARS_MAX + 4_096)
      .describe("Text of C2SP add-checkpoint"),
  }),
  body: "required",
  output: z.looseObject({
    state: z.enum(["cosigned", "stale", "refused"]),
    line: z.string().nullable().describe("Line to append to the note"),
    size: z.int().nullable().describe("Events that this node has cosigned"),
    why: z
      .string()
      .nullable()
      .describe(
        "malformed, unknown (no spine of this network that is held here), unsigned, conflict or inconsistent " +
          "(another history), frozen (two histories are proven), or waiting",
      ),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: { question: `old 0\n\n${EXAMPLE_NOTE}` },
      output: { state: "refused", line: null, size: null, why: "malformed" },
    },
  ],
  mcp: {
    toolset: "node",
    listed: false,
    description: "Have this node cosign a checkpoint (C2SP add-checkpoint).",
  },
});

/** The same question as C2SP asks it. */
export const witnessAddCheckpoint = defineOperation({
  id: "calc_witness_add_checkpoint",
  method: "POST",
  path: `${WITNESS}/add-checkpoint`,
  since: SINCE,
  summary: "Have this node cosign a checkpoint, as C2SP tlog-witness asks it",
  description:
    "The body is plain text: `old SIZE`, a proof of consistency in base64, an empty line and the signed checkpoint. " +
    "200 has the line to append to the note. 409 with the type `text/x.tlog.size` has the size that was cosigned " +
    "last. 404: no spine that is held here, and no log that the operator names; 403: not signed by its key, or two " +
    "histories of it are proven; 422: the proof does not hold, or it is another root of the same size; 400: no " +
    "such question.",
  auth: "none",
  effect: "write",
  raw: true,
  limits: { ...WORKING, bodyBytesMax: CHECKPOINT_CHARS_MAX + 4_096 },
  input: z.strictObject({}),
  produces: ["text/plain"],
  output: z.looseObject({}),
  errors: ["NOT_READY"],
  examples: [{ input: {}, output: "malformed\n" }],
});

/** What a monitor of a log asks its witness, as C2SP has it. */
export const witnessMonitored = defineOperation({
  id: "calc_witness_monitored",
  method: "GET",
  path: `${WITNESS}/monitor/:origin/checkpoint`,
  since: SINCE,
  summary: "Newest checkpoint of a log that this node cosigned, with its cosignature (C2SP text)",
  description:
    "The monitoring read of C2SP tlog-witness: `origin` is the SHA-256 of the log's origin. The note has the " +
    "signature of the log and the cosignature of this node.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  produces: ["text/plain"],
  input: z.strictObject({ origin: HEX_32_BYTES.describe("SHA-256 of the log's origin, hex") }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { origin: EXAMPLE_ID }, output: EXAMPLE_NOTE }],
});

/** How surely an event stays, with what proves it. */
export const witnessStanding = defineOperation({
  id: "calc_witness_standing",
  method: "GET",
  path: `${WITNESS}/standing/:id`,
  since: SINCE,
  summary: "How surely an event or a receipt stays: sealed, witnessed or final, with the proof",
  description:
    "`id` is that of an event or of a shared receipt. `note` is the newest checkpoint with cosignatures that covers " +
    "it, or the C2SP tlog-proof of its head under one; `path` its place in the spine: `calc witness verify FILE` " +
    "checks all of it without a node.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id: HEX_32_BYTES.describe("Id of an event, or of a shared receipt") }),
  output: z.looseObject({
    standing,
    author,
    seq: z.int(),
    calcond: z.int(),
    header: z.looseObject({}).describe("Signed header of the event"),
    sig: z.string(),
    note: z
      .string()
      .nullable()
      .describe(
        "Checkpoint with cosignatures, or the proof of its head under one; null while none covers it",
      ),
    path: z.array(z.string()).nullable().describe("RFC 6962 path of the event under it, hex"),
    quorum: z.int().describe("Cosignatures that this node asks for"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { id: EXAMPLE_ID },
      output: {
        standing: "sealed",
        author: EXAMPLE_AUTHOR,
        seq: 7,
        calcond: 2_310_461_010,
        header: { kind: "seal", seq: 7 },
        sig: "00".repeat(64),
        note: null,
        path: null,
        quorum: 3,
      },
    },
  ],
  cli: { verb: "witness standing", positional: ["id"] },
  mcp: {
    toolset: "receipts",
    listed: false,
    description: "How surely an event or a shared receipt stays: sealed, witnessed or final.",
  },
});

/** The newest checkpoint of a spine that a quorum cosigned. */
export const meshWitnessed = defineOperation({
  id: "calc_mesh_witnessed",
  method: "GET",
  path: "/api/mesh/log/:author/witnessed",
  since: SINCE,
  summary: "Newest checkpoint of a spine with the cosignatures of a quorum (C2SP text)",
  auth: "none",
  effect: "read",
  limits: QUICK,
  produces: ["text/plain"],
  input: z.strictObject({ author }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { author: EXAMPLE_AUTHOR }, output: EXAMPLE_NOTE }],
});
