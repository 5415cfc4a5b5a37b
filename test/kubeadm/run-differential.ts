/**
 * `npm run differential:kubeadm`: turns every case into bootstrap data by the Go kubeadm bootstrap manager and by ours, on
 * the same real API server, and prints what is equal and what differs. Needs KUBEBUILDER_ASSETS and
 * CAPSTAN_CLUSTER_API_ASSETS. An argument is a pattern for the names of the cases.
 */
import process from "node:process";
import { referenceAvailable } from "./both-providers.ts";
import { allCases } from "./cases/all-cases.ts";
import { runCases } from "./run-cases.ts";
import { describeResults } from "./describe-results.ts";

if (!referenceAvailable) {
  process.stderr.write("Set KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS to the reference builds.\n");
  process.exit(2);
}
const pattern = new RegExp(process.argv[2] ?? "");
const results = await runCases(allCases().filter(({ name }) => pattern.test(name)));
const report = describeResults(results);
process.stdout.write(`${report.lines.join("\n")}\n`);
process.exitCode = report.unexplained === 0 ? 0 : 1;
