import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { Command, InvalidArgumentError, Option } from "commander";
import { withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import { portNumber } from "../page/port-number.ts";
import { type NodesOfManagers, nodesOfManagers } from "../managers/nodes-of-managers.ts";
import type { DemoOptions } from "./options.ts";

/** The options whose defaults depend on --nodes. */
type Given = Omit<DemoOptions, keyof Defaults> & Partial<Defaults>;
type Defaults = Pick<DemoOptions, "controlPlanes" | "timeoutSeconds" | "workers">;

/** A real Node needs about 1 GiB of memory, and a minute. */
const defaults: Readonly<Record<NodesOfManagers, Defaults>> = {
  mock: { controlPlanes: 3, workers: 3, timeoutSeconds: 300 },
  docker: { controlPlanes: 1, workers: 2, timeoutSeconds: 900 },
};

/** `capstan demo`: brings up a Cluster until its Machines are Running, and deletes it again. */
export function demoCommand(): Command {
  const command = new Command("demo")
    .description(
      "Start an API server, the core controllers and reference providers for bootstrap data and infrastructure; create a Cluster, wait until all its Machines are Running, and delete it.",
    )
    .addOption(
      new Option("--nodes <provider>", "what Machines are: mock servers in memory, or containers of Docker or Podman")
        .choices(nodesOfManagers)
        .default("mock"),
    )
    .addOption(
      new Option(
        "--node-image <image>",
        "image of the containers (default: kindest/node in the Machine's version)",
      ).implies({ nodes: "docker" }),
    )
    .option(
      "--load-balancer-image <image>",
      "image with haproxy (default: kindest/haproxy with kindest/node, otherwise the node image)",
    )
    .option(
      "--control-planes <n>",
      `number of control plane Machines ${defaultOf("controlPlanes")}`,
      wholeNumberFrom(1),
    )
    .option("--workers <n>", `number of worker Machines ${defaultOf("workers")}`, wholeNumberFrom(0))
    .addOption(
      new Option("--manifests <folder>", "manifests to apply: a Cluster and its Machines").default(
        defaultManifests(),
        "the quick start",
      ),
    )
    .option("--namespace <name>", "namespace of the Cluster", "default")
    .option(
      "--keep",
      "keep everything running once all Machines are Running, and print a kubeconfig for kubectl",
      false,
    )
    .option("--page", "serve a web page that shows the Cluster, and keep everything running", false)
    .option("--port <port>", "port of the page, on 127.0.0.1 (default: 4480, or the next free port)", portNumber)
    .option("--json", "print one JSON object per line; the last is the summary", false)
    .option("--kubeconfig <file>", "use the API server of this kubeconfig instead of the embedded one", existingFile)
    .addOption(
      new Option("--core-crds <folder>", "CRDs of the core kinds to install instead of the embedded ones")
        .argParser(folderIfAny)
        .env("CAPSTAN_CORE_CRDS"),
    )
    .option("--audit-log <file>", "audit log of that API server; its requests are counted there", existingFile)
    .option("--idle-seconds <n>", "seconds to count the requests of the idle system", wholeNumberFrom(0), 3)
    .option("--timeout-seconds <n>", `fail after this many seconds ${defaultOf("timeoutSeconds")}`, wholeNumberFrom(1))
    .action(async (given: Given) => {
      const { runDemo } = await import("./demo.ts");
      const options = { ...defaults[given.nodes], ...given };
      process.exitCode = await runDemo({ ...options, keep: options.keep || options.page });
    });
  return withHelp(command, {
    statuses: { 0: "all Machines were Running, and all objects are deleted", 1: "otherwise", 130: "interrupted" },
    examples: [
      "capstan demo --workers 50 --json",
      ["capstan demo --keep", "then: kubectl --kubeconfig ... get machines"],
      ["capstan demo --page", "then open the URL that it prints"],
      ["capstan demo --nodes docker", "real kubelets, in containers of Docker or Podman"],
    ],
  });
}

function defaultOf(name: keyof Defaults): string {
  return `(default: ${defaults.mock[name]}; ${defaults.docker[name]} with --nodes docker)`;
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
