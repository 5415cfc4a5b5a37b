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
    .description("Hold a running provider, in any language, to the dynamic rules of the Cluster API provider contract.")
    .requiredOption(
      "--provider <command>",
      'the command line that starts it, or "running" if it runs on the server of --kubeconfig',
    )
    .requiredOption(
      "--crds <files...>",
      "its CRDs, and registrations of webhooks: files, or folders (every .yaml, .yml and .json below)",
    )
    .option("--core", "it is a core: hold it to what providers rely on, while these are played", false)
    .option("--manifest <files...>", "samples: a Cluster, a Machine, objects of the provider, what these need")
    .addOption(
      new Option("--kubeconfig <file>", "an API server to use, without controllers of the core").conflicts("server"),
    )
    .addOption(
      new Option("--server <server>", "the API server that each case has, without --kubeconfig")
        .choices(["embedded", "real"])
        .default("embedded"),
    )
    .option("--only <rules...>", "only cases about these rules, such as BC-016", source)
    .option("--parallel <n>", "how many cases are played at a time", wholeNumberFrom(1), 1)
    .option("--within <seconds>", "how long provisioning and deleting may take", wholeNumberFrom(1), 60)
    .option("--quiet <seconds>", "how long a provider writes nothing when it is at rest", wholeNumberFrom(1), 2)
    .addOption(
      new Option("--sentinel-file <system>", "the system whose sentinel file bootstrap data has to leave")
        .choices(["linux", "windows", "none"])
        .default("linux"),
    )
    .addOption(new Option("--output <form>", "the form of the report").choices(reportForms).default("text"))
    .addOption(new Option("--json", "one JSON object, as of --output json").default(false).implies({ output: "json" }))
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
      "The provider is started again for each case, with KUBECONFIG set. In its command line, {kubeconfig} stands for that file, each {port} for a free port, and {certificates} for a folder with tls.crt and tls.key, to serve webhooks with on {webhook-port}. What needs a look into its cloud is not observed.",
      "With --core, the command line is that of a core, such as Cluster API's own manager, and --crds has its CRDs; all cases are played on one embedded server, and of the other options only --only, --within, --output and --json count. There, --only takes rows of the proposal as well, such as S035.",
    ],
    statuses: {
      0: "no rule is broken",
      1: "a rule is broken, or a case could not be played",
      2: "there is nothing to try, or the provider does not start",
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
