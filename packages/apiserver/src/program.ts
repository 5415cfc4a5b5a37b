import { fileURLToPath } from "node:url";
import { adaptYoungGeneration } from "@capstan/kube/memory";
import { Command, InvalidArgumentError, Option } from "commander";
import { ApiServer } from "./api-server.ts";
import { type ApiServerOptions } from "./api-server-options.ts";
import { envtestCommands } from "./envtest/commands.ts";
import { type FsyncPolicy } from "./store/disk/journal-file.ts";
import { KubeconfigFile } from "./kubeconfig-file.ts";
import packageJson from "../package.json" with { type: "json" };

interface Flags {
  readonly kubeconfigOut?: string;
  readonly port?: number;
  readonly dataDir?: string;
  readonly fsync: FsyncPolicy;
  readonly faults?: boolean;
  readonly serviceAccounts?: boolean;
  readonly maxRequestsInflight?: number;
  readonly maxMutatingRequestsInflight?: number;
  readonly logLevel: "error" | "info" | "debug";
}

/** Serves until it is asked to stop, and removes the kubeconfig that it wrote. */
async function serve(flags: Flags): Promise<void> {
  const levels = ["error", "info", "debug"];
  const log = (level: Flags["logLevel"], message: string): void => {
    if (levels.indexOf(level) <= levels.indexOf(flags.logLevel)) process.stderr.write(`${message}\n`);
  };
  const stopped = new Promise<string>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  const { kubeconfigOut } = flags;
  // Before the start, so that a file in the way ends the program.
  const file = kubeconfigOut === undefined ? undefined : new KubeconfigFile(kubeconfigOut);
  const server = await startServer({
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(flags.dataDir === undefined ? {} : { dataDirectory: flags.dataDir }),
    fsync: flags.fsync,
    faultsOverHttp: flags.faults ?? false,
    serviceAccounts: flags.serviceAccounts === true,
    ...requestLimitsOf(flags),
  });
  log("info", `Serving on ${server.url}`);
  if (file !== undefined) {
    try {
      file.write(server.kubeconfig);
    } catch (error) {
      await server.close();
      throw error;
    }
    process.once("exit", () => {
      file.remove();
    });
    log("info", `Wrote a kubeconfig to ${kubeconfigOut ?? ""}; it is removed when the server stops`);
  }
  log("debug", `Stopping on ${await stopped}`);
  await server.close();
}

function requestLimitsOf(flags: Flags): Pick<ApiServerOptions, "requestLimits"> {
  const { maxRequestsInflight: reading = 0, maxMutatingRequestsInflight: writing = 0 } = flags;
  return reading + writing === 0 ? {} : { requestLimits: { reading, writing } };
}

async function startServer(options: ApiServerOptions): Promise<ApiServer> {
  // No one can read the requests here.
  const server = await ApiServer.start({ ...options, keptRequests: 0 });
  adaptYoungGeneration();
  return server;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

function parseCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Expected a whole number, 0 or more.");
  return Number(text);
}

const program = new Command("capstan-apiserver")
  .description("A Kubernetes API server in one process: HTTPS on loopback, state in memory.")
  .option("--kubeconfig-out <file>", "write an administrator's kubeconfig (mode 0600); it is removed at exit")
  .option("--port <number>", "port to listen on (default: a free port)", parsePort)
  .option("--data-dir <folder>", "store the state in this folder, and continue from it (default: in memory)")
  .addOption(
    new Option(
      "--fsync <when>",
      "when writes are synced to the disk of --data-dir: they always survive a kill; once synced, also a power loss",
    )
      .choices(["always", "every-second", "never"])
      .default("every-second"),
  )
  .option(
    "--faults",
    "let administrators inject faults at /capstan/faults: errors, latency, lost responses, late watches",
  )
  .option("--service-accounts", "create ServiceAccounts and tokens for namespaces and Pods, as a cluster does")
  .option("--max-requests-inflight <n>", "respond 429 to more concurrent reads than this; 0: no limit", parseCount)
  .option("--max-mutating-requests-inflight <n>", "the same for writes", parseCount)
  .addOption(
    new Option("--log-level <level>", "lowest level to log, to stderr")
      .choices(["error", "info", "debug"])
      .default("info"),
  )
  .version(packageJson.version)
  .addHelpText("after", "\nExit status:\n    0  stopped\n    1  the server did not start, or an option is invalid")
  .action(serve);

const [envtest, ...standIns] = envtestCommands({
  main: fileURLToPath(new URL("../bin/capstan-apiserver.js", import.meta.url)),
  startServer,
});
program.addCommand(envtest);
for (const command of standIns) program.addCommand(command, { hidden: true });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`capstan-apiserver: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
