/**
 * Mistakes that people make, and what they are told: the cause and the cure, each in one table.
 * The list was collected from first uses of the program.
 */
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CALC, startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { calc, type Ran } from "../kit/calc.js";
import { fieldsOf, parseFields, textOf } from "../kit/requests.js";

/** The typed line, the exit code, and what is said of cause and cure, wherever it is said. */
type Row = readonly [
  args: readonly string[],
  code: number,
  cause: RegExp | string,
  cure: RegExp | string,
];

const NM21 = (...inputs: readonly string[]): readonly string[] => ["compute", "NM21", ...inputs];

const VERBS: readonly Row[] = [
  [["5", "ft", "in", "m"], 2, "unknown command '5'", "calc convert 5 mi to km"],
  [["comptue"], 2, "unknown command 'comptue'", "Did you mean compute?"],
  [["infal"], 2, "unknown command 'infal'", "Did you mean infall?"],
  [["daemon", "--htpp", "x"], 2, "unknown option '--htpp'", "Did you mean --http?"],
  [["search"], 2, "unknown command 'search'", "Use calc operators"],
  [["backup"], 2, "missing required argument 'file'", ""],
  [["snapshot"], 2, "unknown command 'snapshot'", "Use calc backup"],
  [["fsck"], 2, "unknown command 'fsck'", "Use calc verify-db"],
  [["config", "get", "http.lisen"], 6, "did you mean http.listen?", "calc config list"],
  [["logs", "--level", "loud"], 2, "--level takes debug, info, warn, error", "--help"],
  [["restore", "README.md", "--check"], 12, "it is no backup of a node", "calc backup wrote"],
  [["completion"], 2, "name a shell", "calc completion bash|zsh|fish"],
  [[], 2, "Usage: calc VERB", "calc compute NM21"],
  [["-V"], 0, /^\d+\.\d+\.\d+$/m, ""],
  [["version"], 0, "calcmesh: ", "registry: "],
  [["mesh", "whi"], 2, "status, verify, topics, scores or why, not whi", "calc mesh --help"],
  [["mesh"], 0, "own spine", ""],
  [["mesh", "why"], 0, "No other node is known", "--mesh-secret-file"],
  [["verify", "1234"], 6, /no file \S*1234, and no receipt has such an id/, "64 of 0-9 and a-f"],
  [["convert", "5km", "mi"], 2, '"5km mi" does not say', "calc convert 5km to mi"],
  [["convert", "5km", "s"], 2, '"5km s" does not say', "calc convert 5 mi to km"],
  [["sweep", "NM21", "--csv-in", "no.csv"], 6, /there is no file \S*no\.csv/, "Check the path"],
  [["batch", "no.json"], 6, /there is no file \S*no\.json/, "Check the path"],
  [["mail", "attach", "no.pdf"], 6, /there is no file \S*no\.pdf/, "Check the path"],
  [["llm", "add", "openai", "--key-file", "no.txt"], 6, /there is no file \S*no\.txt/, "Check"],
  [["receipt", "abc"], 2, "64 lower-case hex digits", "calc receipt --help tells"],
  [["page", "list", "oven-north"], 6, "no machine oven-north", "calc machine list"],
  [["buckling", "lenght=1.7"], 2, "did you mean length?", "calc buckling --help tells"],
];

