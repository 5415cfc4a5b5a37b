import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type GinkgoReport, resultsOfSpecs, type TestResult } from "../controller-runtime/test-results.ts";

/** How to run one test. */
export interface SpecRun {
  /** The compiled tests. */
  readonly program: string;
  readonly kubeconfig: string;
  /** The folder with kubectl. */
  readonly assets: string;
  /** The deadline, after which it counts as failed. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Runs one test in a separate process, to enforce its deadline. */
export async function runSpec(name: string, options: SpecRun): Promise<TestResult> {
  const { program, kubeconfig, assets, seconds, signal } = options;
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-spec-"));
  const report = path.join(folder.path, "report.json");
  const flags = [
    `--kubeconfig=${kubeconfig}`,
    `--kubectl-path=${path.join(assets, "kubectl")}`,
    "--provider=skeleton",
    // There are no Nodes, no system Pods, and no controller that creates ServiceAccounts.
    "--allowed-not-ready-nodes=-1",
    "--minStartupPods=0",
    "--e2e-verify-service-account=false",
    "--dump-logs-on-failure=false",
    "--delete-namespace=false",
    `--ginkgo.focus=${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`,
    `--ginkgo.timeout=${seconds}s`,
    `--ginkgo.json-report=${report}`,
  ];
  const child = spawn(program, flags, {
    cwd: folder.path,
    env: { ...process.env, TMPDIR: folder.path },
    stdio: "ignore",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), (seconds + 20) * 1_000);
  const interrupt = () => child.kill("SIGKILL");
  signal.addEventListener("abort", interrupt);
  await once(child, "close");
  signal.removeEventListener("abort", interrupt);
  clearTimeout(timer);
  signal.throwIfAborted();
  const results = resultsOfSpecs(await reportsIn(report));
  const own = results.get(name);
  const failed = [...results.values()].find(({ outcome }) => outcome === "failed");
  return own?.outcome === "passed"
    ? own
    : (failed ?? own ?? { outcome: "failed", message: "it ended without a report" });
}

/** Undefined if the test was killed before or during its report. */
async function reportsIn(file: string): Promise<readonly GinkgoReport[]> {
  const json = await readFile(file, "utf8").catch(() => "");
  try {
    return JSON.parse(json) as readonly GinkgoReport[];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
