import { readFileSync } from "node:fs";
import path from "node:path";

/** Questions, each with what the Go provider makes of it: npm run compare -- data */
export function keptAnswers<Answer>(name: string): readonly Answer[] {
  return readFileSync(path.join(import.meta.dirname, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}
