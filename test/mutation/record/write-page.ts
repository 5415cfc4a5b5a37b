import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { mutationPage } from "./mutation-page.ts";
import { readRecord } from "./record.ts";

const file = path.resolve(import.meta.dirname, "../../../docs/mutation.md");

/** docs/mutation.md, as the record says it should be. */
export async function expectedPage(): Promise<string> {
  return format(mutationPage(readRecord()), { ...(await resolveConfig(file)), parser: "markdown" });
}

export function pageNow(): string {
  return readFileSync(file, "utf8");
}

export async function writePage(): Promise<void> {
  writeFileSync(file, await expectedPage());
}
