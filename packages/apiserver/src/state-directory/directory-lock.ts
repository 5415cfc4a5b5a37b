import { createHash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, lstat, mkdir, open, realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { StateDirectoryError } from "./state-directory-error.ts";

/**
 * Locks a directory for this process, with a local socket that ends with the process in any case. A file with a process id would outlive a
 * kill, and ids are reused. The socket is in a subfolder that only its user can enter, so that no other user can take its name or detect
 * the lock.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import path from "node:path";
 * import { DirectoryLock } from "@capstan/apiserver/state-directory";
 *
 * const folder = await mkdtemp(path.join(tmpdir(), "state-"));
 * const lock = await DirectoryLock.acquire(folder); // another process that asks for it is refused
 * await lock?.release();
 * await rm(folder, { recursive: true });
 * ```
 */
export class DirectoryLock {
  readonly #server: Server;
  readonly #place: SocketPlace;

  private constructor(server: Server, place: SocketPlace) {
    this.#server = server;
    this.#place = place;
  }

  /**
   * @param directory - an existing directory.
   * @returns `undefined` if another process, or another part of this one, holds the directory.
   * @throws StateDirectoryError another user can enter the folder of the socket, or its path is too long.
   */
  static async acquire(directory: string): Promise<DirectoryLock | undefined> {
    const place = await socketPlace(directory);
    const server = await listenAlone(place.path);
    if (server !== undefined) return new DirectoryLock(server, place);
    await place.folder?.close();
    return undefined;
  }

  /** Releases the lock, so that another process can take it. */
  async release(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
    await this.#place.folder?.close();
  }
}

/** The location of a socket. */
interface SocketPlace {
  readonly path: string;
  /** The folder that the path refers to; it must stay open. */
  readonly folder?: FileHandle;
}

/** The path of a socket is limited to about 100 bytes. */
const longestPath = 100;

async function socketPlace(directory: string): Promise<SocketPlace> {
  const root = await realpath(directory);
  if (process.platform === "win32") {
    const digest = createHash("sha256").update(root).digest("hex").slice(0, 24);
    return { path: `\\\\.\\pipe\\capstan-${digest}` };
  }
  const folder = join(root, "lock");
  await makePrivateFolder(folder);
  const path = join(folder, "socket");
  if (Buffer.byteLength(path) <= longestPath) return { path };
  if (process.platform !== "linux") {
    throw new StateDirectoryError(
      directory,
      `is too long for a socket in it; its path may have ${longestPath - 12} bytes`,
    );
  }
  const handle = await open(folder, "r");
  return { path: `/proc/self/fd/${handle.fd}/socket`, folder: handle };
}

async function listenAlone(path: string): Promise<Server | undefined> {
  const first = await listen(path);
  if (first !== undefined || (await isServed(path))) return first;
  // Left over from a process that was killed.
  await rm(path, { force: true });
  return listen(path);
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
    // Only these two codes mean that no process listens.
    return !(error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "ENOENT"));
  } finally {
    socket.destroy();
  }
}

/**
 * Creates a folder that only this user can enter, or uses the existing one.
 *
 * @throws {@link StateDirectoryError} the existing folder is not such a folder: another user may have created it.
 */
async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  const found = await lstat(path);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  const isClosed = process.platform === "win32" || (found.mode & 0o077) === 0;
  if (found.isDirectory() && isOurs && isClosed) return;
  throw new StateDirectoryError(path, "must be a folder of this user with mode 0700, and no link; remove it");
}
