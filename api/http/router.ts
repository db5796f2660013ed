/** Paths to routes: constant paths by one look-up, others by a walk over their segments. */
import { editDistance, nearestName } from "../../protocol/search/nearest.js";
import { methodsOf, type Method, type Operation } from "../contract/definition/operation.js";

/** What decides where an operation stands. */
type RoutedOperation = Pick<Operation, "emptyRest" | "method" | "path" | "twins">;

export interface Routed<T> {
  /** By method, as sent. */
  readonly methods: ReadonlyMap<string, T>;
  /** Pairs of name and decoded value. */
  readonly parameters: readonly string[];
  /** Value of the Allow field. */
  readonly allow: string;
  readonly takesQuery: boolean;
}

interface Leaf<T> {
  readonly methods: Map<string, T>;
  readonly names: readonly string[];
  allow: string;
  takesQuery: boolean;
  /** Of a rest: it may be empty. */
  takesEmpty: boolean;
}

interface Node<T> {
  readonly constant: Map<string, Node<T>>;
  one: Node<T> | null;
  rest: Leaf<T> | null;
  leaf: Leaf<T> | null;
}

const NO_PARAMETERS: readonly string[] = [];

export class Router<T> {
  readonly #constant = new Map<string, Routed<T> & Leaf<T>>();
  readonly #root: Node<T> = emptyNode();
  readonly #paths: { readonly path: string; readonly parts: readonly string[] }[] = [];

  /** @throws when a path answers one method twice. */
  add(operation: RoutedOperation, targetOf: (method: Method) => T): void {
    const parts = operation.path.split("/").slice(1);
    this.#paths.push({ path: operation.path, parts });
    const names = parts
      .filter((part) => part.startsWith(":") || part.startsWith("*"))
      .map((part) => part.slice(1));
    const leaf =
      names.length === 0 ? this.#constantLeaf(operation.path) : this.#walkedLeaf(parts, names);
    for (const method of methodsOf(operation)) {
      if (leaf.methods.has(method)) throw new Error(`${method} ${operation.path} is defined twice`);
      leaf.methods.set(method, targetOf(method));
    }
    leaf.takesQuery = leaf.methods.has("QUERY");
    leaf.takesEmpty ||= operation.emptyRest === true;
    leaf.allow = allowOf(leaf.methods);
  }

  /** Null where no operation has the path. @throws URIError on a malformed percent-encoding. */
  find(path: string): Routed<T> | null {
    const exact = this.#constant.get(path);
    if (exact !== undefined) return exact;
    const parts = path.split("/");
    const values: string[] = [];
    let node: Node<T> = this.#root;
    for (let i = 1; i < parts.length; i += 1) {
      const part = parts[i] ?? "";
      const next = node.constant.get(part);
      if (next !== undefined) {
        node = next;
        continue;
      }
      if (part === "" && i === parts.length - 1 && node.rest?.takesEmpty === true)
        return routed(node.rest, [...values, ""]);
      if (part === "") return null;
      if (node.one !== null) {
        values.push(decodeURIComponent(part));
        node = node.one;
        continue;
      }
      if (node.rest === null) return null;
      values.push(decodeURIComponent(parts.slice(i).join("/")));
      return routed(node.rest, values);
    }
    return node.leaf === null ? null : routed(node.leaf, values);
  }

  /**
   * The path that a misspelt one may mean: of as many segments, one of them nearly the same. Only
   * segments that differ are compared, so a stranger's path costs little.
   */
  nearest(path: string): string | null {
    const parts = path.split("/").slice(1);
    let found: { readonly path: string; readonly distance: number } | null = null;
    for (const known of this.#paths) {
      const wrong = onlyDifference(parts, known.parts);
      if (wrong === null) continue;
      const [given, meant] = wrong;
      if (nearestName(given, [meant]) === null) continue;
      const distance = editDistance(given.toLowerCase(), meant.toLowerCase());
      if (found === null || distance < found.distance) found = { path: known.path, distance };
    }
    return found === null ? this.#ofSameEnd(parts) : found.path;
  }

