import process from "node:process";
import { Argument, Command, Option } from "commander";
import { withHelp } from "../terminal/help.ts";
import { portNumber } from "../page/port-number.ts";
import type { DevOptions } from "./dev.ts";

/** `capstan dev`: runs a provider under development with its whole environment. */
export function devCommand(): Command {
  const command = new Command("dev")
    .description(
      "Run a provider from its sources, on an API server of its own next to the core controllers: again whenever a file changes, with everything that the server has kept.",
    )
    .addArgument(new Argument("[folder]", "the provider's project").default("."))
    .addArgument(new Argument("[flags...]", "flags of the provider, after --"))
    .option("--entry <file>", "the file that runs the provider (default: src/main.ts)")
    .option("--manifests <folder>", "manifests to apply, and again when they change (default: dev, if it is there)")
    .option("--watch <folders...>", "folders of the sources (default: the one of the entry)")
    .addOption(
      new Option("--with <providers...>", "reference providers to run, too").choices(["kubeadm", "mock"]).default([]),
    )
    .option("--data-dir <folder>", "keep the API server's state there (default: in memory, until the end)")
    .option("--no-page", "serve no page for a browser")
    .option("--port <port>", "of the page, on 127.0.0.1 (default: 4480, or the next one that is free)", portNumber)
    .option("--json", "one JSON object a line", false)
    .action(async (folder: string, flags: readonly string[], options: DevOptions) => {
      const { runDev } = await import("./dev.ts");
      process.exitCode = await runDev(folder, flags, options);
    });
  return withHelp(command, {
    notes: [
      "The provider is started with --install, so its CRDs follow its definitions. Objects that a manifest no longer has stay.",
    ],
    statuses: { 0: "interrupted", 1: "something could not be started", 130: "interrupted before it had begun" },
    examples: [
      "capstan dev",
      ["capstan dev --with kubeadm", "an infrastructure provider, whose Machines get cloud-init"],
      ["capstan dev --with mock", "a bootstrap provider, whose Machines are played"],
      ["capstan dev . -- --v 4", "the provider logs more"],
      ["capstan dev --port 8080", "the page is at http://127.0.0.1:8080"],
    ],
  });
}
