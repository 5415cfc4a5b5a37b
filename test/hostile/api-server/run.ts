// npm run hostile -- api-server
import process from "node:process";
import { optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { attack } from "./attack.ts";
import { ServerProcess } from "./server-process.ts";

const command = script(
  "Sends hostile requests to the embedded server, and prints a summary of its responses.",
  "Exits with 1 if a response is wrong or late, or if the server uses much more memory at the end.",
)
  .option("--requests <number>", "requests to send", wholeNumber(1), 100_000)
  .option("--seed <number>", "seed of the requests", wholeNumber(0), 1);
const { requests, seed } = optionsOf(command);

await using server = await ServerProcess.start();
const { sent, statuses, problems, slowestMs, heap } = await attack(server, {
  requests,
  seed,
  progress: (count) => {
    if (count % 10_000 === 0) process.stderr.write(`${count} sent\n`);
  },
});
const byStatus = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`${sent} requests of seed ${seed}; answers ${byStatus.join(", ")} (0: the client left)`);
print(`slowest ${Math.round(slowestMs)} ms; heap ${Math.round(heap.before)} MiB, then ${Math.round(heap.after)} MiB`);
for (const problem of problems.slice(0, 50)) print(problem);
print(`${problems.length} problems`);
process.exitCode = problems.length === 0 && heap.after < heap.before * 1.3 ? 0 : 1;
