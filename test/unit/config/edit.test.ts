/** One setting written into a configuration file and taken out again. */
import { expect } from "chai";
import { withSetting } from "../../../config/edit.js";
import { ConfigError } from "../../../config/errors.js";

const HEAD = "// What this is for.\n//   http.listen  its address\n";
const set = (text: string, key: string, value?: string | number | string[]): string =>
  withSetting(text, key, value, "config.json");

describe("configuration: an edit", () => {
  it("writes into an empty file, a file of comments, and one with other settings", () => {
    expect(set("", "logLevel", "debug")).to.equal('{\n  "logLevel": "debug"\n}\n');
    expect(set(`${HEAD}{\n}\n`, "http.listen", "127.0.0.1:1")).to.equal(
      `${HEAD}{\n  "http": {\n    "listen": "127.0.0.1:1"\n  }\n}\n`,
    );
    expect(
      JSON.parse(set('{"http":{"adapter":"node"},"x":1}', "http.listen", "a:1")),
    ).to.deep.equal({ http: { adapter: "node", listen: "a:1" }, x: 1 });
  });

  it("replaces, keeps the order, and takes an emptied section out", () => {
    const text = set(set(HEAD, "p2p.bootstrap", ["/a", "/b"]), "mesh.capacity", 2);
    const other = set(text, "p2p.bootstrap", ["/c"]);
    expect(other.startsWith(HEAD)).to.equal(true);
    expect(other.slice(HEAD.length)).to.equal(
      '{\n  "p2p": {\n    "bootstrap": [\n      "/c"\n    ]\n  },\n  "mesh": {\n    "capacity": 2\n  }\n}\n',
    );
    expect(set(set(other, "p2p.bootstrap"), "mesh.capacity")).to.equal(`${HEAD}{}\n`);
    expect(set("{}", "logLevel")).to.equal("{}\n");
  });

  it("reads Windows line endings", () => {
    expect(set('// a\r\n{ "logLevel": "info" }\r\n', "logLevel", "warn")).to.equal(
      '// a\n{\n  "logLevel": "warn"\n}\n',
    );
  });

  it("refuses what it would spoil", () => {
    for (const [text, why] of [
      ['{\n  // why\n  "logLevel": "info"\n}', /comments among its settings.*by hand/],
      ["[]", /must hold a JSON object/],
      ["{", /not JSON/],
    ] as const)
      expect(() => set(text, "logLevel", "debug"), text).to.throw(ConfigError, why);
  });
});
