import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mutationPage } from "./mutation-page.ts";
import { readRecord } from "./record.ts";

const file = path.resolve(import.meta.dirname, "../../../reports/mutation.md");

/** Writes the record to reports/mutation.md, which is not committed. */
export function writePage(): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, mutationPage(readRecord()));
}
