import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { CommandLineError } from "../errors/runtime-errors.ts";
import { logFormats, type LogFormat, logLevels, type LogLevel } from "../logging/logger.ts";
import { namespaceProblem } from "../cache/namespace-patterns.ts";
import { parseListenAddress } from "./listener.ts";

/** The flags every manager has. */
export interface ManagerFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: readonly string[];
  readonly watchFilter?: string;
  readonly concurrency: number;
  readonly reconcileTimeout: number;
  readonly leaderElect: boolean;
  readonly leaderElectNamespace: string;
  readonly healthAddr?: string;
  readonly metricsAddr?: string;
  readonly insecureKubeconfigExec: boolean;
  readonly insecureKubeconfigFiles: boolean;
  readonly insecureKubeconfigProxy: boolean;
  readonly insecureKubeconfigTls: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly install: boolean;
  readonly webhookPort?: number;
  readonly webhookCertDir?: string;
  readonly webhookCertName: string;
  readonly webhookKeyName: string;
  readonly webhookClientCaFile?: string;
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return value;
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new InvalidArgumentError("It must be a port.");
  return value;
}

function listenAddress(text: string): string {
  try {
    parseListenAddress(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : "No address.");
  }
  return text;
}

function namespaces(value: string, previous: readonly string[] | undefined): readonly string[] {
  const given = value.split(",").filter((part) => part !== "");
  const problem = given.map(namespaceProblem).find((found) => found !== undefined);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return [...(previous ?? []), ...given];
}

/** The command line of a manager, without actions. */
export function managerCommand(name: string, description: string, version: string): Command {
  return new Command(name)
    .description(description)
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option(
      "--kubeconfig <path>",
      "kubeconfig of the management cluster (default: KUBECONFIG, ~/.kube/config, then the Pod's own)",
    )
    .option("--context <name>", "context of the kubeconfig (default: its current one)")
    .option(
      "--namespace <names>",
      "watch only these namespaces, team-* for all that begin with team-; repeat it or separate by commas (default: all)",
      namespaces,
    )
    .option("--watch-filter <value>", "reconcile only objects whose label cluster.x-k8s.io/watch-filter has this value")
    .addOption(
      new Option("--concurrency <number>", "objects of a kind reconciled concurrently")
        .default(10)
        .argParser(positiveInteger),
    )
    .addOption(
      new Option("--reconcile-timeout <seconds>", "deadline of a reconcile").default(60).argParser(positiveInteger),
    )
    .option(
      "--insecure-kubeconfig-exec",
      "run the programs that kubeconfig Secrets name in exec and auth-provider: their owners then act as this manager",
      false,
    )
    .option(
      "--insecure-kubeconfig-files",
      "read the files that kubeconfig Secrets name: their owners can then send any file of this manager to themselves",
      false,
    )
    .option("--insecure-kubeconfig-proxy", "use the proxy-url of kubeconfig Secrets", false)
    .option("--insecure-kubeconfig-tls", "accept insecure-skip-tls-verify and plain HTTP in kubeconfig Secrets", false)
    .option("--leader-elect", "run the controllers on one elected replica only", false)
    .option("--leader-elect-namespace <name>", "namespace of the Lease", "default")
    .option(
      "--health-addr <address>",
      "serve /healthz and /readyz here; :port is loopback only (default: off)",
      listenAddress,
    )
    .option("--metrics-addr <address>", "serve /metrics here; :port is loopback only (default: off)", listenAddress)
    .addOption(new Option("--log-level <level>", "lowest level that is logged").choices(logLevels).default("info"))
    .addOption(new Option("--log-format <format>", "form of log lines").choices(logFormats).default("text"))
    .option("--install", "install or update the CRDs first", false)
    .option(
      "--webhook-port <port>",
      "serve the conversion and admission webhooks here (default: 9443 with --webhook-cert-dir, otherwise a free port)",
      portNumber,
    )
    .option(
      "--webhook-cert-dir <folder>",
      "their certificate, read again when renewed (default, with --install only: conversion alone, on loopback, with its own)",
    )
    .option("--webhook-cert-name <file>", "the certificate's file name in that folder", "tls.crt")
    .option("--webhook-key-name <file>", "the key's file name in that folder", "tls.key")
    .option(
      "--webhook-client-ca-file <file>",
      "let in only clients with a certificate that one in this file has signed (default: every client)",
    );
}

/**
 * Reads a command line.
 *
 * @returns `undefined` after `--help` or `--version`, which have been printed.
 * @throws CommandLineError - it cannot be understood; the message is commander's.
 */
export function parseFlags(
  command: Command,
  argv: readonly string[],
): (ManagerFlags & Record<string, unknown>) | undefined {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new CommandLineError(`${error.message.replace(/^error: /, "")} (see ${command.name()} --help)`, {
      cause: error,
    });
  }
  return command.opts();
}
