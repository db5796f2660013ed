import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { rangeAsked } from "../../../api/http/byteRange.js";
import { takesGzip } from "../../../api/http/compress.js";
import { matchesStrongly } from "../../../api/http/negotiate.js";
import { pageFields } from "../../../protocol/pages/policy.js";
import { isShownType, OCTETS, typeField } from "../../../protocol/pages/types.js";
import type { PageCommitRecord, PageFileRecord } from "../../../storage/records/pageRecords.js";
import { FolderNamed, type ServedFile } from "../pageServing.js";
import type { Expected, ShownPage } from "../pages.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { PageServices } from "../createPages.js";
import { principalOf } from "../../operations/owner.js";

type PageHandlers = Pick<
  NodeHandlers,
  | "pagePublish"
  | "pageList"
  | "pageOf"
  | "pageFile"
  | "pageDelete"
  | "hostedFile"
  | "hostedRedirect"
>;

/** What stands under a hash is always the same. */
const FIXED = "public, max-age=31536000, immutable";
const TAG_HASH_CHARS = 16;

export function pageHandlers(
  services: EffectServices & { readonly hosted: PageServices },
): PageHandlers {
  const { pages, serving } = services.hosted;
  const serve = (
    machine: string,
    page: string,
    path: string,
    call: Call,
  ): PreEncoded<never> | Promise<PreEncoded<never>> => {
    const range = call.header("range");
    // Parts are of the file, not of its packed form.
    const isPacked = range === "" && takesGzip(call.header("accept-encoding"));
    const found = serving.file(machine, page, path, isPacked);
    const answer = (served: ServedFile): PreEncoded<never> => {
      const whole = keptAnswer(
        served,
        call.baseUrl(),
        `/s/${encodeURIComponent(machine)}/p/${page}/`,
      );
      checkMatch(call.header("if-match"), whole.tag ?? "");
      const sent = range === "" ? whole : partOf(whole, served.bytes, call);
      serving.count(served, sent.body.length);
      return sent;
    };
    return found instanceof Promise ? found.then(answer, toFolder) : answer(found);
  };
  return {
    pagePublish: ({ allowScripts, expected, files, machine, page }, call) =>
      effectOf(services, call, nodeOperations.pagePublish).run(
        pages.publish(machine, page, principalOf(call), {
          files,
          allowScripts,
          expected: expectedOf(call, expected),
        }),
        ({ commit, row, ...shown }) => ({
          ...shownOf(shown, call),
          ...commitShown(commit),
          row: { seq: row.written.row.seq, hash: row.written.hash },
        }),
      ),
    pageList: async ({ machine }, call) => {
      const all = await pages.list(machine, call.principal);
      return { pages: all.map((one) => shownOf(one, call)), total: all.length };
    },
    pageOf: async ({ commit, machine, page }, call) => {
      const found = await pages.read(machine, page, call.principal, commit);
      const history = await pages.commits(found);
      return {
        ...shownOf(found, call),
        commit: found.hash,
        ...commitShown(found.commit),
        history: history.map(([hash, calcond]) => ({
          commit: hash,
          calcond,
          url: urlOf(found, `${page}@${hash}`, call),
        })),
      };
    },
    pageFile: async ({ commit, machine, page, path }, call) => {
      const found = await pages.read(machine, page, call.principal, commit);
      const bytes = await pages.bytes(found, path);
      const file = found.commit.files.find((one) => one.path === path)!;
      return { ...fileShown(file), commit: found.hash, ...textOrBase64(bytes) };
    },
    pageDelete: ({ commit, expected, machine, page }, call) =>
      effectOf(services, call, nodeOperations.pageDelete).run(
        pages.takeDown(machine, page, principalOf(call), {
          commit,
          expected: expectedOf(call, expected),
        }),
        ({ row, ...shown }) => ({
          ...shownOf(shown, call),
          row: { seq: row.written.row.seq, hash: row.written.hash },
        }),
      ),
    hostedFile: ({ machine, page, path }, call) => serve(machine, page, path, call),
    hostedRedirect: ({ page }) => redirectTo(`${page}/`),
  };
}

/** The last answer of each file that is in memory: most are asked for at one address. */
const keptAnswers = new WeakMap<Uint8Array, { address: string; answer: PreEncoded<never> }>();

