// npm run hostile:apiserver -- --requests 100000 --seed 1
import process from "node:process";
import { parseArgs } from "node:util";
import { attack } from "./attack.ts";
import { ServerProcess } from "./server-process.ts";

const { values } = parseArgs({
  options: { requests: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
await using server = await ServerProcess.start();
const { sent, statuses, problems, slowestMs, heap } = await attack(server, {
  requests: Number(values.requests),
  seed: Number(values.seed),
  progress: (count) => {
    if (count % 10_000 === 0) process.stderr.write(`${count} sent\n`);
  },
});
const byStatus = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`${sent} requests of seed ${values.seed}; answers ${byStatus.join(", ")} (0: the client left)`);
print(`slowest ${Math.round(slowestMs)} ms; heap ${Math.round(heap.before)} MiB, then ${Math.round(heap.after)} MiB`);
for (const problem of problems.slice(0, 50)) print(problem);
print(`${problems.length} problems`);
process.exitCode = problems.length === 0 && heap.after < heap.before * 1.3 ? 0 : 1;