  /** The one path without parameters that ends as this one and has a segment more or less. */
  #ofSameEnd(parts: readonly string[]): string | null {
    const end = parts.at(-1)?.toLowerCase();
    const alike = this.#paths.filter(
      ({ parts: known }) =>
        known.at(-1) === end &&
        Math.abs(known.length - parts.length) === 1 &&
        known.every((part) => !/^[:*]/.test(part)),
    );
    const [only, other] = alike;
    return only === undefined || other !== undefined ? null : only.path;
  }

  /** Every (method, path) pair there is; HEAD and OPTIONS follow from the others. */
  table(): string[] {
    const lines: string[] = [];
    for (const [path, leaf] of this.#constant)
      for (const method of leaf.methods.keys()) lines.push(`${method} ${path}`);
    const visit = (node: Node<T>, path: string): void => {
      for (const [part, next] of node.constant) visit(next, `${path}/${part}`);
      const { leaf, one, rest } = node;
      if (leaf !== null) {
        let place = 0;
        const named = path.replace(/\/:/g, () => `/:${leaf.names[place++]}`);
        for (const method of leaf.methods.keys()) lines.push(`${method} ${named}`);
      }
      if (one !== null) visit(one, `${path}/:`);
      if (rest !== null) {
        let place = 0;
        const named = path.replace(/\/:/g, () => `/:${rest.names[place++]}`);
        for (const method of rest.methods.keys()) {
          lines.push(`${method} ${named}/*${rest.names.at(-1)}`);
        }
      }
    };
    visit(this.#root, "");
    return lines.sort();
  }

  #constantLeaf(path: string): Leaf<T> {
    const found = this.#constant.get(path);
    if (found !== undefined) return found;
    const leaf = { ...emptyLeaf<T>([]), parameters: NO_PARAMETERS };
    this.#constant.set(path, leaf);
    return leaf;
  }

  #walkedLeaf(parts: readonly string[], names: readonly string[]): Leaf<T> {
    let node = this.#root;
    for (const part of parts) {
      if (part.startsWith("*")) return (node.rest ??= emptyLeaf(names));
      if (part.startsWith(":")) node = node.one ??= emptyNode();
      else {
        const next: Node<T> = node.constant.get(part) ?? emptyNode();
        node.constant.set(part, next);
        node = next;
      }
    }
    return (node.leaf ??= emptyLeaf(names));
  }
}

/** Longer segments are values, not words of ours. */
const WORD_CHARS_MAX = 40;

/** The one segment in which two paths differ; null where it is none or several. */
function onlyDifference(
  given: readonly string[],
  known: readonly string[],
): readonly [string, string] | null {
  if (given.length !== known.length) return null;
  const wrong = known.flatMap((part, i) =>
    part === given[i] || part.startsWith(":") || part.startsWith("*") ? [] : [i],
  );
  const [at] = wrong;
  if (at === undefined || wrong.length > 1 || given[at]!.length > WORD_CHARS_MAX) return null;
  return [given[at]!, known[at]!];
}

function emptyNode<T>(): Node<T> {
  return { constant: new Map(), one: null, rest: null, leaf: null };
}

function emptyLeaf<T>(names: readonly string[]): Leaf<T> {
  return { methods: new Map<string, T>(), names, allow: "", takesQuery: false, takesEmpty: false };
}

function routed<T>(leaf: Leaf<T>, values: readonly string[]): Routed<T> {
  const parameters = leaf.names.flatMap((name, i) => [name, values[i] ?? ""]);
  return { methods: leaf.methods, parameters, allow: leaf.allow, takesQuery: leaf.takesQuery };
}

function allowOf(methods: ReadonlyMap<string, unknown>): string {
  const names = [...methods.keys()];
  if (methods.has("GET")) names.push("HEAD");
  return [...names, "OPTIONS"].sort().join(", ");
}
