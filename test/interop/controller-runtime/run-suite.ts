import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { TestBinary } from "./suites-of-go.ts";
import { type GinkgoReport, type Results, resultsOfSpecs, resultsOfTests } from "./test-results.ts";

/** The deadline of a suite, for suites that wait for an event that never happens. Ginkgo stops the servers that it has started. */
const patience = { specs: "8m", suite: "10m" };

export interface Run {
  readonly results: Results;
  readonly seconds: number;
}

/** Runs a suite with the programs in a folder, as envtest finds them: each suite starts its own servers. */
export async function runSuite(suite: TestBinary, assets: string, signal: AbortSignal): Promise<Run> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-suite-"));
  const report = path.join(folder.path, "specs.json");
  // A fixed seed, so that the specs have the same order on both servers.
  const specs = ["-ginkgo.seed=1", `-ginkgo.timeout=${patience.specs}`, `-ginkgo.json-report=${report}`];
  const flags = ["-test.v=test2json", `-test.timeout=${patience.suite}`, ...(suite.usesGinkgo ? specs : [])];
  const since = performance.now();
  const child = spawn(suite.file, flags, {
    cwd: suite.folder,
    env: environment(assets, folder.path),
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Not with SIGKILL: the suite must stop its servers.
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  signal.removeEventListener("abort", interrupt);
  signal.throwIfAborted();
  const seconds = (performance.now() - since) / 1000;
  return { results: new Map([...(await specsIn(report)), ...resultsOfTests(asJson(output))]), seconds };
}

/** The folder alone determines the started programs, and their remains are removed. */
function environment(assets: string, temporary: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(TEST_ASSET_|USE_EXISTING_CLUSTER$)/.test(name));
  return {
    ...Object.fromEntries(own),
    KUBEBUILDER_ASSETS: assets,
    KUBEBUILDER_CONTROLPLANE_START_TIMEOUT: "2m",
    TMPDIR: temporary,
  };
}

/** Undefined if the suite ended before its report. */
async function specsIn(report: string): Promise<Results> {
  const json = await readFile(report, "utf8").catch(() => "[]");
  return resultsOfSpecs(JSON.parse(json) as readonly GinkgoReport[]);
}

/** The result of `go test -json` for the output of a test binary. */
function asJson(output: string): string {
  return spawnSync("go", ["tool", "test2json"], { input: output, encoding: "utf8", maxBuffer: 1 << 30 }).stdout;
}
