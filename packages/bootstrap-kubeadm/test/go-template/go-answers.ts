import { readFileSync } from "node:fs";
import path from "node:path";

/** A template, and what Go makes of it. */
interface GoAnswer {
  readonly template: string;
  readonly go: { readonly output: string } | { readonly error: string };
}

/** What Go makes of templates: npm run compare -- templates --templates 1500 --seed 7 --write */
export function goAnswers(file: string): readonly GoAnswer[] {
  return readFileSync(path.join(import.meta.dirname, `go-renderings/${file}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as GoAnswer);
}
