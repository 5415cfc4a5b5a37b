// npm run bench
import process from "node:process";
import {
  jsonOption,
  list,
  oneOf,
  optionsOf,
  type OptionsOf,
  refuse,
  script,
  wholeNumber,
} from "@capstan/harness/script";
import { type CourseOptions, runCourse } from "./bench/course.ts";
import type { Peer } from "./bench/managers.ts";
import { type CourseFigures, figuresOf, flatness, renderTable, sideBySide } from "./bench/report.ts";

const command = script(
  "Builds the packages, creates and deletes Clusters of one control plane Machine and some workers, with a process for every manager, and " +
    "prints the cost.",
  "The real server needs KUBEBUILDER_ASSETS, the Go managers CAPSTAN_CLUSTER_API_ASSETS.",
)
  .option(
    "--workers <numbers>",
    "worker Machines of each Cluster, separated by commas; the Clusters run one after the other",
    list(wholeNumber(1)),
    [50],
  )
  .option("--server <name>", "embedded or real", oneOf(["embedded", "real"]), "embedded")
  .option("--peer <name>", "go: then run the Go managers with the mock infrastructure, on a real server", oneOf(["go"]))
  .option("--idle <seconds>", "idle seconds to measure once all Machines run", wholeNumber(1), 10)
  .option("--timeout <seconds>", "timeout of the Machines", wholeNumber(1), 600)
  .option(...jsonOption);

async function bench(flags: OptionsOf<typeof command>): Promise<void> {
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

const flags = optionsOf(command);
if (flags.peer !== undefined && flags.server !== "real") refuse("--peer go needs --server real.");
await bench(flags);
