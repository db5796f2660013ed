/**
 * One process of a machine has an identity. A copy of a data directory has a lock of its own, so
 * the database does not notice: two processes would sign two histories under one key. The name of a
 * socket that only exists while its process does is what both would need, and goes with it whatever
 * ends it.
 *
 * On Linux, within one network namespace. Elsewhere, and for a copy on another machine, peers find
 * it when they see two histories, and the restore guard before a node that was away seals again.
 */
import { createServer } from "node:net";

export class IdentityInUseError extends Error {
  override readonly name = "IdentityInUseError";
}

export interface HeldIdentity {
  release(): Promise<void>;
}

/** @throws IdentityInUseError */
export function holdIdentity(publicKey: string): Promise<HeldIdentity> {
  if (process.platform !== "linux") return Promise.resolve({ release: () => Promise.resolve() });
  return new Promise((resolve, reject) => {
    // Who connects is told nothing.
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new IdentityInUseError(
              "another process on this machine runs with this node's identity: a data directory " +
                "and a copy of it must not be in use at the same time",
            )
          : error,
      );
    });
    // The zero byte begins a name that is in no directory.
    server.listen(`\0calcmesh-identity-${publicKey}`, () => {
      server.unref();
      resolve({
        release: () =>
          new Promise((released) => {
            server.close(() => released());
          }),
      });
    });
  });
}
