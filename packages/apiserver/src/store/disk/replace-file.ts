import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { isMissingFile } from "../../state-directory/index.ts";

/**
 * Writes a file that only this user can read. If the process is killed or the machine loses power, the file is the one before or the
 * one after.
 *
 * @throws Error of the file system; then the file is the one before.
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

/** Puts a complete file in the place of another, in a way that outlives a loss of power. */
export function moveFile(from: string, to: string): void {
  renameSync(from, to);
  // Windows does not open folders.
  if (process.platform === "win32") return;
  const folder = openSync(path.dirname(to), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** @returns `undefined` if there is no such file. */
export function readFileIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
