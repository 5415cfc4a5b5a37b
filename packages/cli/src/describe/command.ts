import process from "node:process";
import { Command } from "commander";
import type { DescribeOptions, Subject } from "./describe.ts";

/** `capstan describe cluster|machine`: the tree of objects, what each waits for and since when, and errors with their origin. */
export function describeCommand(): Command {
  return new Command("describe")
    .description("Show a Cluster or Machine as a tree: phases, what each object waits for and since when, errors.")
    .addCommand(subjectCommand("cluster", "A Cluster with its infrastructure, control plane and workers."))
    .addCommand(subjectCommand("machine", "A Machine with its bootstrap config and infrastructure."));
}

function subjectCommand(type: Subject["type"], description: string): Command {
  const command = new Command(type)
    .description(description)
    .argument("<name>", `name of the ${type}`)
    .option("-n, --namespace <namespace>", "where it is; by default the namespace of the kubeconfig's context")
    .option("--kubeconfig <file>", "the API server; by default $KUBECONFIG, then ~/.kube/config")
    .option("--context <name>", "context of the kubeconfig; by default its current one")
    .option("--all", "show every object, including those that need no attention", false)
    .option("--conditions", "list the conditions of every object that is shown", false)
    .option(
      "--show-conditions <list>",
      "list those of some objects: kinds and kind/name, with commas, or all; with + at the end only conditions that are not as they should be",
    )
    .option("--json", "one JSON object: the whole tree", false)
    .addHelpText(
      "after",
      `\nExit status: 0 described, 1 ${type} not found, 2 the API server cannot be reached.\n` +
        "Colors are left out if the output is not a terminal or NO_COLOR is set.",
    )
    .action(async (name: string, options: DescribeOptions) => {
      const { runDescribe } = await import("./describe.ts");
      process.exitCode = await runDescribe(type, name, options);
    });
  if (type === "cluster") {
    command.option("--show-templates", "show the templates that new Machines are made from, too", false);
  }
  return command;
}
