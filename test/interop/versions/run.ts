// npm run compare -- versions
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { optionsOf, refuse, script } from "@capstan/harness/script";
import { type Cell, type Report, versionTable, cellsOf } from "./version-table.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const current = { clusterApi: process.env.CAPSTAN_CLUSTER_API_ASSETS, kubernetes: process.env.KUBEBUILDER_ASSETS };

const command = script(
  "Runs the reference providers under several versions of the Go core and of Kubernetes, and prints a table.",
  "A version is <version>=<folder with its build>. Default: the builds of CAPSTAN_CLUSTER_API_ASSETS and KUBEBUILDER_ASSETS.\nExits with 1 if a step fails.",
)
  .option("--cluster-api <version=folder...>", "builds of the Go core", [`current=${current.clusterApi ?? ""}`])
  .option("--kubernetes <version=folder...>", "builds of kube-apiserver", [`current=${current.kubernetes ?? ""}`]);
const flags: { readonly clusterApi: readonly string[]; readonly kubernetes: readonly string[] } = optionsOf(command);

const rows: { readonly versions: string; readonly cells: readonly Cell[] }[] = [];
for (const core of flags.clusterApi) {
  for (const server of flags.kubernetes) {
    const [[coreVersion, assets], [serverVersion, binaries]] = [partsOf(core), partsOf(server)];
    const versions = `Cluster API ${coreVersion}, Kubernetes ${serverVersion}`;
    process.stderr.write(`${versions}\n`);
    const cells = cellsOf(flow({ CAPSTAN_CLUSTER_API_ASSETS: assets, KUBEBUILDER_ASSETS: binaries }));
    rows.push({ versions, cells });
  }
}
process.stdout.write(`${versionTable(rows)}\n`);
process.exitCode = rows.every(({ cells }) => cells.length > 0 && cells.every(({ failure }) => failure === undefined))
  ? 0
  : 1;

function partsOf(named: string): readonly [version: string, folder: string] {
  const [version = "", ...rest] = named.split("=");
  if (rest.join("") === "")
    refuse(`compare -- versions: ${named} names no folder; pass <version>=<folder>, or set the variables`);
  return [version, path.resolve(rest.join("="))];
}

/** Runs the tests of the flow with these builds. */
function flow(assets: Readonly<Record<string, string>>): Report {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "capstan-versions-"));
  const output = path.join(folder.path, "report.json");
  const argv = [
    "run",
    "--project",
    "nightly",
    "test/interop/versions/flow.test.ts",
    "--reporter=json",
    `--outputFile=${output}`,
  ];
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  spawnSync(process.execPath, [vitest, ...argv], { cwd: root, env: { ...process.env, ...assets }, stdio: "inherit" });
  return JSON.parse(readFileSync(output, "utf8")) as Report;
}
