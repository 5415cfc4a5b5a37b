import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The variable of a measured process that names the folder of its library. */
export const installedIn = "CAPSTAN_BENCH_PACKAGES";

/** Loads a library that the bench has installed in a separate folder; `T` is the used part of it. */
export async function installed<T>(name: string): Promise<T> {
  const folder = process.env[installedIn] ?? "";
  const file = createRequire(path.join(folder, "package.json")).resolve(name);
  return (await import(pathToFileURL(file).href)) as T;
}
