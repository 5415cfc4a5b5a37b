import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ProviderFile } from "./counted.ts";

/** The sources and manifests of a provider written with Capstan. */
export function providerFilesIn(folder: string): ProviderFile[] {
  const files = globSync("{src,manifests}/**/*.{ts,yaml}", { cwd: folder }).sort();
  return files.map((file) => ({ path: file, text: readFileSync(path.join(folder, file), "utf8") }));
}
