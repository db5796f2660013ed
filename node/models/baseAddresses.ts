/**
 * Where requests to models may go: public addresses over TLS, and what the operator names. It is
 * checked before a request, and again when a name is resolved; the connection goes to exactly the
 * addresses that were checked.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Refusal } from "../../protocol/errors/refusal.js";

/** All addresses of a name. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

const URL_CHARS_MAX = 512;

/** IANA's registries of special-purpose addresses, and multicast. */
const SPECIAL: readonly (readonly [address: string, bits: number, family: "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  // Within what is global unicast: Teredo and its kind, documents, 6to4.
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["3fff::", 20, "ipv6"],
];

const special = new BlockList();
for (const row of SPECIAL) special.addSubnet(...row);
/** Every other IPv6 address is local, mapped, or of no use yet. */
const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");

/** Whether an address is one of the public network. */
function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  return unicast.check(address, "ipv6") && !special.check(address, "ipv6");
}

export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

export class BaseAddresses {
  readonly #local: ReadonlySet<string>;
  readonly #lookup: Lookup;

  /** @param local `host:port` of servers that the operator lets accounts reach */
  constructor(local: readonly string[], lookup: Lookup = allAddresses) {
    this.#local = new Set(local.map((one) => one.toLowerCase()));
    this.#lookup = lookup;
  }

  /** @returns it without a slash at its end. @throws Refusal INVALID_INPUT */
  checked(text: string): string {
    const fault = this.#fault(text);
    if (fault !== null)
      throw new Refusal("INVALID_INPUT", fault, {
        errors: [{ pointer: "/baseUrl", code: "INVALID_VALUE", message: fault }],
      });
    return text.replace(/\/+$/, "");
  }

  #fault(text: string): string | null {
    const url = text.length > URL_CHARS_MAX || !URL.canParse(text) ? null : new URL(text);
    if (url === null || !/^https?:$/.test(url.protocol))
      return "a base address is a URL as in https://models.example/v1";
    if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
      return "a base address has no name, password, query or fragment";
    if (this.isLocal(url)) return null;
    if (url.protocol !== "https:")
      return "a base address is https, unless the operator names its server (llm.localServers)";
    const host = bare(url.hostname);
    if (isIP(host) !== 0 && !isPublicAddress(host)) return PRIVATE;
    return null;
  }

  /** Whether the operator names the server of a URL. */
  isLocal(url: URL): boolean {
    const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
    return this.#local.has(`${url.hostname}:${port}`);
  }

  /**
   * What resolves names for a request. A literal address is never resolved: it is checked here.
   * @throws AddressRefused
   */
  lookupFor(url: URL): LookupFunction {
    const isLocal = this.isLocal(url);
    const host = bare(url.hostname);
    if (!isLocal && (url.protocol !== "https:" || (isIP(host) !== 0 && !isPublicAddress(host))))
      throw new AddressRefused(PRIVATE);
    return (name, options, done) => {
      this.#lookup(name).then(
        (found) => {
          if (found.length === 0) {
            done(new AddressRefused(`${name} has no address`), "", 4);
            return;
          }
          // One private address among public ones is enough to be refused.
          if (!isLocal && !found.every(({ address }) => isPublicAddress(address))) {
            done(new AddressRefused(PRIVATE), "", 4);
            return;
          }
          const [first] = found;
          if (options.all === true) done(null, [...found]);
          else done(null, first!.address, first!.family);
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), "", 4),
      );
    };
  }
}

const PRIVATE =
  "the address is a private one: only the operator can let a server on it be reached (llm.localServers)";

function bare(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

function allAddresses(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, found) => {
      if (error === null) resolve(found);
      else reject(error);
    });
  });
}
