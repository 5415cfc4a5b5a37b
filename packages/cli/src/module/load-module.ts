import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { ReleaseError } from "@capstan/provider/release";

/**
 * Imports the author's module: a file, TypeScript or JavaScript, or a package that the working folder can import.
 *
 * @throws ReleaseError it cannot be imported; the cause has the reason.
 */
export async function loadModule(given: string): Promise<unknown> {
  const file = path.resolve(given);
  try {
    const location = existsSync(file) ? file : createRequire(path.join(process.cwd(), "package.json")).resolve(given);
    return await import(pathToFileURL(location).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(`${given} cannot be imported: ${reason}`, { cause: error });
  }
}
