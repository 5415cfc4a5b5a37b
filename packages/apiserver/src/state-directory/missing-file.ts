/**
 * Whether a file system error means that the path does not exist.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { isMissingFile } from "@capstan/apiserver/state-directory";
 *
 * const state = await readFile("/nowhere/state.json", "utf8").catch((error: unknown) => {
 *   if (isMissingFile(error)) return "{}";
 *   throw error;
 * });
 * console.log(state); // {}
 * ```
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
