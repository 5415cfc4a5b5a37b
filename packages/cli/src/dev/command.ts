import process from "node:process";
import { Argument, Command, Option } from "commander";
import { withHelp } from "../terminal/help.ts";
import { portNumber } from "../page/port-number.ts";
import type { DevOptions } from "./dev.ts";

/** `capstan dev`: runs a provider under development with its whole environment. */
export function devCommand(): Command {
  const command = new Command("dev")
    .description(
      "Run a provider from its sources on a private API server, alongside the core controllers. Restart it whenever a file changes; the server keeps its objects.",
    )
    .addArgument(new Argument("[folder]", "the provider's project").default("."))
    .addArgument(new Argument("[flags...]", "flags of the provider, after --"))
    .option("--entry <file>", "the file that runs the provider (default: src/main.ts)")
    .option(
      "--manifests <folder>",
      "manifests to apply, and to apply again when they change (default: dev, if it exists)",
    )
    .option("--watch <folders...>", "source folders to watch (default: the folder of --entry)")
    .addOption(
      new Option("--with <providers...>", "reference providers to run alongside")
        .choices(["kubeadm", "mock", "docker"])
        .default([]),
    )
    .option("--data-dir <folder>", "store the API server's state in this folder (default: in memory)")
    .option("--no-page", "do not serve the web page")
    .option("--port <port>", "port of the page, on 127.0.0.1 (default: 4480, or the next free port)", portNumber)
    .option("--json", "print one JSON object per line", false)
    .action(async (folder: string, flags: readonly string[], options: DevOptions) => {
      const { runDev } = await import("./dev.ts");
      process.exitCode = await runDev(folder, flags, options);
    });
  return withHelp(command, {
    notes: [
      "The provider runs with --install, so its CRDs follow its definitions. An object that you remove from a manifest stays on the server.",
    ],
    statuses: { 0: "interrupted", 1: "a process did not start", 130: "interrupted before everything had started" },
    examples: [
      "capstan dev",
      ["capstan dev --with kubeadm", "for an infrastructure provider: its Machines get cloud-init"],
      ["capstan dev --with mock", "for a bootstrap provider: a mock cloud runs its Machines"],
      ["capstan dev --with docker", "for a bootstrap provider: its Machines are containers of Docker or Podman"],
      ["capstan dev . -- --v 4", "the provider logs more"],
      ["capstan dev --port 8080", "the page is at http://127.0.0.1:8080"],
    ],
  });
}
