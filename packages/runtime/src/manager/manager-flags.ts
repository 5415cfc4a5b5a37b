import { Command, Option } from "commander";
import { logFormats, type LogFormat } from "../logging/logger.ts";
import { defaultRemoteCacheBytes } from "../remote/remote-clusters.ts";
import { tlsVersions, type TlsVersion } from "../tls/tls-settings.ts";
import {
  cipherSuites,
  curves,
  decimalNumber,
  duration,
  listenAddress,
  loopbackAddress,
  memoryAmount,
  namespaces,
  portNumber,
  positiveDuration,
  positiveInteger,
  shownDuration,
  wholeNumber,
} from "./flag-values.ts";

/** The flags every manager has. Durations are milliseconds. */
export interface ManagerFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: readonly string[];
  readonly watchFilter?: string;
  readonly syncPeriod: number;
  readonly reconcileTimeout: number;
  readonly kubeApiQps: number;
  readonly kubeApiBurst: number;
  readonly clustercacheClientQps: number;
  readonly clustercacheClientBurst: number;
  /** Bytes. */
  readonly clustercacheMemoryLimit: number;
  readonly leaderElect: boolean;
  readonly leaderElectNamespace: string;
  readonly leaderElectResourceName?: string;
  readonly leaderElectLeaseDuration: number;
  readonly leaderElectRenewDeadline: number;
  readonly leaderElectRetryPeriod: number;
  /** "0" or empty turns it off; the same holds for the other addresses. */
  readonly healthAddr: string;
  readonly diagnosticsAddress: string;
  readonly insecureDiagnostics: boolean;
  readonly profilerAddress?: string;
  readonly insecureKubeconfigExec: boolean;
  readonly insecureKubeconfigFiles: boolean;
  readonly insecureKubeconfigProxy: boolean;
  readonly insecureKubeconfigTls: boolean;
  readonly v: number;
  readonly loggingFormat: LogFormat;
  readonly install: boolean;
  readonly installWebhooks: boolean;
  readonly webhookPort?: number;
  readonly webhookCertDir?: string;
  readonly webhookCertName: string;
  readonly webhookKeyName: string;
  readonly webhookClientCaFile?: string;
  readonly tlsMinVersion: TlsVersion;
  readonly tlsCipherSuites?: readonly string[];
  readonly tlsCurvePreferences?: readonly number[];
}

const second = 1_000;
const minute = 60 * second;

function durationOption(flags: string, description: string, initial: number, parse = positiveDuration): Option {
  return new Option(flags, description).default(initial, shownDuration(initial)).argParser(parse);
}

/**
 * The command line of a manager, without actions; names, defaults and meanings are those of Cluster API's managers.
 *
 * @param concurrency - defaults of `--<name>-concurrency`, by the name of the controller.
 */
export function managerCommand(
  name: string,
  description: string,
  version: string,
  concurrency: Readonly<Record<string, number>> = {},
): Command {
  const command = new Command(name)
    .description(description)
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help");
  for (const addTo of [addClusterFlags, addKubeconfigFlags, addServerFlags, addWebhookFlags]) addTo(command);
  for (const [controller, initial] of Object.entries(concurrency)) {
    command.addOption(
      new Option(
        `${concurrencyFlag(controller)} <number>`,
        `objects that the controller ${controller} reconciles at a time`,
      )
        .default(initial)
        .argParser(positiveInteger),
    );
  }
  return command;
}

function concurrencyFlag(controller: string): string {
  return `--${controller}-concurrency`;
}

