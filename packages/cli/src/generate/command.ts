import process from "node:process";
import { providerTypes } from "@capstan/contract";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { withHelp } from "../terminal/help.ts";
import type { GenerateOptions } from "./generate.ts";
import { type Subject, subjects } from "./generated-files.ts";
import type { PolicyRule } from "@capstan/provider";

/** `capstan generate`: generates manifests of a provider from its definitions. */
export function generateCommand(): Command {
  const command = new Command("generate")
    .description("Write the CRDs, roles, components file and metadata of a provider from its definitions.")
    .addArgument(new Argument("<what...>", "what to write").choices(subjects))
    .requiredOption(
      "--from <module>",
      "file or package that exports the definitions or reconcilers, or a runtime extension",
    )
    .option("--out <folder>", "output folder", "out")
    .addOption(
      new Option("--type <type>", "type of the provider, if its kinds are of several types").choices(
        Object.keys(providerTypes),
      ),
    )
    .option("--name <name>", "name of the provider (default: from the kinds, foo for FooMachine)")
    .option("--image <image>", "full name of the manager's image; for release, the tag defaults to the version")
    .option("--release <version>", "version of the release, such as v1.2.3 (default: the version in package.json)")
    .option(
      "--manifests <folder>",
      "your own objects: added to the components, or merged into objects of the same name",
    )
    .option("--templates <folder>", "for release: folder with cluster-template*.yaml and clusterclass-*.yaml")
    .option("--metadata <file>", "for release: metadata.yaml of the project, which lists its release series")
    .option("--rule <rule>", "additional permission: resource[.group]=verb,verb; repeatable", policyRule, [])
    .option("--force", "also overwrite files that were not generated", false)
    .option("--json", "print the written files as one JSON object", false)
    .action(async (chosen: Subject[], options: GenerateOptions) => {
      const { runGenerate } = await import("./generate.ts");
      process.exitCode = await runGenerate(chosen, options);
    });
  return withHelp(command, {
    notes: [
      "Files: crds/<group>_<plural>.yaml, rbac.yaml, <type>-components.yaml, metadata.yaml. A release has its components,\n" +
        "metadata and templates in <type>-<name>/<release>/, so --out is a local repository for clusterctl.",
    ],
    statuses: { 0: "written", 2: "the files cannot be generated or written" },
    examples: [
      "capstan generate crds rbac --from src/index.ts",
      "capstan generate release --from src/index.ts --image registry.example.com/foo --manifests manifests \\\n" +
        "    --templates templates --metadata metadata.yaml --out release",
      "capstan generate rbac --from src/index.ts --rule configmaps=get,create,delete --rule pods.metrics.k8s.io=get",
    ],
  });
}

function policyRule(text: string, previous: readonly PolicyRule[]): readonly PolicyRule[] {
  const [target = "", verbs = "", ...rest] = text.split("=");
  const [resource = "", ...group] = target.split(".");
  if (resource === "" || verbs === "" || rest.length > 0 || text.includes("*")) {
    throw new InvalidArgumentError("It must be resource[.group]=verb,verb, without wildcards (RB-011).");
  }
  return [...previous, { apiGroups: [group.join(".")], resources: [resource], verbs: verbs.split(",") }];
}
