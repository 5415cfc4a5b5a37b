/**
 * `npm run differential:kubeadm`: has the Go kubeadm bootstrap manager and ours do the same on the same real API server, and
 * prints what is equal and what differs; `cloud-init schema` and `kubeadm config validate` judge what they made. Needs
 * KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS. An argument is a pattern for the names of cases and sequences; with `--json`
 * the output is for programs.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { referenceAvailable } from "@capstan/harness/go";
import { describeFindings } from "./describe-findings.ts";
import { runAll } from "./run-all.ts";

if (!referenceAvailable) {
  process.stderr.write("Set KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS to the reference builds.\n");
  process.exit(2);
}
const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
const sections = describeFindings(await runAll(new RegExp(positionals[0] ?? ".")));
if (values.json === true) {
  process.stdout.write(`${JSON.stringify(sections, undefined, 2)}\n`);
} else {
  const lines = sections.flatMap(({ name, problems, explained, summary }) => [
    ...explained.map((line) => `${name}: as it should: ${line}`),
    ...problems.map((line) => `${name}: PROBLEM: ${line}`),
    summary,
  ]);
  // The summaries once more, together.
  process.stdout.write(`${[...lines, "", ...sections.map(({ summary }) => summary)].join("\n")}\n`);
}
process.exitCode = sections.every(({ problems }) => problems.length === 0) ? 0 : 1;