/** The concurrency in the flags, by the name of the controller. */
export function concurrencyOf(
  flags: Readonly<Record<string, unknown>>,
  controllers: readonly string[],
): Record<string, number> {
  const named = controllers.map((name) => [name, flags[new Option(concurrencyFlag(name)).attributeName()]] as const);
  return Object.fromEntries(named.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

function addClusterFlags(command: Command): void {
  command
    .option(
      "--namespace <names>",
      "watch only these namespaces, team-* for all that begin with team-; repeat it or separate by commas (unset: all)",
      namespaces,
    )
    .option("--watch-filter <value>", "reconcile only objects whose label cluster.x-k8s.io/watch-filter has this value")
    .addOption(
      durationOption("--sync-period <duration>", "reconcile every object at least this often", 10 * minute, duration),
    )
    .addOption(durationOption("--reconcile-timeout <duration>", "deadline of a reconcile", minute))
    .addOption(
      new Option(
        "--kube-api-qps <number>",
        "requests a second to the API server, for each resource; negative: no limit",
      )
        .default(100)
        .argParser(decimalNumber),
    )
    .addOption(
      new Option("--kube-api-burst <number>", "requests that may be sent at once before --kube-api-qps applies")
        .default(200)
        .argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--clustercache-client-qps <number>",
        "requests a second to each workload cluster, for each resource; negative: no limit",
      )
        .default(20)
        .argParser(decimalNumber),
    )
    .addOption(
      new Option("--clustercache-client-burst <number>", "requests that may be sent at once to each workload cluster")
        .default(30)
        .argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--clustercache-memory-limit <amount>",
        "what the objects of one workload cluster may take in memory; one with more is not followed",
      )
        .default(defaultRemoteCacheBytes, `${defaultRemoteCacheBytes / 1024 ** 2}Mi`)
        .argParser(memoryAmount),
    )
    .option("--leader-elect", "run the controllers on one elected replica only", false)
    .option("--leader-elect-namespace <name>", "namespace of the Lease", "default")
    .option(
      "--leader-elect-resource-name <name>",
      "name of the Lease (unset: the manager's, with a hash of --namespace and --watch-filter where they are set)",
    )
    .addOption(
      durationOption(
        "--leader-elect-lease-duration <duration>",
        "another takes the Lease after this time",
        15 * second,
      ),
    )
    .addOption(
      durationOption("--leader-elect-renew-deadline <duration>", "the leader gives up after this time", 10 * second),
    )
    .addOption(durationOption("--leader-elect-retry-period <duration>", "time between two attempts", 2 * second));
}

function addKubeconfigFlags(command: Command): void {
  command
    .option(
      "--kubeconfig <path>",
      "kubeconfig of the management cluster (unset: KUBECONFIG, ~/.kube/config, then the Pod's own)",
    )
    .option("--context <name>", "context of the kubeconfig (unset: its current one)")
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
    .option("--insecure-kubeconfig-tls", "accept insecure-skip-tls-verify and plain HTTP in kubeconfig Secrets", false);
}

function addServerFlags(command: Command): void {
  command
    .addOption(
      new Option("--health-addr <address>", "serve /healthz and /readyz here; 0 for nowhere, as with --install alone")
        .default(":9440")
        .argParser(listenAddress),
    )
    .addOption(
      new Option(
        "--diagnostics-address <address>",
        "serve metrics and, to those who may, profiles here by HTTPS; 0 for nowhere, as with --install alone",
      )
        .default(":8443")
        .argParser(listenAddress),
    )
    .option("--insecure-diagnostics", "serve metrics alone there, by plain HTTP, to everyone", false)
    .option(
      "--profiler-address <address>",
      "serve profiles and heap snapshots, which contain Secrets, to everyone on this machine: localhost:6060 (unset: off)",
      loopbackAddress,
    )
    .addOption(
      new Option("-v, --v <level>", "how much is logged: 4 and more for debugging, -1 for warnings and errors only")
        .default(2)
        .argParser(wholeNumber),
    )
    .addOption(new Option("--logging-format <format>", "form of log lines").choices(logFormats).default("text"))
    .option("--install", "install or update the CRDs first, as on the machine of a developer", false)
    .option(
      "--install-webhooks",
      "with --install: register the admission webhooks, too, on loopback; what is written while they do not run is not checked",
      false,
    );
}

function addWebhookFlags(command: Command): void {
  command
    .option(
      "--webhook-port <port>",
      "serve the conversion and admission webhooks here (unset: 9443 with --webhook-cert-dir, otherwise a free port)",
      portNumber,
    )
    .option(
      "--webhook-cert-dir <folder>",
      "their certificate, read again when renewed (unset, with --install: on loopback, with one of their own)",
    )
    .option("--webhook-cert-name <file>", "the certificate's file name in that folder", "tls.crt")
    .option("--webhook-key-name <file>", "the key's file name in that folder", "tls.key")
    .option(
      "--webhook-client-ca-file <file>",
      "admit only for clients with a certificate that one in this file has signed (unset: every client)",
    )
    .addOption(
      new Option("--tls-min-version <version>", "oldest version of TLS that the servers speak")
        .choices(Object.keys(tlsVersions))
        .default("VersionTLS12"),
    )
    .option(
      "--tls-cipher-suites <names>",
      "cipher suites of the servers, in Go's names, separated by commas (unset: those of Node)",
      cipherSuites,
    )
    .option(
      "--tls-curve-preferences <numbers>",
      "key exchanges of the servers, by number, separated by commas: 29 is X25519 (unset: those of Node)",
      curves,
    );
}
