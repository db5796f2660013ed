/**
 * The table of what keyless operations cost the serving thread, measured over generated requests
 * and rounded up, and how it stands in the page about load.
 */
import { keyAuthOf, methodsOf, takesBody } from "../../api/contract/definition/operation.js";
import { allStreams } from "../../api/contract/index.js";
import { KEYLESS_READING_WORK_MAX } from "../../protocol/limits.js";
import { generator } from "../kit/generator.js";
import { KeylessCaller, keylessOperations } from "../kit/keyless/requests.js";
import { startKeylessServer } from "../kit/keyless/server.js";

export const PAGE = "docs/internals/load.md";
const BEGIN = "<!-- costs: written by dist/test/docs/writeCosts.js -->\n";
const END = "<!-- end of costs -->\n";
const ROW = /^\| `(\w+)` \| [^|]* \| ([\d,]+) \| ([\d.,]+) \|$/gm;

export interface Cost {
  /** Most work of one request. */
  readonly work: number;
  /** Most work for a byte of path, query and body. */
  readonly perByte: number;
}

/** Streams are reached by sockets alone. */
const costed: readonly { readonly id: string; readonly auth: string; readonly hasBody: boolean }[] =
  [
    ...keylessOperations.map((operation) => ({
      id: operation.id,
      auth: keyAuthOf(operation),
      hasBody: methodsOf(operation).some(takesBody) && operation.raw !== true,
    })),
    ...allStreams.map(({ auth, id }) => ({ id, auth, hasBody: false })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
/** Has the form of one. */
export const NO_CHANNEL = "ch_mfrggzdfmztwq2lknnwg23tpoa";
/** Ids of what stands in the table. */
export const costedIds: readonly string[] = costed.map(({ id }) => id);

/** The dearest of so many requests to each operation. */
export async function measuredCosts(
  seed: number,
  requests: number,
): Promise<ReadonlyMap<string, Cost>> {
  const caller = new KeylessCaller(generator(seed));
  const server = await startKeylessServer();
  const costs = new Map<string, Cost>();
  try {
    // Texts that never change are made and hashed at their first request, which waits for them.
    const first = keylessOperations
      .filter(({ method, path, twins = [] }) =>
        [method, ...twins].some((one) => one === "GET" && !path.includes(":")),
      )
      .map(
        ({ id, path }) =>
          [
            { operation: id, method: "GET", path, body: null, headers: {} } as const,
            Number.POSITIVE_INFINITY,
          ] as const,
      );
    const others = Array.from(
      { length: requests * keylessOperations.length },
      () => [caller.next(), undefined] as const,
    );
    const { channel } = server;
    const sockets = Array.from(
      { length: requests },
      () => [caller.socket([channel, NO_CHANNEL]), undefined] as const,
    );
    for (const [request, turns] of [...first, ...others, ...sockets]) {
      const { sent, work } = await server.count(request, turns);
      const known = costs.get(request.operation) ?? { work: 0, perByte: 0 };
      costs.set(request.operation, {
        work: Math.max(known.work, work),
        perByte: Math.max(known.perByte, work / sent),
      });
    }
  } finally {
    await server.close();
  }
  return costs;
}

/** A row says no less: what a request before it put off is counted to whichever comes next. */
const WORK_MIN = 6_000;
const PER_BYTE_MIN = 600;

/** With half as much again, up to 1, 2 or 5 times a power of ten: what is tried is never all. */
function roundedUp(value: number): number {
  const wanted = value * 1.5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * [1, 2, 5, 10].find((step) => step * power >= wanted)!;
}

function written(value: number): string {
  return value.toLocaleString("en-US");
}

export function tableOf(costs: ReadonlyMap<string, Cost>, most: number): string {
  const rows = costed.map(({ auth, hasBody, id }) => {
    const { perByte, work } = costs.get(id) ?? { perByte: 0, work: 0 };
    // What has a body may be sent one that takes all the work of reading that is allowed.
    const least = hasBody ? KEYLESS_READING_WORK_MAX : WORK_MIN;
    const bound = Math.min(most, roundedUp(Math.max(work, least)));
    const aByte = roundedUp(Math.max(perByte, PER_BYTE_MIN));
    return `| \`${id}\` | ${auth} | ${written(bound)} | ${written(aByte)} |`;
  });
  return [
    BEGIN,
    "| Operation | Key | Units of a request, at most | Units a byte sent, at most |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

export function replaced(page: string, table: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the table`);
  return `${page.slice(0, from)}${table}${page.slice(to)}`;
}

export function costsIn(page: string): ReadonlyMap<string, Cost> {
  const read = (text: string): number => Number(text.replaceAll(",", ""));
  return new Map(
    [...page.matchAll(ROW)].map(([, id, work, perByte]) => [
      id!,
      { work: read(work!), perByte: read(perByte!) },
    ]),
  );
}
