/**
 * Operations this room answers itself: documents, problem pages, remembered queries, the tool
 * protocol.
 */
import {
  codeOfProblemSlug,
  ERROR_CODES,
  errorEntry,
  problemType,
} from "../protocol/errors/index.js";
import { utf8Encode } from "../protocol/encoding/utf8.js";
import { parseJson } from "../protocol/encoding/json.js";
import type { Call } from "./contract/definition/call.js";
import type { SurfaceHandlers } from "./contract/index.js";
import { preEncoded, type PreEncoded } from "./contract/definition/preEncoded.js";
import { ApiError } from "./contract/definition/problem.js";
import type { Dispatcher } from "./http/dispatcher.js";
import type { RememberedQuery } from "./http/queries.js";
import type { OpenapiVersion } from "./openapi/document.js";
import { pageHandlers } from "./pages/handlers.js";

const JSON_TYPE = "application/json";

interface SurfaceModules {
  readonly dispatcher: Dispatcher;
  /** Called at the first request for one. */
  readonly document: (version: OpenapiVersion) => Promise<string | Uint8Array>;
  readonly mcp: Pick<SurfaceHandlers, "mcp" | "mcpDiscovery">;
}

export function surfaceHandlers({ dispatcher, document, mcp }: SurfaceModules): SurfaceHandlers {
  const written = new Map<OpenapiVersion, Promise<string | Uint8Array>>();
  const text = (version: OpenapiVersion): Promise<string | Uint8Array> => {
    const known = written.get(version) ?? document(version);
    written.set(version, known);
    return known;
  };
  const described = async (version: OpenapiVersion): Promise<PreEncoded<never>> => {
    return preEncoded({ body: await text(version) });
  };
  const table = { problems: ERROR_CODES.map(problemEntry), total: ERROR_CODES.length };
  return {
    ...mcp,
    ...pageHandlers(dispatcher),
    openapi: () => described("3.2.0"),
    openapi31: () => described("3.1.1"),
    problems: () => table,
    problemPage: ({ slug }) => {
      const code = codeOfProblemSlug(slug);
      if (code === null) {
        throw new ApiError("NOT_FOUND", "no error code has this name; /problems lists them");
      }
      return problemEntry(code);
    },
    queryResult: ({ id }, call) => {
      const { answer } = recall(dispatcher, id, call);
      if (answer === null)
        throw new ApiError(
          "NOT_FOUND",
          "this answer went out while it was made, and was not kept; repeat the query",
        );
      return preEncoded({ body: answer.body, contentType: answer.contentType });
    },
    queryRepeat: ({ id }, call) => repeat(dispatcher, recall(dispatcher, id, call), call),
  };
}

function problemEntry(code: (typeof ERROR_CODES)[number]): {
  type: string;
  code: string;
  status: number;
  title: string;
  remedy: string;
  exit: number;
} {
  const { status, title, remedy, exit } = errorEntry(code);
  return { type: problemType(code), code, status, title, remedy, exit };
}

function recall(dispatcher: Dispatcher, id: string, call: Call): RememberedQuery {
  const query = dispatcher.queries.recall(id, call.principal?.owner ?? "");
  if (query === null) {
    throw new ApiError("NOT_FOUND", "this query is not remembered; send the QUERY again");
  }
  return query;
}

/** The same QUERY, with the caller's own key and limits. */
async function repeat(
  dispatcher: Dispatcher,
  query: RememberedQuery,
  call: Call,
): Promise<PreEncoded<never>> {
  const response = await dispatcher.inner(
    {
      method: "QUERY",
      path: query.target,
      query: "",
      headers: new Map([
        ["host", new URL(call.baseUrl()).host],
        ["authorization", call.header("authorization")],
        ["accept", call.header("accept")],
        ["content-type", JSON_TYPE],
        ["x-request-id", call.requestId],
      ]),
      body: utf8Encode(query.content),
      address: call.address(),
    },
    call.signal,
  );
  const body = response.body ?? "";
  if (response.status === 200) return preEncoded({ body });
  throw repeatedProblem(body);
}

/** The inner answer is a problem of this table already; it keeps its code and members. */
function repeatedProblem(body: string | Uint8Array): Error {
  const read = parseJson(body);
  const problem: unknown = read.ok ? read.value : null;
  if (
    typeof problem !== "object" ||
    problem === null ||
    !("code" in problem) ||
    !("detail" in problem)
  ) {
    return new Error("a repeated query answered something that is no problem");
  }
  const code = codeOfProblemSlug(String(problem.code).toLowerCase().replaceAll("_", "-"));
  return code === null
    ? new Error("a repeated query answered an unknown code")
    : new ApiError(code, String(problem.detail));
}
