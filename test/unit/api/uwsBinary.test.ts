/** The native code of the server is loaded only where its bytes are those that were looked at. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadUws, UWS_SHA256, uwsBinaryFile, uwsBinaryName } from "../../../api/http/uwsBinary.js";
import { HEADERS_BYTES_MAX } from "../../../protocol/limits.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";

describe("the binary of uWebSockets.js", () => {
  it("is of every name that is known the one that is installed", () => {
    for (const [name, sha256] of Object.entries(UWS_SHA256))
      expect(
        createHash("sha256")
          .update(readFileSync(uwsBinaryFile(name)))
          .digest("hex"),
        name,
      ).to.equal(sha256);
  });

  it("is refused where a byte is another one, before any of it runs", () => {
    const dir = temporaryDir("uws");
    try {
      const file = join(dir.path, "uws.node");
      const bytes = readFileSync(uwsBinaryFile());
      bytes[bytes.length >>> 1]! ^= 1;
      writeFileSync(file, bytes);
      const loaded = loadUws(HEADERS_BYTES_MAX, () => file);
      expect(loaded).to.include({ isForged: true });
      expect(loaded)
        .to.have.property("reason")
        .that.matches(/uws\.node is not the binary .* sha256/);
    } finally {
      dir.remove();
    }
  });

  it("is not looked for where none is known, and its absence is no forgery", () => {
    const none = loadUws(HEADERS_BYTES_MAX, uwsBinaryFile, {});
    expect(none).to.deep.equal({
      reason: `there is no binary for ${uwsBinaryName()}`,
      isForged: false,
    });
    const absent = loadUws(HEADERS_BYTES_MAX, () => "/nowhere/uws.node");
    expect(absent).to.include({ isForged: false });
    expect(absent).to.have.property("reason").that.includes("ENOENT");
  });

  it("loads here, where Node and the C library are those of its package", () => {
    const { glibcVersionRuntime }: { readonly glibcVersionRuntime?: string } = Object(
      Reflect.get(Object(process.report.getReport()), "header"),
    );
    const loaded = loadUws(HEADERS_BYTES_MAX);
    // On Node 20 it needs no newer C library than any supported system has.
    if (process.version.startsWith("v20.") && glibcVersionRuntime !== undefined)
      expect(loaded).to.have.property("binary");
    else expect(loaded).to.satisfy(() => "binary" in loaded || !loaded.isForged);
  });
});
