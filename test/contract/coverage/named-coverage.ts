import { readFileSync } from "node:fs";
import { type Moment, moments } from "./moments.ts";
import type { Coverage } from "./coverage.ts";

/** The content of named-tests.txt: tests whose titles do not name their rule. */
export function namedCoverage(): readonly Coverage[] {
  const text = readFileSync(new URL("named-tests.txt", import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [rule = "", moment = "", file = "", ...test] = line.split(" | ").map((part) => part.trim());
      if (!isMoment(moment)) throw new Error(`named-tests.txt: ${moment} is not a moment, in the line ${line}`);
      return { rule, moment, file, test: test.join(" | ") };
    });
}

function isMoment(text: string): text is Moment {
  return moments.some((moment) => moment === text);
}
