/** Hosted pages of machines: published, listed, read, taken down, and served to browsers. */
import * as z from "zod";
import { PAGE_BODY_BYTES_MAX, PAGE_FILES_MAX } from "../../../protocol/limits.js";
import { HEX_32_BYTES, SINCE, WORKING } from "../definition/common.js";
import { machineName } from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation, type RoleAuth } from "../definition/operation.js";
import { ANY_TYPE } from "../definition/preEncoded.js";

const PAGES = "/api/pages/:machine";
const PAGE = `${PAGES}/:page`;
const HOSTED = "/s/:machine/p/:page";
/** A longer text is told as a fault of its path, with all other faults. */
const PATH_CHARS_MAX = 4_096;
const TYPE_CHARS_MAX = 128;
const ADMIN: RoleAuth = { key: "either", role: "admin", machine: "machine" };
const VIEWER: RoleAuth = { key: "optional", role: "viewer", machine: "machine" };

const machine = machineName;
const NAME = "[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?";
const page = z
  .string()
  .regex(new RegExp(`^${NAME}$`), "must be 1 to 64 of a-z, 0-9 and -, with no - at either end")
  .describe("Name of the page: 1 to 64 of a-z, 0-9 and -");
const commit = HEX_32_BYTES.describe("A commit: root of the tree over its files, hex");
const expected = z
  .union([HEX_32_BYTES, z.literal("none")])
  .describe("The commit that must be shown now, or `none`; `If-Match` says the same");

const fileFields = {
  path: z.string(),
  contentType: z.string(),
  size: z.int().describe("Bytes"),
  sha256: z.string().describe("Of its bytes, hex"),
};

const shownFields = {
  machine: z.string().describe("Id of the machine"),
  page: z.string(),
  commit: z
    .string()
    .nullable()
    .describe("The one that is shown; null where the page is taken down"),
  url: z.string().nullable().describe("Where browsers find it, while the machine is public"),
  createdCalcond: z.int(),
  commits: z.int().describe("How many are kept"),
  storedBytes: z.int(),
};
const rowPlace = z.looseObject({ seq: z.int(), hash: z.string() });

const EXAMPLE_COMMIT = "0b6fd6e3cf8e1a0d9c2b7b0c7f4ce1b53cb7d5b7a5f9a6e2c84c0dbb1a7ad5f0";
const EXAMPLE_SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const exampleShown = {
  machine: "m_mfrggzdfmztwq2lknnwg23tpoa",
  page: "report",
  commit: EXAMPLE_COMMIT,
  url: "http://127.0.0.1:8287/s/oven-north/p/report/",
  createdCalcond: 2_310_986_020,
  commits: 1,
  storedBytes: 23,
};
const exampleFile = { path: "index.html", contentType: "text/html", size: 23, sha256: EXAMPLE_SHA };
const exampleRow = { seq: 4, hash: EXAMPLE_SHA };
const examplePath = { machine: "oven-north", page: "report" };

