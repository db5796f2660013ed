/**
 * Compiles one source after the other: once it is loaded and warm the compiler is several times
 * faster. It is a program of its own, where its package is found: with its types come globals of
 * another language, which would change what `Array` means to ours.
 */
let compiler;
try {
  ({ default: compiler } = await import("assemblyscript/asc"));
} catch {
  process.stderr.write("assemblyscript is not installed: npm ci --prefix scripts/wasm\n");
  process.exit(1);
}
const [dir, names, options] = JSON.parse(process.argv[2]);
for (const name of names) {
  const { error } = await compiler.main(
    [`${name}.ts`, "--baseDir", dir, "--outFile", `${name}.wasm`, ...options],
    { stderr: process.stderr },
  );
  if (error === null) continue;
  process.stderr.write(`${name}: ${error.message}\n`);
  process.exit(1);
}
