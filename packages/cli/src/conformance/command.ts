import process from "node:process";
import { isRuleId } from "@capstan/contract";
import { Command, InvalidArgumentError, Option } from "commander";
import { usageStatus, withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import { reportFailure } from "../terminal/failure.ts";
import type { ConformanceCommandOptions } from "./conformance.ts";
import { reportForms } from "./report-form.ts";

/** `capstan conformance`: tests a running provider, in any language, against the dynamic rules of the provider contract. */
export function conformanceCommand(): Command {
  const command = new Command("conformance")
    .description(
      "Test a running provider, in any language, against the dynamic rules of the Cluster API provider contract.",
    )
    .requiredOption(
      "--provider <command>",
      'command line that starts the provider, or "running" if it runs on the server of --kubeconfig',
    )
    .requiredOption(
      "--crds <files...>",
      "CRDs and webhook configurations: files, or folders (every .yaml, .yml and .json below)",
    )
    .option("--core", "test a core instead: the behavior that providers rely on, with simulated providers", false)
    .option(
      "--manifest <files...>",
      "samples: a Cluster, a Machine, the provider's objects and their dependencies; for IPAM, a pool with one address",
    )
    .addOption(
      new Option("--kubeconfig <file>", "kubeconfig of an API server that runs no core controllers").conflicts(
        "server",
      ),
    )
    .addOption(
      new Option("--server <server>", "API server to start for each case, without --kubeconfig")
        .choices(["embedded", "real"])
        .default("embedded"),
    )
    .option("--only <rules...>", "run only the cases for these rules, such as BC-016", source)
    .option("--parallel <n>", "how many cases to run at a time", wholeNumberFrom(1), 1)
    .option("--within <seconds>", "how long provisioning and deletion may take", wholeNumberFrom(1), 60)
    .option("--quiet <seconds>", "how long a provider must write nothing to count as idle", wholeNumberFrom(1), 2)
    .addOption(
      new Option("--sentinel-file <system>", "operating system whose sentinel file the bootstrap data must create")
        .choices(["linux", "windows", "none"])
        .default("linux"),
    )
    .addOption(new Option("--output <form>", "format of the report").choices(reportForms).default("text"))
    .addOption(new Option("--json", "the same as --output json").default(false).implies({ output: "json" }))
    .action(async (options: ConformanceCommandOptions) => {
      if (options.provider === "running" && options.kubeconfig === undefined) {
        reportFailure("conformance", "--provider running needs --kubeconfig: the API server that the provider uses");
        process.exitCode = usageStatus;
        return;
      }
      if (options.core) {
        const { runCoreCommand } = await import("./core.ts");
        process.exitCode = await runCoreCommand(options);
        return;
      }
      const { runConformanceCommand } = await import("./conformance.ts");
      process.exitCode = await runConformanceCommand(options);
    });
  return withHelp(command, {
    notes: [
      "The provider starts again for each case, with KUBECONFIG set. In its command line, {kubeconfig} is replaced with that file, each {port} with a free port, and {certificates} with a folder that has tls.crt and tls.key for the webhooks on {webhook-port}. The cases do not look into the provider's cloud.",
      "With --core, the command line starts a core, such as Cluster API's own manager, and --crds names its CRDs. All cases run on one embedded server. Only --only, --within, --output and --json apply; --only also accepts rows of the proposal, such as S035.",
    ],
    statuses: {
      0: "no rule is broken",
      1: "a rule is broken, or a case could not run",
      2: "there is nothing to test, or the provider does not start",
      130: "interrupted",
    },
    examples: [
      "capstan conformance --provider bin/manager --crds config/crd --manifest samples.yaml",
      'capstan conformance --provider "node dist/main.js" --crds out/crds.yaml --only BC-016 BS-007',
      "capstan conformance --core --provider bin/core-manager --crds config/crd",
      "capstan conformance --provider running --crds config/crd --kubeconfig kubeconfig --parallel 4 --output junit > report.xml",
    ],
  });
}

/** A row id of the proposal. */
const row = /^S\d{3}$/;

function source(text: string, previous: readonly string[] = []): readonly string[] {
  const ids = text.toUpperCase().split(",");
  for (const id of ids) {
    if (!isRuleId(id) && !row.test(id))
      throw new InvalidArgumentError(`${id} is not a rule; docs/rules.md lists them.`);
  }
  return [...previous, ...ids];
}