/** Publishes a page. */
export const pagePublish = defineOperation({
  id: "calc_publish_page",
  method: "PUT",
  path: PAGE,
  since: SINCE,
  summary: "Publish a page of a machine (admin): its files as one commit, and a row of the log",
  description:
    "Browsers see it below `/s/<machine>/p/<page>/` while the machine is public. It runs in a sandbox " +
    "with an origin of its own: it loads its own files and nothing else, and reaches neither the " +
    "interface nor the network. Put no secret in a page. A commit that is not there yet is kept, and " +
    "read by its hash.",
  auth: ADMIN,
  effect: "write",
  keyed: true,
  limits: {
    ...WORKING,
    bodyBytesMax: PAGE_BODY_BYTES_MAX,
    larger: "a page has at most 64 files and 8 MiB",
  },
  headers: ["if-match"],
  input: z.strictObject({
    machine,
    page,
    files: z
      .array(
        z.strictObject({
          path: z
            .string()
            .max(PATH_CHARS_MAX)
            .describe("Below the page, as in `img/plot.svg`; one of them is `index.html`"),
          contentType: z
            .string()
            .max(TYPE_CHARS_MAX)
            .optional()
            .describe("Media type; by the end of the path where it is absent"),
          text: z.string().optional().describe("The file as text"),
          base64: z.string().optional().describe("The file as base64, in the place of text"),
        }),
      )
      .max(4 * PAGE_FILES_MAX)
      .describe("1 to 64 files of together at most 8 MiB"),
    allowScripts: z.boolean().default(false).describe("Whether its scripts run, in the sandbox"),
    expected: expected.optional(),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    ...shownFields,
    row: rowPlace.describe("Of the log of the machine"),
    allowScripts: z.boolean(),
    files: z.array(z.looseObject(fileFields)),
  }),
  errors: [
    "INVALID_INPUT",
    "NOT_FOUND",
    "FORBIDDEN",
    "MACHINE_CLOSED",
    "PRECONDITION_FAILED",
    "CONFLICT",
    "TOO_LARGE",
  ],
  examples: [
    {
      input: { ...examplePath, files: [{ path: "index.html", text: "<h1>Oven</h1> 451.2 °C" }] },
      output: { ...exampleShown, row: exampleRow, allowScripts: false, files: [exampleFile] },
    },
  ],
  cli: { verb: "page put", positional: ["machine", "page"], document: "files" },
  mcp: {
    toolset: "pages",
    listed: false,
    description:
      "Publish a page {machine, page, files:[{path, text}]}: static files in a sandbox, each commit on record.",
  },
});

/** The pages of a machine. */
export const pageList = defineOperation({
  id: "calc_pages",
  method: "GET",
  path: PAGES,
  since: SINCE,
  summary: "Pages of a machine",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  list: { items: "pages", whole: true },
  input: z.strictObject({ machine, ...pageFields }),
  output: z.looseObject({ pages: z.array(z.looseObject(shownFields)), total: z.int() }),
  errors: ["NOT_FOUND"],
  examples: [{ input: { machine: "oven-north" }, output: { pages: [exampleShown], total: 1 } }],
  cli: { verb: "page list", positional: ["machine"] },
  mcp: { toolset: "pages", listed: false, description: "Pages of a machine." },
});

/** One page. */
export const pageOf = defineOperation({
  id: "calc_page",
  method: "GET",
  path: PAGE,
  since: SINCE,
  summary: "A page as it is shown, or a commit of it: its files and their hashes",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ machine, page, commit: commit.optional() }),
  output: z.looseObject({
    ...shownFields,
    allowScripts: z.boolean(),
    files: z.array(z.looseObject(fileFields)),
    history: z
      .array(z.looseObject({ commit: z.string(), calcond: z.int(), url: z.string().nullable() }))
      .describe("Commits that are kept, the newest first"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: examplePath,
      output: {
        ...exampleShown,
        allowScripts: false,
        files: [exampleFile],
        history: [
          {
            commit: EXAMPLE_COMMIT,
            calcond: 2_310_986_020,
            url: `http://127.0.0.1:8287/s/oven-north/p/report@${EXAMPLE_COMMIT}/`,
          },
        ],
      },
    },
  ],
  cli: { verb: "page show", positional: ["machine", "page"] },
  mcp: { toolset: "pages", listed: false, description: "A page of a machine: files, commits." },
});

