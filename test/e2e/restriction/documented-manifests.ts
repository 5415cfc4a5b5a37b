import { readFileSync } from "node:fs";
import path from "node:path";
import type { Manifest } from "@capstan/testkit";
import { loadAll } from "js-yaml";

const page = path.resolve(import.meta.dirname, "../../../docs/restriction.md");

/**
 * The manifests under a heading of docs/restriction.md.
 *
 * @param renamed - names of the page, with their replacements.
 */
export function documentedManifests(heading: string, renamed: Readonly<Record<string, string>>): Manifest[] {
  const section = readFileSync(page, "utf8")
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/restriction.md has no heading ${heading}.`);
  const text = [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = ""]) => block).join("---\n");
  const names = Object.entries(renamed).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  return loadAll(names) as Manifest[];
}
