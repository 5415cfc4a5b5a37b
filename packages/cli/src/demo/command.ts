import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { Command, InvalidArgumentError, Option } from "commander";
import { withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import { portNumber } from "../page/port-number.ts";
import type { DemoOptions } from "./options.ts";

/** `capstan demo`: brings up a Cluster until its Machines are Running, and deletes it again. */
export function demoCommand(): Command {
  const command = new Command("demo")
    .description(
      "Start an API server, the core controllers and both reference providers; bring up a Cluster until all its Machines are Running; delete it again.",
    )
    .option("--control-planes <n>", "control-plane Machines", wholeNumberFrom(1), 3)
    .option("--workers <n>", "worker Machines", wholeNumberFrom(0), 3)
    .addOption(
      new Option("--manifests <folder>", "manifests to apply: a Cluster and its Machines").default(
        defaultManifests(),
        "the quick start",
      ),
    )
    .option("--namespace <name>", "namespace to create them in", "default")
    .option("--keep", "stay up once all Machines are Running; prints a kubeconfig for kubectl", false)
    .option("--page", "serve a page for a browser that shows it all, and stay up", false)
    .option("--port <port>", "of the page, on 127.0.0.1 (default: 4480, or the next one that is free)", portNumber)
    .option("--json", "one JSON object a line; the last one is the summary", false)
    .option("--kubeconfig <file>", "use this API server instead of the embedded one", existingFile)
    .addOption(
      new Option("--core-crds <folder>", "CRDs of the core kinds to install instead of the embedded ones")
        .argParser(folderIfAny)
        .env("CAPSTAN_CORE_CRDS"),
    )
    .option("--audit-log <file>", "audit log of that API server, to count its requests in", existingFile)
    .option("--idle-seconds <n>", "stay idle this long to count the requests of an idle system", wholeNumberFrom(0), 3)
    .option("--timeout-seconds <n>", "give up after this long", wholeNumberFrom(1), 300)
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import("./demo.ts");
      process.exitCode = await runDemo({ ...options, keep: options.keep || options.page });
    });
  return withHelp(command, {
    statuses: { 0: "all Machines were Running and nothing is left over", 1: "otherwise", 130: "interrupted" },
    examples: [
      "capstan demo --workers 50 --json",
      ["capstan demo --keep", "then: kubectl --kubeconfig ... get machines"],
      ["capstan demo --page", "then open the URL that it prints"],
    ],
  });
}

/** An environment variable with an empty value counts, too. */
function folderIfAny(folder: string): string {
  return folder === "" ? folder : existingFile(folder);
}

function existingFile(file: string): string {
  if (!existsSync(file)) throw new InvalidArgumentError("No such file or folder.");
  return path.resolve(file);
}

/** The quick start manifests: in the built package, or in the repository of this source file. */
function defaultManifests(): string {
  const built = path.join(import.meta.dirname, "quickstart");
  return existsSync(built) ? built : path.resolve(import.meta.dirname, "../../../../examples/quickstart");
}
