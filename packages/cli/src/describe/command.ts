import process from "node:process";
import { Command } from "commander";
import { withHelp } from "../terminal/help.ts";
import type { DescribeOptions, Subject } from "./describe.ts";

/** `capstan describe cluster|machine`: the tree of objects, what each waits for and since when, and errors with their origin. */
export function describeCommand(): Command {
  const command = new Command("describe")
    .description("Show a Cluster or Machine as a tree: phases, what each object waits for and since when, and errors.")
    .addCommand(subjectCommand("cluster", "Show a Cluster with its infrastructure, control plane and workers."))
    .addCommand(subjectCommand("machine", "Show a Machine with its bootstrap config and infrastructure."));
  return withHelp(command, {
    statuses: { 0: "described", 1: "not found" },
    examples: ["capstan describe cluster my-cluster", "capstan describe machine my-cluster-worker-1"],
  });
}

function subjectCommand(type: Subject["type"], description: string): Command {
  const command = new Command(type)
    .description(description)
    .argument("<name>", `name of the ${type}`)
    .option(
      "-n, --namespace <namespace>",
      "namespace of the object (default: the namespace of the kubeconfig's context)",
    )
    .option("--kubeconfig <file>", "kubeconfig of the API server (default: $KUBECONFIG, then ~/.kube/config)")
    .option("--context <name>", "context of the kubeconfig (default: the current context)")
    .option("--all", "show every object, including those that need no attention", false)
    .option("--conditions", "list the conditions of every object shown", false)
    .option(
      "--show-conditions <list>",
      "list the conditions of some objects: kinds and kind/name, separated by commas, or all; append + for only the conditions that report a problem",
    )
    .option("--json", "print the whole tree as one JSON object", false)
    .action(async (name: string, options: DescribeOptions) => {
      const { runDescribe } = await import("./describe.ts");
      process.exitCode = await runDescribe(type, name, options);
    });
  if (type === "cluster") {
    command.option("--show-templates", "also show the templates of new Machines", false);
  }
  return withHelp(command, {
    statuses: {
      0: "described",
      1: `the ${type} was not found`,
      2: "the API server is unavailable, or its core too old",
    },
    examples: [
      `capstan describe ${type} my-${type}`,
      [`capstan describe ${type} my-${type} --show-conditions all+`, "the conditions that report a problem"],
      [`capstan describe ${type} my-${type} --json | jq .waitsFor`, "for programs"],
    ],
  });
}
