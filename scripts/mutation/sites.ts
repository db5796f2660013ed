/** Places where one sign of a source can be changed, by the syntax tree of TypeScript. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SyntaxKind, type Node, type SourceFile } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";

/** One change of one file. */
export interface Site {
  /** From the root of the project. */
  readonly file: string;
  readonly line: number;
  /** The line without its margin: what finds the site again when lines move. */
  readonly code: string;
  /** `< to <=`, `3 to 4`, `throw removed`, `refusal skipped` */
  readonly change: string;
  /** Which of the same changes in one line and file it is, from 1. */
  readonly nth: number;
  /** Characters of the source that go, and those that come. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** For each sign the one that a slip of the pen makes of it. */
const SLIPS: ReadonlyMap<SyntaxKind, readonly [from: string, to: string]> = new Map([
  [SyntaxKind.LessThanToken, ["<", "<="]],
  [SyntaxKind.LessThanEqualsToken, ["<=", "<"]],
  [SyntaxKind.GreaterThanToken, [">", ">="]],
  [SyntaxKind.GreaterThanEqualsToken, [">=", ">"]],
  [SyntaxKind.EqualsEqualsEqualsToken, ["===", "!=="]],
  [SyntaxKind.ExclamationEqualsEqualsToken, ["!==", "==="]],
  [SyntaxKind.PlusToken, ["+", "-"]],
  [SyntaxKind.MinusToken, ["-", "+"]],
  [SyntaxKind.AsteriskToken, ["*", "/"]],
  [SyntaxKind.SlashToken, ["/", "*"]],
  [SyntaxKind.AmpersandAmpersandToken, ["&&", "||"]],
  [SyntaxKind.BarBarToken, ["||", "&&"]],
]);
/** A branch that ends in a refusal. */
const REFUSES =
  /^\s*\{?\s*return\s+(?:\{[^}]*ok: false|[\w.#]*(?:[Rr]efus|[Bb]ad\b|[Ff]ault|[Pp]roblem|whyNot|NO_)\w*)/;
const WHOLE = /^\d[\d_]*n?$/;

type Change = Pick<Site, "change" | "end" | "start" | "text">;

/** The sites of all files, each file in the order of its text. */
export function sitesOf(root: string, files: readonly string[]): Site[] {
  return withSources(
    files.map((file) => join(root, file)),
    (sourceOf) => files.flatMap((file) => sitesIn(file, sourceOf(join(root, file)))),
  );
}

/** Sites in an order that a seed alone decides. */
export function shuffled(sites: readonly Site[], seed: number): Site[] {
  const keyOf = (site: Site): string =>
    createHash("sha256")
      .update(`${seed} ${nameOf(site)}`)
      .digest("hex");
  return sites
    .map((site) => ({ site, key: keyOf(site) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ site }) => site);
}

/** The same for a site wherever its line stands. */
export function nameOf({
  change,
  code,
  file,
  nth,
}: Pick<Site, "change" | "code" | "file" | "nth">): string {
  return JSON.stringify([file, code, change, nth]);
}

/** @returns the source with the change made */
export function changed(source: string, { end, start, text }: Site): string {
  return source.slice(0, start) + text + source.slice(end);
}

function sitesIn(file: string, source: SourceFile): Site[] {
  const { text } = source;
  const seen = new Map<string, number>();
  return changesIn(source)
    .sort((a, b) => a.start - b.start)
    .map((change) => {
      const begin = text.lastIndexOf("\n", change.start - 1) + 1;
      const stop = text.indexOf("\n", change.start);
      const code = text.slice(begin, stop < 0 ? text.length : stop).trim();
      const key = `${code}\n${change.change}`;
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      const line = text.slice(0, change.start).split("\n").length;
      return { file, line, code, nth, ...change };
    });
}

function changesIn(source: SourceFile): Change[] {
  const changes: Change[] = [];
  const visit = (node: Node): void => {
    if (is.isTypeNode(node) || is.isImportDeclaration(node)) return;
    changes.push(...changesAt(node, source));
    node.forEachChild((child) => visit(child));
  };
  visit(source);
  return changes;
}

function changesAt(node: Node, source: SourceFile): Change[] {
  const textOf = (one: Node): string => source.text.slice(one.getStart(source), one.end);
  if (is.isBinaryExpression(node)) {
    const { left, operatorToken: sign, right } = node;
    const slip = SLIPS.get(sign.kind);
    if (slip === undefined || (slip[0] === "+" && [left, right].some(isText))) return [];
    return [
      { start: sign.getStart(source), end: sign.end, text: slip[1], change: slip.join(" to ") },
    ];
  }
  if (is.isNumericLiteral(node) || is.isBigIntLiteral(node)) {
    const written = textOf(node);
    if (!WHOLE.test(written)) return [];
    const big = written.endsWith("n");
    const next = BigInt(written.replaceAll(/[_n]/g, "")) + 1n;
    const text = `${next}${big ? "n" : ""}`;
    return [{ start: node.getStart(source), end: node.end, text, change: `${written} to ${text}` }];
  }
  const start = node.getStart(source);
  if (is.isThrowStatement(node))
    return [{ start, end: node.end, text: "{}", change: "throw removed" }];
  if (is.isIfStatement(node) && REFUSES.test(textOf(node.thenStatement))) {
    const { expression } = node;
    const from = expression.getStart(source);
    return [{ start: from, end: expression.end, text: "false", change: "refusal skipped" }];
  }
  return [];
}

/** Whether a plus beside it joins texts. */
function isText(node: Node): boolean {
  if (is.isStringLiteral(node) || is.isTemplateExpression(node)) return true;
  if (is.isNoSubstitutionTemplateLiteral(node)) return true;
  if (is.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return is.isParenthesizedExpression(node) && isText(node.expression);
}

/** Parses files, and no others: types are neither loaded nor checked. */
function withSources<T>(
  paths: readonly string[],
  use: (sourceOf: (path: string) => SourceFile) => T,
): T {
  const room = mkdtempSync(join(tmpdir(), "calcmesh-parse-"));
  const config = join(room, "tsconfig.json");
  const compilerOptions = { noResolve: true, noLib: true, types: [], module: "NodeNext" };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: paths }));
  const api = new API();
  try {
    const [project] = api.updateSnapshot({ openProject: config }).getProjects();
    return use((path) => {
      const source = project?.program.getSourceFile(path);
      if (source === undefined) throw new Error(`${path} is not read.`);
      return source;
    });
  } finally {
    api.close();
    rmSync(room, { recursive: true });
  }
}
