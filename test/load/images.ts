// npm run bench -- images
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { fieldsOf, listAt, parseManifests } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import { installFiles } from "../../build/images/install-files.ts";
import { type ImageProgram, imagePrograms } from "../../build/images/programs.ts";
import { ManagerProcess } from "../e2e/manager-process.ts";
import { LoopbackWebhooks } from "../interop/go-core/loopback-webhooks.ts";
import { loopbackArguments } from "../road/loopback-arguments.ts";
import { runCourse } from "./machines/bench/course.ts";
import { usageOf } from "./machines/bench/process-usage.ts";
import { startServer } from "./machines/bench/server.ts";

const idleMs = 10_000;
const repetitions = 5;

/** The minimum of several times, because other work on the machine only increases them. */
async function shortestMs(timed: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < repetitions; count += 1) times.push(await timed());
  return Math.round(Math.min(...times));
}

/** The time until a program has printed its help. */
async function helpMs(name: ImageProgram["name"]): Promise<number> {
  const begun = performance.now();
  await using program = new ManagerProcess(name, ["--help"], { from: "images" });
  await program.ended();
  return performance.now() - begun;
}

/** A running manager, and its startup time. */
async function run(name: ImageProgram["name"], argv: readonly string[]) {
  const begun = performance.now();
  const manager = new ManagerProcess(name, argv, { from: "images" });
  await manager.prints(/The manager is running/);
  return { manager, ms: performance.now() - begun };
}

/** The time until a manager runs; it then releases its Lease. */
async function runMs(name: ImageProgram["name"], argv: readonly string[]): Promise<number> {
  const { manager, ms } = await run(name, argv);
  await manager.end("SIGTERM");
  return ms;
}

/** The arguments of a program's Deployment, with a certificate like those of cert-manager. */
async function deployedArguments(program: ImageProgram, folder: string): Promise<string[]> {
  const files = installFiles(program, "0.1.0");
  const components = files.filter(({ path: file }) => file.endsWith("-components.yaml"));
  const objects = components.flatMap(({ path: file, text }) => parseManifests(file, text));
  const deployment = objects.find((object) => fieldsOf(object).kind === "Deployment");
  const [container] = listAt(deployment, "spec", "template", "spec", "containers");
  const webhooks = await LoopbackWebhooks.prepare(path.join(folder, program.name));
  return webhooks.argumentsOf(loopbackArguments(listAt(container, "args").map(String), "default"));
}

async function startAndIdle(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-bench-images-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const server = closing.use(await startServer("embedded"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const rows = [];
  for (const program of imagePrograms) {
    const { name, flags } = program;
    const printsHelpMs = await shortestMs(() => helpMs(name));
    const installsMs = await runMs(name, ["--kubeconfig", kubeconfig, "--install", ...flags]);
    const deployed = ["--kubeconfig", kubeconfig, ...(await deployedArguments(program, folder))];
    const runsMs = await shortestMs(() => runMs(name, deployed));
    const { manager } = await run(name, deployed);
    rows.push({ name, manager: closing.use(manager), installsMs: Math.round(installsMs), runsMs, printsHelpMs });
  }
  await systemClock.sleep(idleMs);
  for (const { name, manager, installsMs, runsMs, printsHelpMs } of rows) {
    const idle = Math.round(usageOf(manager.pid).rssMiB);
    process.stdout.write(
      `${name}: help in ${printsHelpMs} ms, it runs in ${runsMs} ms, with CRDs to install and a certificate to make in ${installsMs}, ${idle} MiB RSS idle\n`,
    );
  }
}

const command = script(
  "Prints the startup time of the images' programs, started as in their Deployments, and their idle memory; then the peak memory of the " +
    "managers while they create and delete a Cluster.",
  "The Go managers need KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS.",
)
  .option("--workers <number>", "worker Machines of the Cluster", wholeNumber(1), 50)
  .option("--peer <name>", "go: also run the Go managers, both on the real server", oneOf(["go"]));
const { workers, peer: other } = optionsOf(command);

await startAndIdle();
for (const peer of other === undefined ? (["capstan"] as const) : (["capstan", other] as const)) {
  const { peakRssMiB } = await runCourse({
    peer,
    from: "images",
    workers,
    server: other === undefined ? "embedded" : "real",
    idleSeconds: 1,
    timeoutSeconds: 600,
    progress: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${peer}, ${workers} workers, peak RSS in MiB: ${JSON.stringify(peakRssMiB)}\n`);
}
