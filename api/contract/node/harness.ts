/** What a node offers and what it does not, read from what it is made of. */
import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const names = z.array(z.string());
const place = z.looseObject({ id: z.string(), method: z.string(), path: z.string() });

export const harness = defineOperation({
  id: "calc_harness",
  method: "GET",
  path: "/api/calc/harness",
  since: SINCE,
  summary: "What this node offers and what it does not: capabilities, limits, versions",
  description:
    "Read from the composition of the running node: a capability that is left out is gone from " +
    "`capabilities`, and its operations stand under `notOffered`.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    node: z.string().describe("Its public key"),
    network: z.string(),
    adapter: z.string().nullable().describe("What reads HTTP here; null where nothing does"),
    versions: z.looseObject({
      interface: z.string(),
      software: z.string(),
      engine: z.string(),
      registry: z.string(),
      runtime: z.string(),
    }),
    counts: z.looseObject({
      operations: z.int(),
      tools: z.int(),
      operators: z.int(),
      solvers: z.int(),
      eventKinds: z.int(),
    }),
    capabilities: z.array(
      z.looseObject({
        name: z.string(),
        operations: names.describe("Ids, as the OpenAPI document has them"),
        events: names.describe("Kinds of events of the mesh that it acts on"),
        due: names.describe("Kinds of what is due that it acts on"),
        background: names.describe("What runs behind the requests"),
        buckets: names.describe("Parts of the store that are its own"),
      }),
    ),
    notOffered: z.array(place).describe("Operations of the interface that nothing here answers"),
    optional: z.array(
      z.looseObject({
        name: z.string(),
        on: z.boolean(),
        setting: z.string().nullable().describe("What decides; null for the surroundings"),
      }),
    ),
    limits: z.record(z.string(), z.number()).describe("Bounds of the protocol, unit in the name"),
    rates: z
      .record(z.string(), z.looseObject({ quota: z.int(), windowSeconds: z.int() }))
      .nullable()
      .describe("Requests in a window, by policy; null where nothing is limited"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        node: "ab".repeat(32),
        network: "calc",
        adapter: "uws",
        versions: {
          interface: "1.287.0",
          software: "0.1.0",
          engine: "calc-engine/2",
          registry: "calc-registry/1",
          runtime: "v20.19.0",
        },
        counts: { operations: 240, tools: 200, operators: 1597, solvers: 29, eventKinds: 30 },
        capabilities: [
          {
            name: "pages",
            operations: ["calc_publish_page"],
            events: [],
            due: [],
            background: [],
            buckets: ["page"],
          },
        ],
        notOffered: [{ id: "calc_job_open", method: "POST", path: "/api/jobs" }],
        optional: [{ name: "mesh topics", on: false, setting: "mesh.secretFiles" }],
        limits: { bodyBytesMax: 1_048_576 },
        rates: { "default-key": { quota: 6000, windowSeconds: 60 } },
      },
    },
  ],
  cli: { verb: "harness" },
  mcp: {
    toolset: "node",
    listed: false,
    description: "What this node offers and what not: capabilities, limits, versions, options.",
  },
});
