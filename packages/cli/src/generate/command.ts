import process from "node:process";
import { Argument, Command, InvalidArgumentError } from "commander";
import { withHelp } from "../terminal/help.ts";
import type { GenerateOptions } from "./generate.ts";
import { type Subject, subjects } from "./generated-files.ts";
import type { PolicyRule } from "@capstan/provider";

/** `capstan generate`: generates manifests of a provider from its definitions. */
export function generateCommand(): Command {
  const command = new Command("generate")
    .description("Write the CRDs, roles, components file and metadata of a provider from its definitions.")
    .addArgument(new Argument("<what...>", "what to write").choices(subjects))
    .requiredOption("--from <module>", "file or package that exports the definitions or reconcilers")
    .option("--out <folder>", "where to write", "out")
    .option("--name <name>", "the provider's name (default: from the kinds, FooMachine gives foo)")
    .option("--image <image>", "image of the manager, in full; of a release, its tag is the version if there is none")
    .option("--release <version>", "the release, v1.2.3 (default: the version in package.json)")
    .option(
      "--manifests <folder>",
      "objects of your own: added to the components, or merged into those of the same name",
    )
    .option("--templates <folder>", "cluster-template*.yaml and clusterclass-*.yaml; for release")
    .option("--metadata <file>", "metadata.yaml of the project, which lists its series; for release")
    .option("--rule <rule>", "additional permission: resource[.group]=verb,verb; repeatable", policyRule, [])
    .option("--force", "overwrite files that were not generated, too", false)
    .option("--json", "one JSON object: the files that were written", false)
    .action(async (chosen: Subject[], options: GenerateOptions) => {
      const { runGenerate } = await import("./generate.ts");
      process.exitCode = await runGenerate(chosen, options);
    });
  return withHelp(command, {
    notes: [
      "Files: crds/<group>_<plural>.yaml, rbac.yaml, <type>-components.yaml, metadata.yaml; of a release, components,\n" +
        "metadata and templates in <type>-<name>/<release>/: --out is a local repository for clusterctl.",
    ],
    statuses: { 0: "written", 2: "the files cannot be made or written" },
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
