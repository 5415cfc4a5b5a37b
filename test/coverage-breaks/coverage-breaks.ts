// npm run measure -- breaks: the test that fails when a row of the specification or a rule of the contract is broken.
import process from "node:process";
import { optionsOf } from "@capstan/harness/script";
import { Progress } from "../mutation/progress.ts";
import { BreakRunner } from "./break-runner.ts";
import { breaks } from "../breaks/breaks.ts";
import { claims } from "./claims.ts";
import { command, type Options } from "./options.ts";
import { readRecord, untriedOf, withoutRemoved, withTried, writeRecord } from "../breaks/record.ts";

const progress = new Progress();
await run(optionsOf(command));

async function run({ only, new: isNew, json: isJson }: Options): Promise<void> {
  await using runner = await BreakRunner.start(claims());
  const chosen = (isNew ? untriedOf(readRecord(), breaks) : breaks).filter(
    (each) => only.length === 0 || each.breaks.some((id) => only.includes(id)),
  );
  const unnoticed: string[] = [];
  const tried = [];
  for (const [index, each] of chosen.entries()) {
    progress.report(`${index + 1} of ${chosen.length}: ${each.breaks.join(", ")}: ${each.name}`);
    const begun = performance.now();
    const { failures, messages } = await runner.try(each);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    progress.end();
    writeRecord(withoutRemoved(withTried(readRecord(), each, failures), breaks));
    tried.push({ ...each, failures, messages, seconds });
    for (const id of each.breaks) {
      const failure = failures.find((failed) => failed.id === id);
      if (failure === undefined) unnoticed.push(id);
      if (isJson) continue;
      const by =
        failure === undefined
          ? `: ${messages[0]?.split("\n", 1)[0] ?? "no test failed"}`
          : `, by ${failure.file}: ${failure.test}`;
      const became = failure === undefined ? "UNNOTICED" : "noticed  ";
      process.stdout.write(`${became} ${id} ${each.name}${by} (${seconds} s)\n`);
    }
  }
  if (isJson) process.stdout.write(`${JSON.stringify(tried)}\n`);
  else {
    const count = tried.flatMap(({ breaks: ids }) => ids).length;
    process.stdout.write(`${count - unnoticed.length} of ${count} broken rows and rules are noticed\n`);
  }
  if (unnoticed.length > 0) process.exitCode = 1;
}
