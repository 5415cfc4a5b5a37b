import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { isMissingFile } from "../../state-directory/index.ts";

/**
 * Writes a file that only this user can read. After a kill or a power loss, the file has either the old or the new content.
 *
 * @throws Error of the file system; the file keeps the old content.
 */
export function replaceFile(file: string, content: string): void {
  const next = `${file}.new`;
  const descriptor = openSync(next, "w", 0o600);
  try {
    writeFileSync(descriptor, content);
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  moveFile(next, file);
}

/** Replaces a file with a complete one, in a way that survives a power loss. */
export function moveFile(from: string, to: string): void {
  renameSync(from, to);
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const folder = openSync(path.dirname(to), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** @returns `undefined` if the file does not exist. */
export function readFileIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
