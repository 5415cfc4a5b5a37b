import { createInterface } from "node:readline/promises";
import type { Ask } from "./complete.ts";

/** Asks on a terminal until the answer is valid. Ctrl-C and the end of input abort the question. */
export function terminalAsk(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, signal: AbortSignal) {
  const lines = createInterface({ input, output });
  const ended = new AbortController();
  lines.once("close", () => {
    ended.abort();
  });
  const ask: Ask = async (question, initial, check) => {
    for (;;) {
      const text = await lines.question(`${question} (${initial}): `, {
        signal: AbortSignal.any([signal, ended.signal]),
      });
      const answer = text.trim() === "" ? initial : text.trim();
      const [problem] = check(answer);
      if (problem === undefined) return answer;
      output.write(`  ${problem.message}\n`);
    }
  };
  return {
    ask,
    [Symbol.dispose]: () => {
      lines.close();
    },
  };
}