function keptAnswer(served: ServedFile, baseUrl: string, path: string): PreEncoded<never> {
  const address = `${baseUrl}${path}`;
  const kept = keptAnswers.get(served.bytes);
  if (kept?.address === address) return kept.answer;
  const answer = fileAnswer(served, baseUrl, path);
  keptAnswers.set(served.bytes, { address, answer });
  return answer;
}

function fileAnswer(
  { bytes, file, isFixed, isPacked, page }: ServedFile,
  baseUrl: string,
  path: string,
): PreEncoded<never> {
  const tag = `"${page.commit.slice(0, TAG_HASH_CHARS)}-${file.sha256}${isPacked ? "-gzip" : ""}"`;
  const isShown = isShownType(file.contentType);
  return preEncoded({
    body: bytes,
    contentType: isShown ? typeField(file.contentType) : OCTETS,
    tag,
    headers: [
      ...pageFields(baseUrl, path, page.allowScripts),
      "accept-ranges",
      "bytes",
      ...(isFixed ? ["cache-control", FIXED] : []),
      ...(isPacked ? ["content-encoding", "gzip"] : []),
      ...(isShown ? [] : ["content-disposition", "attachment"]),
    ],
  });
}

/** @throws ApiError PRECONDITION_FAILED */
function checkMatch(field: string, tag: string): void {
  if (field === "" || matchesStrongly(field, tag)) return;
  throw new ApiError("PRECONDITION_FAILED", "the file is another one than If-Match names");
}

/** Part of a file (Safari plays no sound without), or why there is none. */
function partOf(whole: PreEncoded<never>, bytes: Uint8Array, call: Call): PreEncoded<never> {
  const { contentType, headers } = whole;
  const tag = whole.tag ?? "";
  const asked = rangeAsked(
    { field: call.header("range"), condition: call.header("if-range"), tag },
    bytes.length,
  );
  if (asked.kind === "whole") return whole;
  if (asked.kind === "unsatisfiable")
    return preEncoded({
      status: 416,
      body: `the file has ${bytes.length} bytes\n`,
      contentType: "text/plain",
      headers: ["content-range", `bytes */${bytes.length}`],
    });
  const { first, last } = asked;
  return preEncoded({
    status: 206,
    body: bytes.subarray(first, last + 1),
    contentType,
    tag,
    headers: [...headers, "content-range", `bytes ${first}-${last}/${bytes.length}`],
  });
}

function toFolder(error: unknown): PreEncoded<never> {
  if (!(error instanceof FolderNamed)) throw error;
  return redirectTo(error.location);
}

/** Relative, so that it holds behind a proxy that puts a path in front. */
function redirectTo(location: string): PreEncoded<never> {
  return preEncoded({
    status: 308,
    body: "",
    contentType: "text/plain",
    headers: ["location", location],
  });
}

/** `If-Match: "<commit>"`, or the field that says the same. @throws ApiError INVALID_INPUT */
function expectedOf(call: Call, expected: Expected): Expected {
  const field = call.header("if-match").trim();
  if (field === "") return expected;
  const named = /^"([0-9a-f]{64})"$/.exec(field)?.[1];
  if (named === undefined || (expected ?? named) !== named)
    throw new ApiError(
      "INVALID_INPUT",
      "If-Match holds the commit that is shown in quotes; `expected` says the same",
    );
  return named;
}

function urlOf({ machine }: ShownPage, segment: string, call: Call): string | null {
  if (!machine.isPublic || machine.closedCalcond !== undefined) return null;
  return `${call.baseUrl()}/s/${machine.slug}/p/${segment}/`;
}

function shownOf(page: ShownPage, call: Call) {
  const { machine, name, record } = page;
  return {
    machine: machine.id,
    page: name,
    commit: record.commit,
    url: record.commit === null ? null : urlOf(page, name, call),
    createdCalcond: record.createdCalcond,
    commits: record.commits,
    storedBytes: record.storedBytes,
  };
}

function commitShown({ allowScripts, files }: PageCommitRecord) {
  return { allowScripts, files: files.map(fileShown) };
}

function fileShown({ contentType, path, sha256, size }: PageFileRecord) {
  return { path, contentType, size, sha256 };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOrBase64(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}
