import { lstat, mkdir } from "node:fs/promises";
import process from "node:process";
import { StateDirectoryError } from "./state-directory-error.ts";

/**
 * Creates a folder that only this user can enter, or uses the existing one.
 *
 * @throws {@link StateDirectoryError} the existing folder is not such a folder: another user may have created it.
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
