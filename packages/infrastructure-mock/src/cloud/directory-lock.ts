import { createHash } from "node:crypto";
import { once } from "node:events";
import { realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/**
 * Holds a directory for this process: a local socket, which ends with the process however it ends. A file with a process id would
 * outlive a kill, and ids are reused.
 */
export class DirectoryLock {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @returns undefined if another process, or another cloud of this one, holds the directory. */
  static async acquire(directory: string): Promise<DirectoryLock | undefined> {
    const path = await socketPath(directory);
    const first = await listen(path);
    if (first !== undefined) return new DirectoryLock(first);
    if (await isServed(path)) return undefined;
    // Left behind by a process that was killed.
    await rm(path, { force: true });
    const second = await listen(path);
    return second === undefined ? undefined : new DirectoryLock(second);
  }

  async release(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }
}

/** In the temporary directory, since the path of a socket has about 100 bytes at most. */
async function socketPath(directory: string): Promise<string> {
  const digest = createHash("sha256")
    .update(await realpath(directory))
    .digest("hex");
  const name = `capstan-infrastructure-mock-${digest.slice(0, 24)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(path);
    await once(server, "listening");
    server.unref();
    return server;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return undefined;
    throw error;
  }
}

async function isServed(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    // Only these two mean that no process is there.
    return !(error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "ENOENT"));
  } finally {
    socket.destroy();
  }
}
