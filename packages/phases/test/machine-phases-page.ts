import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { machinePhasesPage } from "../src/diagram/machine-phases-page.ts";

const path = fileURLToPath(new URL("../../../docs/machine-phases.md", import.meta.url));

/** The expected page in the repository. */
export async function generatedPage(): Promise<string> {
  return format(machinePhasesPage(), { ...(await resolveConfig(path)), filepath: path });
}

export async function committedPage(): Promise<string> {
  return readFile(path, "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(path, await generatedPage());
