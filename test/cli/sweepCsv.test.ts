import { expect } from "chai";
import { runCli } from "../../api/cli/cli.js";
import { EXIT } from "../../api/cli/exitCodes.js";
import { createClient, createRequester } from "../../api/client/client.js";
import { sweepVerb } from "../../scripts/cli/compute/sweep.js";
import { parseFields } from "../kit/requests.js";
import { serveNode, type ServedNode } from "../kit/served.js";

describe("calc sweep --csv-in", () => {
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(() => served.close());

  /** Both a file of any name and standard input hold the text. */
  async function sweep(text: string, ...words: readonly string[]) {
    let [out, err] = ["", ""];
    const modules = {
      client: () => Promise.resolve(createClient({ baseUrl: served.http.url, key })),
      readFile: (path: string) => Promise.resolve(path === "t.csv" ? text : ""),
      readStdin: () => Promise.resolve(text),
      out: (written: string) => {
        out += written;
      },
      err: (written: string) => {
        err += written;
      },
      isTerminal: false,
    };
    const code = await runCli(["sweep", ...words], modules, [sweepVerb]);
    return { code, out, err };
  }

  it("seals what the same words seal, from a file and from standard input", async () => {
    const typed = await sweep("", "NM21", "m1=2", "m2=1", "r=1000,2000", "--u", "r=1,2", "--json");
    const want = parseFields(typed.out)["rows_root"];
    expect(want, typed.err).a("string");
    const text = "r [km],u(r)\r\n1,1\r\n2,2\r\n";
    for (const file of ["t.csv", "-"]) {
      const output = await sweep(text, "NM21", "m1=2", "m2=1", "--csv-in", file, "--json");
      expect(output.code, output.err).equal(EXIT.ok);
      expect(parseFields(output.out)["rows_root"]).equal(want);
    }
  });

  it("is what a program sends with the client, as CSV or as doubles", async () => {
    const typed = await sweep("", "NM19", "m=2", "a=1,2", "--json");
    const request = createRequester({ baseUrl: served.http.url, key });
    const path = "/api/calc/compute/table?operators=NM19&m=2";
    const csv = { path, type: "text/csv", body: "a\n1\n2\n" };
    const octets = {
      path: `${path}&columns=a&rows=2`,
      type: "application/octet-stream",
      body: new Uint8Array(Float64Array.of(1, 2).buffer),
    };
    for (const one of [csv, octets]) {
      const response = await request({ method: "POST", keyed: true, ...one });
      const root = response.kind === "result" ? response.value["rows_root"] : response.kind;
      expect(root).equal(parseFields(typed.out)["rows_root"]);
    }
  });

  it("runs a solver over a file", async () => {
    const pipe = ["acoustic", "c=343", "ends=open-open", "--json"];
    const typed = await sweep("", ...pipe, "length=0.5,1");
    const output = await sweep("length [cm]\n50\n100\n", ...pipe, "--csv-in", "t.csv");
    expect(parseFields(output.out)["rows_root"], output.err).equal(
      parseFields(typed.out)["rows_root"],
    );
  });

  it("asks a node for nothing where the file is no table", async () => {
    for (const [text, said, ...words] of [
      ["r\n1\nNaN\n", "line 3, row 1, column r: NaN is no number"],
      ["r\n1 km\n2 kg\n", "row 1: r is a length"],
      ["r\n1\n", "r is a column of the file and is given, too", "r=2"],
      ["", "a line of names"],
    ] as const) {
      const output = await sweep(text, "NM21", "m1=2", "m2=1", ...words, "--csv-in", "t.csv");
      expect(output.code, output.out).equal(EXIT.usage);
      expect(output.err).contains(said);
    }
  });
});
