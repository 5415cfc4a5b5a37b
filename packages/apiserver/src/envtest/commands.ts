import process from "node:process";
import { Command } from "commander";
import { type KubeApiServerFlags, type ServerSettings, settingsOf } from "./kube-apiserver.ts";
import { writePrograms } from "./programs.ts";

/** Options of {@link envtestCommands}. */
export interface EnvtestCommandsOptions {
  /** The path of the script that runs the commands. */
  readonly main: string;
  readonly startServer: (settings: ServerSettings) => Promise<{ readonly url: string; close(): Promise<void> }>;
}

/** The commands that make this program stand in for the binaries of envtest. */
export function envtestCommands(options: EnvtestCommandsOptions): readonly [envtest: Command, ...standIns: Command[]] {
  const { main, startServer } = options;
  const standIns = [etcd(), kubeApiServer(startServer)];
  return [envtest(main, standIns), ...standIns];
}

function envtest(main: string, standIns: readonly Command[]): Command {
  return new Command("envtest")
    .description("write etcd and kube-apiserver programs into a folder for KUBEBUILDER_ASSETS")
    .argument("<folder>", "created if it does not exist")
    .action((folder: string) => {
      const programs = standIns.map((command) => ({ name: command.name(), help: command.helpInformation() }));
      for (const file of writePrograms(folder, main, programs)) process.stdout.write(`${file}\n`);
    });
}

function etcd(): Command {
  return standIn("etcd", "reports that it is healthy; kube-apiserver has the state")
    .requiredOption("--listen-client-urls <url>", "address to listen on")
    .option("--unsafe-no-fsync [boolean]", "no effect")
    .action(async ({ listenClientUrls }: { readonly listenClientUrls: string }) => {
      const { startEtcd } = await import("./etcd.ts");
      const server = await startEtcd(listenClientUrls);
      await askedToStop();
      server.closeAllConnections();
      server.close();
    });
}

function kubeApiServer(startServer: EnvtestCommandsOptions["startServer"]): Command {
  return standIn("kube-apiserver", "the embedded server, with the flags of kube-apiserver")
    .option("--bind-address <address>", "address to listen on", "127.0.0.1")
    .requiredOption("--secure-port <port>", "port to listen on", Number)
    .option("--cert-dir <folder>", "folder with apiserver.crt and apiserver.key")
    .option("--tls-cert-file <file>", "certificate to serve with")
    .option("--tls-private-key-file <file>", "key of the certificate")
    .option("--client-ca-file <file>", "CAs of accepted client certificates")
    .option(
      "--authorization-mode <modes>",
      "RBAC, or AlwaysAllow: every authenticated user may do everything",
      "AlwaysAllow",
    )
    .option("--enable-priority-and-fairness [boolean]", "false: the next two flags apply", "true")
    .option("--max-requests-inflight <number>", "concurrent reads; 0: no limit", Number, 400)
    .option("--max-mutating-requests-inflight <number>", "concurrent writes; 0: no limit", Number, 200)
    .option("--faults [boolean]", "let administrators inject faults at /capstan/faults")
    .action(async (flags: KubeApiServerFlags) => {
      const server = await startServer(settingsOf(flags));
      process.stderr.write(`Serving on ${server.url}\n`);
      await askedToStop();
      await server.close();
    });
}

/** A command that accepts every flag of the program that it stands in for. */
function standIn(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addHelpText("after", "\nOther flags are accepted and have no effect.")
    .allowUnknownOption()
    .allowExcessArguments();
}

async function askedToStop(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}
