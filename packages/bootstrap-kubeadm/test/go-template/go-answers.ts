import { readFileSync } from "node:fs";
import path from "node:path";

/** A template, and Go's output for it. */
interface GoAnswer {
  readonly template: string;
  readonly go: { readonly output: string } | { readonly error: string };
}

/** Go's outputs for templates: npm run compare -- templates --templates 1500 --seed 7 --write */
export function goAnswers(file: string): readonly GoAnswer[] {
  return readFileSync(path.join(import.meta.dirname, `go-renderings/${file}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as GoAnswer);
}
