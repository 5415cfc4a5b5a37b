/**
 * `npm run bench -- --workers 50,200 --server real`: builds the packages, brings Clusters of one control plane Machine and so
 * many workers up and down, with every built manager a process of its own, and prints what that cost. `--peer go` runs the Go core and kubeadm bootstrap
 * managers next to our mock infrastructure after ours, on a server of their own.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { type CourseOptions, runCourse } from "./bench/course.ts";
import type { Peer } from "./bench/managers.ts";
import { type CourseFigures, figuresOf, flatness, renderTable, sideBySide } from "./bench/report.ts";
import type { BenchServerName } from "./bench/server.ts";

interface Flags {
  readonly workers: readonly number[];
  readonly server: BenchServerName;
  readonly peer?: "go";
  readonly idle: number;
  readonly timeout: number;
  readonly json: boolean;
}

/** @throws Error a flag that is not known, or cannot be understood. */
function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      workers: { type: "string", default: "50" },
      server: { type: "string", default: "embedded" },
      peer: { type: "string" },
      idle: { type: "string", default: "10" },
      timeout: { type: "string", default: "600" },
      json: { type: "boolean", default: false },
    },
  });
  const { server, peer } = values;
  if (server !== "embedded" && server !== "real") throw new Error("--server is embedded or real.");
  if (peer !== undefined && (peer !== "go" || server !== "real")) throw new Error("--peer go needs --server real.");
  return {
    workers: values.workers.split(",").map((text) => wholeNumber("--workers", text)),
    server,
    ...(peer === undefined ? {} : { peer }),
    idle: wholeNumber("--idle", values.idle),
    timeout: wholeNumber("--timeout", values.timeout),
    json: values.json,
  };
}

function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${flag} takes whole numbers from 1: ${text}`);
  return number;
}

async function bench(flags: Flags): Promise<void> {
  const tell = (message: string): void => {
    process.stderr.write(`${message}\n`);
  };
  const peers: readonly Peer[] = flags.peer === undefined ? ["capstan"] : ["capstan", flags.peer];
  const all: CourseFigures[] = [];
  for (const workers of flags.workers) {
    for (const peer of peers) {
      const options: CourseOptions = {
        peer,
        from: "packages",
        workers,
        server: flags.server,
        idleSeconds: flags.idle,
        timeoutSeconds: flags.timeout,
        progress: tell,
      };
      const figures = figuresOf(await runCourse(options));
      all.push(figures);
      if (flags.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
    }
  }
  const ours = all.filter(({ peer }) => peer === "capstan");
  const flat = flatness(ours);
  const compared = ours.flatMap((mine) => {
    const theirs = all.find(({ peer, workers }) => peer === "go" && workers === mine.workers);
    return theirs === undefined ? [] : [{ workers: mine.workers, ...sideBySide(mine, theirs) }];
  });
  if (flags.json) {
    process.stdout.write(`${JSON.stringify({ flatness: flat, sideBySide: compared })}\n`);
    return;
  }
  process.stdout.write(`${renderTable(all)}\n`);
  if (flat !== undefined) process.stdout.write(`Most to fewest workers, per Machine: ${JSON.stringify(flat)}\n`);
  for (const line of compared) process.stdout.write(`Ours to theirs: ${JSON.stringify(line)}\n`);
}

await bench(readFlags());
