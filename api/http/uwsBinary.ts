/**
 * The native code of uWebSockets.js: which file this process would load, and whether it is the one that
 * was looked at. The package is a repack by others, so each binary is known by its digest.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Platform, processor, and ABI of Node: 115 is Node 20, 127 is 22, 137 is 24. Of version 3.0.6. */
export const UWS_SHA256: Readonly<Record<string, string>> = {
  darwin_arm64_115: "f6132ac4d0954ce32ed716d5b367270904c5885bc6e01dcc8ae5809a8967d504",
  darwin_arm64_127: "84ab0c487fbbb895afbfa24c7ac02db5922b2eb468b3a4663aaca52af29b420c",
  darwin_arm64_137: "dd7623e7e600dcc1384c4a639ac05849f0c27125be8c431b702e0513e86613f0",
  darwin_x64_115: "7552dc27e278be4a5f9ca4f571676e9046929ef8753b1bb63b84f78e1a752a11",
  darwin_x64_127: "1bcd63a9cd5cda811d899b80f9b1f7c9f29d128feafebe6976069ab1045a0335",
  darwin_x64_137: "7df6e0b2be43048200370a64ee91d6563879f5d3b0207f846dc81377ffc4e189",
  linux_arm64_115: "034e0fcccdc08f90df3b130f421516311831b1352fe38eab91abc2984c2fdf3a",
  linux_arm64_127: "a7d9bc3ec166421a49416d5ea4f49118ae68ea1dbf8a765c4f45a79b0b6adb13",
  linux_arm64_137: "b6eb007d627e00bcce03ad38f197124e9027c03f6fe784b37f97b8a6ea709cb4",
  linux_x64_115: "f4fa5d7b697529b45ac8aa3d57385d9af51bc1d2b26aa9f5b68ca4361542e665",
  linux_x64_127: "78e38a9a163b1cf33ce539619e5908111dea95a12e7943d95fbcdd524879caa8",
  linux_x64_137: "3b549c14e01d9d1faf234cdf4b6f0fb08158605e3692cd0eb1b905e327bd3449",
  win32_x64_115: "160eeb564c9e5887893f6b561fbcf39fecc6fbd6cacc86f461af67b3688d84fa",
  win32_x64_127: "bf190a123983621f89f8ac667c354fd95f45b9b153095bdfe1167c50d1922746",
  win32_x64_137: "ad2eff4924594a5dba3b451334f432bd526c33885960f8b68e85261b0ac4ff07",
};

const requireHere = createRequire(import.meta.url);

export function uwsBinaryName(): string {
  return `${process.platform}_${process.arch}_${process.versions.modules}`;
}

/** @throws Error where the package is not installed */
export function uwsBinaryFile(name = uwsBinaryName()): string {
  const description = requireHere.resolve("uWebSockets.js/package.json");
  return join(dirname(description), `uws_${name}.node`);
}

export type UwsLoad<T> =
  | { readonly binary: T }
  /** isForged: there is a file, and it is another one. */
  | { readonly reason: string; readonly isForged: boolean };

/**
 * Loads the binary for this process.
 * @typeParam T what the package declares of it: its bytes are those of the package
 * @param headBytesMax of a request: the binary reads it from the environment when it is loaded
 */
export function loadUws<T = unknown>(
  headBytesMax: number,
  find: () => string = uwsBinaryFile,
  known: Readonly<Record<string, string>> = UWS_SHA256,
): UwsLoad<T> {
  const wanted = known[uwsBinaryName()];
  if (wanted === undefined)
    return { reason: `there is no binary for ${uwsBinaryName()}`, isForged: false };
  try {
    const file = find();
    const found = hash("sha256", readFileSync(file), "hex");
    if (found !== wanted)
      return {
        reason: `${file} is not the binary that was checked: sha256 ${found}`,
        isForged: true,
      };
    process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(headBytesMax);
    const binary: T = requireHere(file);
    return { binary };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), isForged: false };
  }
}
