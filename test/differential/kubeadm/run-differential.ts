// npm run compare -- kubeadm
import process from "node:process";
import { referenceAvailable } from "@capstan/harness/go";
import { jsonOption, optionsOf, refuse, script } from "@capstan/harness/script";
import { describeFindings } from "./describe-findings.ts";
import { runAll } from "./run-all.ts";

const command = script(
  "Runs the Go and the Capstan kubeadm bootstrap manager on the same objects of the same real API server, and prints the equal and the different " +
    "results. `cloud-init schema` and `kubeadm config validate` check the generated data.",
  "Needs KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS. Exits with 1 on an unexplained difference.",
)
  .argument("[pattern]", "a regular expression for the names of cases and sequences (default: all)")
  .option(...jsonOption);
const { json } = optionsOf(command);
if (!referenceAvailable) refuse("Set KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS to the reference builds.");

const sections = describeFindings(await runAll(new RegExp(command.args[0] ?? ".")));
if (json) {
  process.stdout.write(`${JSON.stringify(sections, undefined, 2)}\n`);
} else {
  const lines = sections.flatMap(({ name, problems, explained, summary }) => [
    ...explained.map((line) => `${name}: as it should: ${line}`),
    ...problems.map((line) => `${name}: PROBLEM: ${line}`),
    summary,
  ]);
  // The summaries again, together.
  process.stdout.write(`${[...lines, "", ...sections.map(({ summary }) => summary)].join("\n")}\n`);
}
process.exitCode = sections.every(({ problems }) => problems.length === 0) ? 0 : 1;
