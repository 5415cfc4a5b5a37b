import { withoutSecrets } from "./without-secrets.ts";

/** How many lines of output a condition quotes, and how many characters. */
const mostLines = 10;
const mostCharacters = 1_500;

/** The part of a command's output that a condition quotes, without secrets. Pure. */
export function lastLines(output: string): string {
  const lines = withoutSecrets(output)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  return lines.slice(-mostLines).join("\n").slice(-mostCharacters);
}