const NUMBERS: readonly Row[] = [
  [NM21("m1=1"), 3, "m_2 (second mass, in kg)", "accepted names: m_2, m2"],
  [NM21("m1=1", "m2=1", "R=3"), 3, "r (distance between the centres, in m)", "did you mean r?"],
  [NM21("m1=1", "m2=1", "radius=3"), 0, "F = ", "receipt"],
  [NM21("m1=1", "m2=1", "r=3", "q=3"), 2, "has an input q", /next: Leave it out; /],
  [NM21("m1=1", "m2=1", "r=3", "mass3=3"), 2, "has an input mass3", /next: Leave it out, or write/],
  [NM21("m1=1", "m2=1", "r=0"), 3, "a division by zero in G m_1 m_2/r^2", "columns 5..17"],
  [NM21("m1=-1", "m2=1", "r=1"), 3, /m_1 .*-1/, /0/],
  [NM21("m1=1e200", "m2=1e200", "r=1e-9"), 3, /overflow|double/, ""],
  [NM21("m1=5,97e24"), 2, "has a comma", "Write m1=5.97e24."],
  [NM21("m1=1,500"), 2, "has a comma", "Write m1=1.500 or m1=1500."],
  [NM21("m1=5,972,000"), 2, "has a comma", "Write m1=5972000."],
  [NM21("m1="), 2, "m1 has no value", "as in m1=3.844e8"],
  [NM21("m1=Infinity"), 2, "Infinity is no number to compute with", "Give a finite number"],
  [NM21("m1=1e400"), 2, "beyond the largest number a double can hold", "Give a smaller number"],
  [NM21("m1=heavy"), 2, '"heavy" is not a number', "in SI, or with its unit"],
  [NM21("m1=5.97e24kg", "m2=7.3e22", "r=384400 km"), 0, "F = 1.968503(44)e20 N", "384400000^2"],
  [NM21("m1=2kg", "m2=1", "r=1m", "--uncertainties", "r=1cm"), 0, "F = 133.5(2.7) pN", ""],
  [NM21("m1=2kg", "m2=1", "r=1m", "--uncertainties", "r=1s"), 2, "r is in m", "Give it in m"],
  [
    ["sweep", "NM19", "m=2", "a=1,2", "--uncertainties", "m=100g", "a=0"],
    0,
    "2.00(10) N",
    "4.00(20) N",
  ],
  [
    ["evaluate", "rho = m/V", "m=12.3g", "V=4.5mL", "--uncertainties", "m=0.1g", "V=0.1mL"],
    0,
    "rho = 2733(65) kg/m^3",
    "",
  ],
  [NM21("m1=5m"), 2, "m1 is in kg, and m is of another kind", "Give it in kg"],
  [NM21("m1=5kgg"), 2, '"kgg" is not a unit', "without a unit, as in m1=5.97e24"],
  [NM21("q=5km"), 2, "nothing here says in which unit q is", "in SI: q=5000 for m."],
  [NM21("r=3", "km"), 2, "km stands apart from its number", "as in r=384400km"],
  [NM21("1", "2", "3"), 2, "NM21 takes m_1, m_2, r", "Write m_1=1"],
  [["compute", "nm21", "m1=1", "m2=1", "r=1"], 0, "F = ", "receipt"],
  [["compute", "NM999"], 2, "the nearest ids are NM19", "search by words: calc operators"],
  [
    ["compute", "gravity"],
    2,
    /operators are found by that word: NM21 \(/,
    "calc operators gravity",
  ],
  [NM21('m1="2"'), 2, 'm1: "2" has quotes of its own', 'Write m1=2, or m1="2 kg"'],
  [["compute", "5 ft in m"], 2, "a number without a name", "calc convert 5 mi to km"],
  [["compute"], 3, "an operator and its inputs are missing", "calc operators gravitation"],
  [NM21("m1=1\r", "m2=1", "r=1\r"), 0, "F = ", "receipt"],
  [NM21("m1=1", "m2=1", "r=1", "--field", "valu"), 6, "no field valu", "did you mean value?"],
];

const EQUATIONS: readonly Row[] = [
  [["evaluate", "F = ma"], 3, "ma", 'If ma is a product, write "m a"'],
  [["evaluate", "E = mc^2"], 3, "mc", 'write "m c"'],
  [["evaluate", "x = sin(30 deg)"], 0, "x = 0.5", "sin((30 deg))"],
  [["evaluate", "x = 3 mV/2 mA"], 3, "missing input: mV", "as in 2 [mV]"],
  [["evaluate", "E = ½ m v^2", "m=2", "v=3"], 0, "E = 9", ""],
  [["evaluate", "y = log(100)"], 3, "several logarithms", "ln, log10 or log2"],
  [
    ["evaluate", "W = m x", "m=2", "x=3", "--symbols", "m=lbx"],
    2,
    '"lbx"',
    /nearest names are "lb/,
  ],
  [["evaluate", "x^2 = 4"], 3, "2 results for x", "as in x=0..10"],
  [["evaluate", "x^2 = 4", "x=0..10"], 0, /^x = 2$/m, ""],
  [["evaluate", "x^2 = 4", "x=5..1"], 2, "ends before it begins", "Write x=1..5"],
  [
    ["evaluate", "E = m c^2", "m=1kg", "--symbols", "E=eV"],
    0,
    "E = 5.609588604e35 eV",
    "89.87551787 PJ",
  ],
  [["evaluate", "E = m c^2", "m=1kg", "--symbols", "E=K"], 3, "m c^2  is  kg m^2/s^2", "E  is  K"],
  [["evaluate", "E = m c^2", "m=1", "q=3"], 2, "the equation has no q", "Leave q out"],
  [["evaluate", "5 ft in m"], 2, "converts a quantity", "next: calc convert 5 ft in m"],
  [["evaluate", "determinant([[1,2],[3,4]])"], 3, "matrices in brackets are not read", "a*d - b*c"],
  [["evaluate", "det(A)"], 3, "det at column 1 is not a function", "a*d - b*c"],
  [["evaluate", "[A, B]"], 3, "This is a commutator", ""],
  [["evaluate", "1/(x^2)", "x=1e-200"], 3, "a divisor smaller than a double can hold", ""],
  [["evaluate", "x +"], 3, "ends at column 4", "is expected"],
];

const SOLVERS: readonly Row[] = [
  [["infall", "M=2e31", "r0=2e5", "start=rset"], 2, "start: expected one of", "rest, rain, orbit"],
  [
    ["buckling", "E=70e9", "I=3e-8", "length=1.7", "ends=pinned"],
    2,
    "ends: expected one of pinned-pinned, ",
    "fixed-pinned",
  ],
  [
    ["buckling", "E=70GPa", "I=3.1e-8", "length=170cm", "ends=fixed-pinned"],
    0,
    "P_cr = 15.1605124 kN",
    "receipt",
  ],
  [["buckling", "E=70m", "length=1"], 2, "E is in Pa, and m is of another kind", "Give it in Pa"],
  [["buckling", "length=1"], 3, "do not determine", "{E, I, length, ends}"],
  [["buckling", "lenght=1"], 2, "lenght is no input of buckling", "did you mean length?"],
  [["solver", "buckling", "--help"], 0, "Usage: calc buckling", "One of these suffices"],
];

describe("cli: mistakes", () => {
  const dir = temporaryDir("mistakes");
  const dataDir = join(dir.path, "data");
  let node: RunningNode;
  let other: Server;
  before(async () => {
    node = await startNode({ dataDir });
    other = createServer((socket) => socket.end());
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
  });
  after(async () => {
    await node.stop();
    other.close();
    dir.remove();
  });

  function expectProblem({ code, err, out }: Ran, [, exit, cause, cure]: Row): void {
    const said = `${out}${err}`;
    for (const part of [cause, cure])
      if (typeof part === "string") expect(said).to.contain(part);
      else expect(said).to.match(part);
    expect(said).to.not.contain("Report this");
    expect(code, said).to.equal(exit);
  }

  for (const [what, rows] of Object.entries({ VERBS, NUMBERS, EQUATIONS, SOLVERS }))
    describe(what.toLowerCase(), () => {
      for (const row of rows)
        it(`calc ${row[0].join(" ").replaceAll("\r", "\\r")}`, async () => {
          expectProblem(
            await calc(
              [...row[0], "--data-dir", dataDir].slice(0, needsNode(row) ? undefined : -2),
            ),
            row,
          );
        });
    });

  /** `calc` alone takes no option. */
  function needsNode([args]: Row): boolean {
    return args.length > 0 && args[0] !== "-V";
  }

  describe("files and daemons", () => {
    it("a file that is no receipt", async () => {
      expectProblem(await calc(["verify", "README.md"]), [
        [],
        2,
        "README.md is not JSON: unexpected character, at character 0",
        "as it came",
      ]);
    });

    it("no daemon", async () => {
      expectProblem(await calc(["pulse", "--data-dir", join(dir.path, "none")]), [
        [],
        10,
        "no daemon runs on",
        "calc daemon",
      ]);
    });

    /** Starts a daemon that is not to start, or stops it when it is ready. */
    async function daemon(...args: readonly string[]): Promise<Ran> {
      const child = spawn(
        process.execPath,
        [CALC, "daemon", "--p2p", "/ip4/127.0.0.1/tcp/0", "--log-level", "warn", ...args],
        { stdio: ["ignore", "pipe", "pipe"] },
      );
      let [out, err] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes("ready; stop")) child.kill("SIGTERM");
      });
      child.stderr.on("data", (chunk: Buffer) => {
        err += chunk.toString();
      });
      const [code] = (await once(child, "close")) as unknown[];
      return { code: typeof code === "number" ? code : null, out, err };
    }

    const portOf = (): number => {
      const address = other.address();
      return typeof address === "object" && address !== null ? address.port : 0;
    };
    const free = ["--http", "127.0.0.1:0", "--metrics", "off"];

    it("an address as people type it, or one where nobody is", async () => {
      const { host } = new URL(node.api.http);
      for (const url of [host, `${host}/`, `${node.api.http}/api`, `${host}/api/`])
        expectProblem(await calc(["health", "--url", url]), [[], 0, "ready (", node.api.http]);
      const { port } = new URL(node.api.http);
      expectProblem(await calc(["pulse", "--url", `127.0.0.1:${port}/elsewhere`]), [
        [],
        6,
        "NOT_FOUND",
        "",
      ]);
      expectProblem(await calc(["pulse", "--url", "127.0.0.1:1"]), [
        [],
        10,
        "no daemon answers at 127.0.0.1:1",
        "--url",
      ]);
    });

    it("the data directory of another daemon", async () => {
      expectProblem(await daemon("--data-dir", dataDir, ...free), [
        [],
        11,
        node.api.http,
        "choose another --data-dir",
      ]);
    });

    it("the port of another program, or of another node", async () => {
      const at = ["--data-dir", join(dir.path, "b"), "--metrics", "off", "--http"];
      expectProblem(await daemon(...at, `127.0.0.1:${portOf()}`), [
        [],
        2,
        `ADDRESS_IN_USE: port ${portOf()} of 127.0.0.1 is in use: another program`,
        "--http HOST:PORT (port 0 picks a free one)",
      ]);
      expectProblem(await daemon(...at, node.api.http.replace("http://", "")), [
        [],
        2,
        "another calc node answers there",
        "Stop it, or choose another address",
      ]);
    });

    it("a port of the mesh that is taken", async () => {
      const port = portOf();
      expectProblem(
        await daemon(
          "--data-dir",
          join(dir.path, "b"),
          ...free,
          "--p2p",
          `/ip4/127.0.0.1/tcp/${port}`,
        ),
        [[], 2, `ADDRESS_IN_USE: port ${port} of 127.0.0.1`, "--p2p /ip4/HOST/tcp/PORT"],
      );
    });

    it("a port of the metrics that is taken, and a terminal that is closed", async () => {
      const port = portOf();
      expectProblem(
        await daemon(
          "--data-dir",
          join(dir.path, "b"),
          "--http",
          "127.0.0.1:0",
          "--metrics",
          `127.0.0.1:${port}`,
        ),
        [
          [],
          0,
          `metrics   off: 127.0.0.1:${port} is in use`,
          "--metrics HOST:PORT chooses another",
        ],
      );
    });

    it("a directory where nothing can be made", async () => {
      expectProblem(await daemon("--data-dir", "/proc/nope", ...free), [
        [],
        1,
        "the data directory /proc/nope cannot be made",
        "--data-dir or CALC_DATA_DIR",
      ]);
    });

    it("a configuration of another shape", async () => {
      const file = join(dir.path, "calc.json");
      writeFileSync(file, '{"http": "127.0.0.1:1"}\r\n');
      expectProblem(await daemon("--config", file), [
        [],
        2,
        `http in ${file} must be an object`,
        'as in {"http": {"listen": "127.0.0.1:8287"}}',
      ]);
    });
  });

  describe("over HTTP", () => {
    const ask = async (path: string, body?: unknown): Promise<Response> =>
      fetch(node.api.http + path, {
        headers: {
          authorization: `Bearer ${node.api.token}`,
          "content-type": "application/json",
        },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });

    it("a path that is not there: the nearest, and where all are listed", async () => {
      for (const [path, nearest] of [
        ["/api/calc/computer", "/api/calc/compute"],
        ["/api/operator", "/api/operators"],
        [`/api/${"a".repeat(5_000)}`, null],
      ] as const) {
        const response = await ask(path);
        expect(response.status).to.equal(404);
        expect(response.headers.get("link")).to.equal('</api/openapi.json>; rel="service-desc"');
        const problem = parseFields(await response.text());
        expect(textOf(problem, "remedy")).to.contain("/api/openapi.json");
        expect(problem["nearest"]).to.deep.equal(nearest === null ? undefined : [nearest]);
        expect(textOf(problem, "detail").length).to.be.at.most(300);
      }
    });

    it("a unit of another kind, an unused input, a value that is not allowed", async () => {
      for (const [path, body, pointer, cause, remedy] of [
        [
          "/api/calc/compute",
          { operators: ["NM21"], inputs: { m1: "5 m", m2: 1, r: 1 } },
          "/inputs/m1",
          "m1 is a mass in kg, and 5 m is a length in m",
          "Correct the input",
        ],
        [
          "/api/calc/compute",
          { operators: ["NM21"], inputs: { m1: 1, m2: 1, r: 1, q: 1 } },
          "/inputs/q",
          "nothing here has this input",
          "Leave it out",
        ],
        [
          "/api/calc/buckling",
          { E: 7e10, I: 3e-8, length: 1, ends: "pinned" },
          "/ends",
          "expected one of pinned-pinned",
          "Correct the fields",
        ],
        [
          "/api/calc/compute",
          { operators: ["NM21"], inputs: {}, visibility: "all" },
          "/visibility",
          "expected one of private, record, shared",
          "Correct the fields",
        ],
      ] as const) {
        const problem = parseFields(await (await ask(path, body)).text());
        const { errors } = problem;
        const fault = Array.isArray(errors) ? fieldsOf({ fault: errors[0]! }, "fault") : {};
        expect(textOf(fault, "pointer")).to.equal(pointer);
        expect(textOf(fault, "message")).to.contain(cause);
        expect(textOf(problem, "remedy")).to.contain(remedy);
        expect(problem).to.not.have.property("instance");
        if (cause.includes("one of")) expect(fault).to.have.property("accepts");
      }
    });
  });
});
