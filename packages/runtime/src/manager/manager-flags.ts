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
      "watch only these namespaces, or team-* for all with the prefix team-; repeatable, or separated by commas (unset: all)",
      namespaces,
    )
    .option("--watch-filter <value>", "reconcile only objects whose label cluster.x-k8s.io/watch-filter has this value")
    .addOption(
      durationOption("--sync-period <duration>", "reconcile every object at least this often", 10 * minute, duration),
    )
    .addOption(durationOption("--reconcile-timeout <duration>", "timeout of a reconcile", minute))
    .addOption(
      new Option(
        "--kube-api-qps <number>",
        "requests per second to the API server, for each resource; negative: no limit",
      )
        .default(100)
        .argParser(decimalNumber),
    )
    .addOption(
      new Option("--kube-api-burst <number>", "burst of requests before --kube-api-qps applies")
        .default(200)
        .argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--clustercache-client-qps <number>",
        "requests per second to each workload cluster, for each resource; negative: no limit",
      )
        .default(20)
        .argParser(decimalNumber),
    )
    .addOption(
      new Option("--clustercache-client-burst <number>", "burst of requests to each workload cluster")
        .default(30)
        .argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--clustercache-memory-limit <amount>",
        "memory limit for the cached objects of a workload cluster; the manager does not watch a cluster that exceeds it",
      )
        .default(defaultRemoteCacheBytes, `${defaultRemoteCacheBytes / 1024 ** 2}Mi`)
        .argParser(memoryAmount),
    )
    .option("--leader-elect", "run the controllers only on one elected replica", false)
    .option("--leader-elect-namespace <name>", "namespace of the Lease", "default")
    .option(
      "--leader-elect-resource-name <name>",
      "name of the Lease (unset: the manager's name, with a hash of --namespace and --watch-filter if they are set)",
    )
    .addOption(
      durationOption(
        "--leader-elect-lease-duration <duration>",
        "time after which another replica may take the Lease",
        15 * second,
      ),
    )
    .addOption(
      durationOption(
        "--leader-elect-renew-deadline <duration>",
        "time after which a leader that cannot renew the Lease stops",
        10 * second,
      ),
    )
    .addOption(
      durationOption(
        "--leader-elect-retry-period <duration>",
        "time between attempts to take or renew the Lease",
        2 * second,
      ),
    );
}

function addKubeconfigFlags(command: Command): void {
  command
    .option(
      "--kubeconfig <path>",
      "kubeconfig of the management cluster (unset: KUBECONFIG, ~/.kube/config, then the Pod's ServiceAccount)",
    )
    .option("--context <name>", "context of the kubeconfig (unset: the current context)")
    .option(
      "--insecure-kubeconfig-exec",
      "run the programs in exec and auth-provider of kubeconfig Secrets, whose owners can then act as this manager",
      false,
    )
    .option(
      "--insecure-kubeconfig-files",
      "read the files that kubeconfig Secrets name, whose owners can then read any file of this manager",
      false,
    )
    .option("--insecure-kubeconfig-proxy", "use the proxy-url of kubeconfig Secrets", false)
    .option("--insecure-kubeconfig-tls", "accept insecure-skip-tls-verify and plain HTTP in kubeconfig Secrets", false);
}

function addServerFlags(command: Command): void {
  command
    .addOption(
      new Option("--health-addr <address>", "address of /healthz and /readyz; 0: off, the default with --install")
        .default(":9440")
        .argParser(listenAddress),
    )
    .addOption(
      new Option(
        "--diagnostics-address <address>",
        "address of metrics and, for authorized users, profiles, over HTTPS; 0: off, the default with --install",
      )
        .default(":8443")
        .argParser(listenAddress),
    )
    .option("--insecure-diagnostics", "serve only metrics at that address, to everyone, over plain HTTP", false)
    .option(
      "--profiler-address <address>",
      "serve profiles and heap snapshots, which contain Secrets, to everyone on this machine, such as localhost:6060 (unset: off)",
      loopbackAddress,
    )
    .addOption(
      new Option("-v, --v <level>", "log level: 4 and higher for debugging, -1 for only warnings and errors")
        .default(2)
        .argParser(wholeNumber),
    )
    .addOption(new Option("--logging-format <format>", "format of log lines").choices(logFormats).default("text"))
    .option("--install", "install or update the CRDs first, for development", false)
    .option(
      "--install-webhooks",
      "with --install: also register the admission webhooks, on loopback; while the manager is stopped, writes are not checked",
      false,
    );
}

function addWebhookFlags(command: Command): void {
  command
    .option(
      "--webhook-port <port>",
      "port of the webhooks and of the hooks of a runtime extension (unset: 9443 with --webhook-cert-dir, otherwise a free port)",
      portNumber,
    )
    .option(
      "--webhook-cert-dir <folder>",
      "folder of the certificate of that port, read again when renewed (unset: a generated certificate, on loopback)",
    )
    .option("--webhook-cert-name <file>", "file name of the certificate in that folder", "tls.crt")
    .option("--webhook-key-name <file>", "file name of the key in that folder", "tls.key")
    .option(
      "--webhook-client-ca-file <file>",
      "serve admission and hooks only to clients whose certificate a CA in this file has signed (unset: to every client)",
    )
    .addOption(
      new Option("--tls-min-version <version>", "minimum TLS version of the servers")
        .choices(Object.keys(tlsVersions))
        .default("VersionTLS12"),
    )
    .option(
      "--tls-cipher-suites <names>",
      "cipher suites of the servers, by their Go names, separated by commas (unset: the defaults of Node)",
      cipherSuites,
    )
    .option(
      "--tls-curve-preferences <numbers>",
      "key exchanges of the servers, by number, separated by commas, such as 29 for X25519 (unset: the defaults of Node)",
      curves,
    );
}
