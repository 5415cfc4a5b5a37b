import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { TestBinary } from "./suites-of-go.ts";
import { type GinkgoReport, type Results, resultsOfSpecs, resultsOfTests } from "./test-results.ts";

/** After which a suite has to end, since it waits for something that does not come. Ginkgo stops the servers that it has started. */
const patience = { specs: "8m", suite: "10m" };

export interface Run {
  readonly results: Results;
  readonly seconds: number;
}

/** Runs a suite with what envtest finds in a folder: each starts the servers that it needs. */
export async function runSuite(suite: TestBinary, assets: string, signal: AbortSignal): Promise<Run> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-suite-"));
  const report = path.join(folder.path, "specs.json");
  // One seed, so that the specs come in the same order on both servers.
  const specs = ["-ginkgo.seed=1", `-ginkgo.timeout=${patience.specs}`, `-ginkgo.json-report=${report}`];
  const flags = ["-test.v=test2json", `-test.timeout=${patience.suite}`, ...(suite.usesGinkgo ? specs : [])];
  const since = performance.now();
  const child = spawn(suite.file, flags, {
    cwd: suite.folder,
    env: environment(assets, folder.path),
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Not killed: it has servers to stop.
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  signal.removeEventListener("abort", interrupt);
  signal.throwIfAborted();
  const seconds = (performance.now() - since) / 1000;
  return { results: new Map([...(await specsIn(report)), ...resultsOfTests(asJson(output))]), seconds };
}

/** Only the folder says which programs are started, and what they leave behind is removed. */
function environment(assets: string, temporary: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(TEST_ASSET_|USE_EXISTING_CLUSTER$)/.test(name));
  return {
    ...Object.fromEntries(own),
    KUBEBUILDER_ASSETS: assets,
    KUBEBUILDER_CONTROLPLANE_START_TIMEOUT: "2m",
    TMPDIR: temporary,
  };
}

/** None, if the suite has ended before it could report. */
async function specsIn(report: string): Promise<Results> {
  const json = await readFile(report, "utf8").catch(() => "[]");
  return resultsOfSpecs(JSON.parse(json) as readonly GinkgoReport[]);
}

/** What `go test -json` makes of the output of a test binary. */
function asJson(output: string): string {
  return spawnSync("go", ["tool", "test2json"], { input: output, encoding: "utf8", maxBuffer: 1 << 30 }).stdout;
}
