/**
 * SHA-256 of the native code that LevelDB's package has for each platform, by its version. A test
 * compares them with what is installed.
 */
export const CLASSIC_LEVEL_VERSION = "3.0.0";

export const NATIVE_HASHES: ReadonlyMap<string, string> = new Map([
  ["fe196ae283d4852d4b75b510eb148c05de821f5d5d32a158aa9afa1411ccb5dd", "android-arm armv7"],
  ["f76444a1d96b46a4548170bba1c4b4de76438b2f296b3de4ebc02e4391eff803", "android-arm64"],
  ["e311fd4aadf58e151dcb19b0144fbbb468ef08fb73d77bca806e7320725ef26c", "darwin"],
  ["363693d6d11f3c5c4325391a79ce528ab47756ee46520fc60742194da90f48e0", "linux-arm armv6"],
  ["88f4c538c8759309489047d090bf02b40d6466059ba7903f6052b3b411fb6e46", "linux-arm armv7"],
  ["d81eaacbec70a75c872c5da37e0dd8e7b3d65b565a1b55953b7b4b532608bfb0", "linux-arm64"],
  ["d987896212d3daea0c18997fb4fa5323381bac7dd05bec18920951738029320b", "linux-x64 musl"],
  ["48843c7375f755db2b80d37bc26b075b74df584820b26dd1dc9cd7b323575143", "linux-x64"],
  ["f18a79fd5fa7ca38047385f617949bffafce0f0a523f7381744ec9446a226f13", "win32-ia32"],
  ["3537a4724d84912b85ff873d0e4f2665580ba7bc917d4f19aa2ed164a76ea7cf", "win32-x64"],
]);
