import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { startedByVariable } from "@capstan/harness/script";
import { type Choice } from "./choose-member.ts";
import { type CommandLine } from "../family/command-line.ts";
import { asksForHelp, callOf, type Family } from "../family/family.ts";

/** How a process ended: by itself, or by a signal. */
export type Ending = { readonly status: number } | { readonly signal: NodeJS.Signals };

const root = path.resolve(import.meta.dirname, "../../..");
const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the prerequisites of a member, then the member with its arguments, until one fails. Help has no prerequisites. */
export async function runMember(family: Family, { member, args }: Choice): Promise<Ending> {
  for (const before of asksForHelp(args) ? [] : (member.after ?? [])) {
    const ending = await run(before, { stdout: process.stderr.fd });
    if (!("status" in ending) || ending.status !== 0) return ending;
  }
  return run(member.runs, { args, env: { [startedByVariable]: callOf(family, member) } });
}

/** Ends this process in the same way as another. */
export function endAs(ending: Ending): void {
  if ("signal" in ending) process.kill(process.pid, ending.signal);
  else process.exitCode = ending.status;
}

interface Circumstances {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: number;
}

async function run(line: CommandLine, { args = [], env = {}, stdout }: Circumstances): Promise<Ending> {
  const program = line.program === "node" ? process.execPath : line.program;
  const bin = path.join(root, "node_modules/.bin");
  const child = spawn(program, [...line.argv, ...args], {
    cwd: root,
    stdio: ["inherit", stdout ?? "inherit", "inherit"],
    env: { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter), ...line.env, ...env },
  });
  const passOn = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to both processes. A second signal would end the child immediately, during its cleanup.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, passOn);
  try {
    await once(child, "exit");
  } finally {
    for (const signal of passedOn) process.off(signal, passOn);
  }
  if (child.signalCode !== null) return { signal: child.signalCode };
  return { status: child.exitCode ?? 1 };
}
