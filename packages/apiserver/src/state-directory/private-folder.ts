import { lstat, mkdir } from "node:fs/promises";
import process from "node:process";
import { StateDirectoryError } from "./state-directory-error.ts";

/**
 * Makes a folder that no one but this user can enter, or takes the one that is there.
 *
 * @throws {@link StateDirectoryError} what is there is something else: another user may have put it there.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  const found = await lstat(path);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  const isClosed = process.platform === "win32" || (found.mode & 0o077) === 0;
  if (found.isDirectory() && isOurs && isClosed) return;
  throw new StateDirectoryError(path, "must be a folder of this user with mode 0700, and no link; remove it");
}
