// npm run compare -- versions
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { list, oneOf, optionsOf, refuse, script } from "@capstan/harness/script";
import { type Cell, cellsOf, type Report } from "./cells.ts";
import { declaredVariable } from "./chosen.ts";
import { allDeclared } from "./declarations.ts";
import { writeRows } from "./pages.ts";
import { pairsOf, type Row, shownCells, versionTable } from "./version-table.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const current = { clusterApi: process.env.CAPSTAN_CLUSTER_API_ASSETS, kubernetes: process.env.KUBEBUILDER_ASSETS };

const command = script(
  "Runs the reference providers under every given version of the Go core, with the newest given Kubernetes, and under every given Kubernetes, with " +
    "the newest core, and prints a table.",
  "A version is <version>=<folder with its build>. Default: the builds of CAPSTAN_CLUSTER_API_ASSETS and KUBEBUILDER_ASSETS.\nExits with 1 if a step fails.",
)
  .option("--cluster-api <version=folder...>", "builds of the Go core", [`current=${current.clusterApi ?? ""}`])
  .option("--kubernetes <version=folder...>", "builds of kube-apiserver", [`current=${current.kubernetes ?? ""}`])
  .option(
    "--declares <contracts>",
    "what the providers declare, separated by commas",
    list(oneOf(allDeclared)),
    allDeclared,
  )
  .option(
    "--write",
    "write each row whose flows pass into docs/versions.md, and the oldest and newest versions into README.md",
    false,
  );
const { clusterApi, kubernetes, declares, write } = optionsOf(command);
if (write && declares.length < allDeclared.length) refuse("compare -- versions: --write needs every declaration");

const cores = foldersOf(clusterApi);
const servers = foldersOf(kubernetes);
const rows: Row[] = [];
for (const [core, server] of pairsOf([...cores.keys()], [...servers.keys()])) {
  process.stderr.write(`Cluster API ${core}, Kubernetes ${server}\n`);
  const cells = flow({
    CAPSTAN_CLUSTER_API_ASSETS: cores.get(core) ?? "",
    KUBEBUILDER_ASSETS: servers.get(server) ?? "",
    [declaredVariable]: declares.join(","),
  });
  const row = { clusterApi: core, kubernetes: server, cells: shownCells(cells), run: `${today()}, ${commit()}` };
  rows.push(row);
  process.stderr.write(`${JSON.stringify(row)}\n`);
  if (cells.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
  else if (write) writeRows([row]);
}
process.stdout.write(`${versionTable(rows)}\n`);

/** Folders by version. */
function foldersOf(named: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    named.map((each) => {
      const [version = "", ...rest] = each.split("=");
      const folder = path.resolve(rest.join("="));
      if (rest.join("") === "" || !existsSync(folder))
        refuse(`compare -- versions: ${each} names no folder; pass <version>=<folder>, or set the variables`);
      return [version, folder];
    }),
  );
}

/** Runs the tests of the flow, and of the refusal, with these builds. */
function flow(variables: Readonly<Record<string, string>>): readonly Cell[] {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "capstan-versions-"));
  const output = path.join(folder.path, "report.json");
  const files = ["flow", "refusal"].map((name) => `test/interop/versions/${name}.test.ts`);
  const argv = ["run", "--project", "nightly", ...files, "--reporter=json", `--outputFile=${output}`];
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, ...variables };
  spawnSync(process.execPath, [vitest, ...argv], { cwd: root, env, stdio: ["ignore", 2, 2] });
  const report = existsSync(output) ? (JSON.parse(readFileSync(output, "utf8")) as Report) : { testResults: [] };
  return cellsOf(report, declares);
}

function today(): string {
  return new Date().toISOString().slice(0, "2026-11-29".length);
}

function commit(): string {
  return spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" }).stdout.trim();
}
