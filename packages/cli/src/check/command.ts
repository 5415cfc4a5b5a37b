import process from "node:process";
import { type KindRole, kindRoles, type RuleLevel } from "@capstan/contract";
import { Command, InvalidArgumentError, Option } from "commander";
import { withHelp } from "../terminal/help.ts";
import type { CheckOptions } from "./check.ts";

type Roles = Readonly<Record<string, KindRole | "none">>;

const roles: readonly (KindRole | "none")[] = [...kindRoles, "none"];

/** `capstan check`: CRDs, components files and releases against the rules of the provider contract. */
export function checkCommand(): Command {
  const command = new Command("check")
    .description(
      "Check CRDs, components files and releases against the static rules of the Cluster API provider contract.",
    )
    .argument("[paths...]", "files, folders (every .yaml, .yml and .json below), or - for standard input")
    .option("--kubeconfig <file>", "check the CRDs of this API server")
    .option("--group <group>", "with --kubeconfig: only CRDs of this API group")
    .option("--role <kind=role>", "role of a kind whose name does not show it; repeatable", role, {})
    .option("--sig-sponsored", "the provider belongs to the SIG and may use its API groups", false)
    .addOption(
      new Option("--level <level>", "lowest level of rules to show: must, should or may")
        .default("SHOULD", "should")
        .argParser(level),
    )
    .addOption(new Option("--json", "print one JSON object").default(false).conflicts("sarif"))
    .addOption(new Option("--sarif", "print a SARIF 2.1.0 log").default(false))
    .option(
      "--fix",
      "fix labels, categories and missing printer columns in the files, where the fix is unambiguous",
      false,
    )
    .option("--suppressions <file>", "file of accepted findings: rules, objects and paths, each with a reason")
    .option("--baseline <file>", "report only findings that are not in this file, which --write-baseline wrote")
    .option("--write-baseline <file>", "write the current findings to this file")
    .option("--explain <rule>", "print a rule of the contract, such as AR-003, and check nothing")
    .action(async (paths: string[], options: CheckOptions & { role: Roles }) => {
      const { runCheck } = await import("./check.ts");
      process.exitCode = await runCheck(paths, { ...options, roles: options.role });
    });
  return withHelp(command, {
    statuses: {
      0: "no MUST is broken",
      1: "a MUST is broken",
      2: "there is nothing to check, or a path is unreadable",
    },
    examples: [
      "capstan check config/crd",
      "kustomize build config/default | capstan check -",
      "capstan check --kubeconfig ~/.kube/config --group infrastructure.example.com --level may",
      "capstan check --explain AR-003",
      "capstan check out/infrastructure-components.yaml --sarif > check.sarif",
      "capstan check config/crd --write-baseline .capstan-baseline.json",
    ],
  });
}

function level(text: string): RuleLevel {
  const upper = text.toUpperCase();
  if (upper === "MUST" || upper === "SHOULD" || upper === "MAY") return upper;
  throw new InvalidArgumentError("It must be must, should or may.");
}

function role(text: string, previous: Roles): Roles {
  const [kind, given, ...rest] = text.split("=");
  if (kind === undefined || given === undefined || rest.length > 0 || !isRole(given)) {
    throw new InvalidArgumentError(`It must be kind=role, with a role of ${roles.join(", ")}.`);
  }
  return { ...previous, [kind]: given };
}

function isRole(text: string): text is KindRole | "none" {
  return roles.some((known) => known === text);
}
