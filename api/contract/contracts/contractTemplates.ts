/** Templates of contracts: found, and shown with their program and the cases that prove it. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { CONTRACTS, EXAMPLE_HASH, EXAMPLE_PROGRAM, program } from "../definition/contractCommon.js";
import { limitField, offsetField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const TEMPLATES = `${CONTRACTS}/templates`;
const part = (about: string) =>
  z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "small letters, digits and -")
    .describe(about);

const templateFields = {
  templateId: z.string().describe("Category and slug; what a contract is deployed by"),
  name: z.string(),
  category: z.string(),
  purpose: z.string().describe("The decision that it serves, and for whom"),
  signal: z.string().describe("What it watches"),
  detector: z.string().describe("How it decides"),
  trigger: z.looseObject({ type: z.string() }),
  source: z.string().describe("Where formula and limits are from"),
};

const exampleTemplate = {
  templateId: "heat-transfer/bar-end-overheat",
  name: "Bar end too hot",
  category: "heat-transfer",
  purpose: "Tells a furnace operator to cut the burner.",
  signal: "temperature of the hot face of a bar",
  detector: "threshold-high",
  trigger: { type: "on-event", event: "reading" },
  source: "Fourier's law for a plane wall",
};

/** Templates that fit. */
export const contractTemplates = defineOperation({
  id: "calc_contract_templates",
  method: "GET",
  twins: ["QUERY"],
  path: TEMPLATES,
  since: SINCE,
  summary: "Templates of contracts: monitors that are deployed by their id",
  description:
    "`templates` counts all that this node can deploy, whatever is asked. With `q`, words of your own, the " +
    "best come first.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  list: { items: "items", whole: true },
  input: z.strictObject({
    q: z.string().max(400).optional().describe("What is to be watched, in words"),
    category: part("Field, as in heat-transfer").optional(),
    detector: part("How it decides, as in threshold-high").optional(),
    trigger: z
      .enum(["every-calcond", "cron", "on-event", "on-aggregate"])
      .optional()
      .describe("What it fires by"),
    limit: limitField("How many on a page"),
    offset: offsetField("How many to leave out at the front"),
  }),
  output: z.looseObject({
    templates: z.int(),
    categories: z.array(z.looseObject({ name: z.string(), templates: z.int() })),
    total: z.int().describe("How many fit"),
    items: z.array(z.looseObject(templateFields)),
  }),
  errors: [],
  examples: [
    {
      input: { q: "burner trip" },
      output: {
        templates: 1,
        categories: [{ name: "heat-transfer", templates: 1 }],
        total: 1,
        items: [exampleTemplate],
      },
    },
  ],
  cli: { verb: "contract templates", positional: ["q"] },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "Find contract templates by what is to be watched, category, detector or trigger.",
  },
});

/** One template. */
export const contractTemplate = defineOperation({
  id: "calc_contract_template",
  method: "GET",
  path: `${TEMPLATES}/:category/:slug`,
  since: SINCE,
  summary: "A template with its params, its program, and the cases that prove it",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    category: part("Category of the template"),
    slug: part("Its name there"),
  }),
  output: z.looseObject({
    ...templateFields,
    params: z.looseObject({}).describe("Defaults with their units and reasons"),
    inputs: z.looseObject({}),
    program,
    programHash: z.string(),
    vectors: z.array(z.looseObject({ name: z.string() })),
    checked: z.string().describe("By what the numbers of the vectors were computed"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { category: "heat-transfer", slug: "bar-end-overheat" },
      output: {
        ...exampleTemplate,
        params: {},
        inputs: {},
        program: EXAMPLE_PROGRAM,
        programHash: EXAMPLE_HASH,
        vectors: [{ name: "stays nominal" }],
        checked: "Python",
      },
    },
  ],
  cli: { verb: "contract template", positional: ["category", "slug"] },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "One contract template: params with reasons, program and test vectors.",
  },
});
