/**
 * The Debian package: the program below /usr/lib, its unit, its user, and Node where one is given.
 * `dpkg-deb` packs it. Without a Node of its own it depends on that of the distribution.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { filesOf } from "./package.js";

const PLACE = "/usr/lib/calcmesh";
const NODE = `${PLACE}/node/bin/node`;
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
/** It runs with the C library that the binaries of the package were made for. */
const GLIBC = "libc6 (>= 2.31)";
const DISTRIBUTION_NODE = "nodejs (>= 20.19)";

const POSTINST = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  getent group calcmesh > /dev/null || groupadd --system calcmesh
  getent passwd calcmesh > /dev/null || useradd --system --gid calcmesh --home-dir /var/lib/calcmesh \\
    --shell /usr/sbin/nologin calcmesh
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable calcmesh.service
    systemctl restart calcmesh.service
  fi
fi
`;
const PRERM = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now calcmesh.service
fi
`;
const POSTRM = `#!/bin/sh
set -e
if [ "$1" = purge ] && [ -d /var/lib/calcmesh ]; then
  echo "calcmesh: the data stay in /var/lib/calcmesh, and so does their user"
fi
[ ! -d /run/systemd/system ] || systemctl daemon-reload
`;

interface DebianParts {
  /** The laid out package. */
  readonly program: string;
  readonly version: string;
  /** A binary of Node that goes with it. */
  readonly node?: string | undefined;
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

/** The unit of the archive, with the places and the user of the package. */
function unitOf(program: string, node: string): string {
  return readFileSync(join(program, "deploy", "calcmesh.service"), "utf8")
    .replaceAll("/usr/bin/node", node)
    .replaceAll("/opt/calcmesh", PLACE)
    .replace("DynamicUser=yes", "User=calcmesh\nGroup=calcmesh")
    .replace(/^# A node as a service\.[^[]*/, "");
}

/** @returns the path of the package in `folder` */
export function writeDebian(folder: string, { node, program, version }: DebianParts): string {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined) throw new Error(`no Debian package for ${process.arch}`);
  const root = mkdtempSync(join(tmpdir(), "calcmesh-deb-"));
  try {
    chmodSync(root, 0o755);
    cpSync(program, join(root, PLACE), { recursive: true });
    if (node !== undefined) {
      mkdirSync(join(root, dirname(NODE)), { recursive: true });
      cpSync(node, join(root, NODE));
      chmodSync(join(root, NODE), 0o755);
    }
    const binary = node === undefined ? "/usr/bin/node" : NODE;
    write(join(root, "usr/lib/systemd/system/calcmesh.service"), unitOf(program, binary));
    const calc = `#!/bin/sh\nexec ${binary} ${PLACE}/program/calc.js "$@"\n`;
    write(join(root, "usr/bin/calc"), calc, 0o755);
    write(join(root, "etc/calcmesh/environment"), "# CALC_NAME=value, one a line\n");
    mkdirSync(join(root, "usr/share/doc/calcmesh"), { recursive: true });
    symlinkSync(`${PLACE}/LICENSES.txt`, join(root, "usr/share/doc/calcmesh/copyright"));
    const kilobytes = Math.ceil([...filesOf(root).values()].reduce((a, b) => a + b, 0) / 1_024);
    const control = [
      "Package: calcmesh",
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      "Maintainer: calcmesh <root@localhost>",
      `Installed-Size: ${kilobytes}`,
      `Depends: ${[GLIBC, "passwd", ...(node === undefined ? [DISTRIBUTION_NODE] : [])].join(", ")}`,
      "Section: science",
      "Priority: optional",
      "Description: peer-to-peer node that computes physics and proves it",
    ];
    write(join(root, "DEBIAN/control"), `${control.join("\n")}\n`);
    write(join(root, "DEBIAN/conffiles"), "/etc/calcmesh/environment\n");
    write(join(root, "DEBIAN/postinst"), POSTINST, 0o755);
    write(join(root, "DEBIAN/prerm"), PRERM, 0o755);
    write(join(root, "DEBIAN/postrm"), POSTRM, 0o755);
    const path = join(folder, `calcmesh_${version}_${architecture}.deb`);
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", root, path]);
    return path;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