/** One file of a page, for those who may see the machine. */
export const pageFile = defineOperation({
  id: "calc_page_file",
  method: "GET",
  path: `${PAGE}/files/*path`,
  since: SINCE,
  summary: "A file of a page, or of a commit of it, as text or base64",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    machine,
    page,
    path: z.string().min(1).max(PATH_CHARS_MAX).describe("Of the file, below the page"),
    commit: commit.optional(),
  }),
  output: z.looseObject({
    ...fileFields,
    commit: z.string(),
    text: z.string().optional().describe("Where the bytes are UTF-8"),
    base64: z.string().optional().describe("Where they are not"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { ...examplePath, path: "index.html" },
      output: { ...exampleFile, commit: EXAMPLE_COMMIT, text: "<h1>Oven</h1> 451.2 °C" },
    },
  ],
  cli: { verb: "page file", positional: ["machine", "page", "path"] },
  mcp: { toolset: "pages", listed: false, description: "A file of a page." },
});

/** Takes a page down. */
export const pageDelete = defineOperation({
  id: "calc_page_delete",
  method: "DELETE",
  path: PAGE,
  since: SINCE,
  summary: "Take a page down (admin), or drop one of its old commits for good",
  description:
    "A page that is taken down keeps its commits, which are still read by their hashes. With `commit` " +
    "that commit and the files that only it has are dropped; its row of the log stays.",
  auth: ADMIN,
  effect: "destroy",
  keyed: true,
  limits: WORKING,
  headers: ["if-match"],
  input: z.strictObject({
    machine,
    page,
    commit: commit.optional().describe("An old commit to drop; it is not the one that is shown"),
    expected: expected.optional(),
  }),
  output: z.looseObject({ ...shownFields, row: rowPlace }),
  errors: ["NOT_FOUND", "FORBIDDEN", "MACHINE_CLOSED", "PRECONDITION_FAILED", "CONFLICT"],
  examples: [
    {
      input: examplePath,
      output: { ...exampleShown, commit: null, url: null, row: exampleRow },
    },
  ],
  cli: { verb: "page delete", positional: ["machine", "page"] },
  mcp: { toolset: "pages", listed: false, description: "Take a page of a machine down." },
});

/** Of a machine that is public: no role on it is asked for. */
const hostedMachine = z.string().min(4).max(64).describe("Slug or id of a public machine");
const hostedSegment = z
  .string()
  .regex(new RegExp(`^${NAME}(?:@[0-9a-f]{64})?$`), "must be a page, or a page@commit")
  .describe("Name of the page, or `name@commit` for what it showed once");

const SERVED = {
  method: "GET",
  since: SINCE,
  auth: "none",
  effect: "read",
  anyQuery: true,
  limits: { ...WORKING, rate: null },
  errors: ["NOT_FOUND", "MACHINE_CLOSED"],
} as const;

/** A file of a public page, as browsers load it. */
export const hostedFile = defineOperation({
  ...SERVED,
  id: "calc_hosted_file",
  path: `${HOSTED}/*path`,
  emptyRest: true,
  summary: "A file of a public page, with the policy that holds it in its sandbox",
  errors: [...SERVED.errors, "PRECONDITION_FAILED"],
  produces: [ANY_TYPE],
  cache: { control: "no-cache" },
  headers: ["accept-encoding", "if-match", "if-range", "range"],
  description:
    "A query is ignored. `Range` asks for a part (206). A folder shows its `index.html`: without the " +
    "slash at its end a browser is sent there (308).",
  input: z.strictObject({
    machine: hostedMachine,
    page: hostedSegment,
    path: z
      .string()
      .max(PATH_CHARS_MAX)
      .describe("Of the file, below the page; empty for its index.html"),
  }),
  output: z.looseObject({}),
  examples: [{ input: { ...examplePath, path: "plot.svg" }, output: "<svg/>" }],
});

/** Where the slash at its end was left out. */
export const hostedRedirect = defineOperation({
  ...SERVED,
  id: "calc_hosted_redirect",
  path: HOSTED,
  summary: "Sends a browser to the public page, below which its files stand",
  produces: [ANY_TYPE],
  input: z.strictObject({ machine: hostedMachine, page: hostedSegment }),
  output: z.looseObject({}),
  examples: [{ input: examplePath, output: "" }],
});
