import { readFileSync } from "node:fs";
import path from "node:path";

/** Inputs, each with the Go provider's output: npm run compare -- data */
export function keptAnswers<Answer>(name: string): readonly Answer[] {
  return readFileSync(path.join(import.meta.dirname, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}
