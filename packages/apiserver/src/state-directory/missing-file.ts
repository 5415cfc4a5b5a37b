/**
 * Whether an error of the file system says that there is nothing at the path.
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
