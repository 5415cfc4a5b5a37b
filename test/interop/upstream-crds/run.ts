import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { optionsOf, refuse, script } from "@capstan/harness/script";

/** All tests that run the core controllers, or compare Capstan's CRDs with those of Cluster API. */
const suites = [
  "packages/contract/test/upstream-crds.test.ts",
  "packages/core-controllers",
  "packages/infrastructure-mock",
  "packages/testkit",
  "examples",
  "test/e2e",
  "test/specification",
  "test/load/machines/rolling-update.test.ts",
  "test/interop/upstream-crds",
];

const command = script(
  "Runs tests with the CRDs of Cluster API instead of Capstan's, on the real API server if they need one.",
  "Needs KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS.",
).argument("[tests...]", `test files and folders (default: ${suites.join(", ")})`);
optionsOf(command);

const folder = path.join(process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "", "crds/core");
const missing = [
  ...(existsSync(path.join(folder, "cluster.x-k8s.io_machines.yaml"))
    ? []
    : ["CAPSTAN_CLUSTER_API_ASSETS, a folder with the CRDs of Cluster API in crds/core"]),
  ...(existsSync(path.join(process.env.KUBEBUILDER_ASSETS ?? "", "kube-apiserver"))
    ? []
    : ["KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver"]),
];

if (missing.length > 0) {
  refuse(`npm run compare -- upstream-crds needs ${missing.join(" and ")}: see test/README.md`);
}
const chosen = command.args;
// Vitest's last lines contain the number of passed tests.
const { status } = spawnSync("vitest", ["run", ...(chosen.length === 0 ? suites : chosen)], {
  stdio: "inherit",
  env: { ...process.env, CAPSTAN_CORE_CRDS: folder },
});
process.exitCode = status ?? 1;
