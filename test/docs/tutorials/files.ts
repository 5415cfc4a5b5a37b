import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { changed } from "./change.ts";
import { notQuoted } from "./lines.ts";
import type { Step } from "./page.ts";

/**
 * Runs a step about a file: writes it, changes it, or compares a part of it.
 *
 * @throws Error the file differs from the page.
 */
export async function applyToFiles(step: Extract<Step, { readonly file: string }>, project: string): Promise<void> {
  const file = path.resolve(project, step.file);
  switch (step.do) {
    case "write":
      await mkdir(path.dirname(file), { recursive: true });
      return writeFile(file, step.text);
    case "change":
      return writeFile(file, changed(await readFile(file, "utf8"), step.diff));
    case "read": {
      const text = await readFile(file, "utf8");
      const [missing] = notQuoted(text, step.text);
      if (missing !== undefined) throw new Error(`${step.file} does not have:\n${missing}but:\n${text}`);
    }
  }
}
