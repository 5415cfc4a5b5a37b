import { CommandLineError, isCapstanError, type Manager, runManager, type RunManagerOptions } from "@capstan/runtime";
import { convertersOf } from "./conversion/converters-of.ts";
import type { ProviderDefinition } from "./definition/definition.ts";
import { kindsOf } from "./definition/kinds-of.ts";
import { addSecretNamespaces, secretNamespaces } from "./scope/secret-namespaces-flag.ts";
import { allowSecretsFrom } from "./scope/operator-namespaces.ts";
import { addParts, type ManagerParts } from "./manager/manager-parts.ts";
import { reportFailure } from "./failure-report.ts";

/** What `runProvider` needs of a reconciler; every `ProviderReconciler` has it. */
export interface ProviderController {
  /** The kind that it reconciles. */
  readonly definition: ProviderDefinition;
  /** Adds its controller to a manager. */
  setup(manager: Manager): void;
  /** The default of `--<kind>-concurrency`. Default: 10. */
  readonly concurrency?: number;
}

/** Options of {@link runProvider}. */
export interface RunProviderOptions extends Pick<RunManagerOptions, "argv" | "signal" | "extendFlags">, ManagerParts {
  /** The provider's name: names its leader-election Lease and its user agent. */
  readonly name: string;
  /** One sentence for `--help`. Default: made from the kinds. */
  readonly description?: string;
  /** For `--version`. Default: "0.0.0". */
  readonly version?: string;
  /** The kinds the provider looks after; with `--install`, their CRDs are applied. */
  readonly reconcilers: readonly ProviderController[];
  /**
   * Called with the values of the flags, including those of `extendFlags`, before the reconcilers are set up. What it throws says
   * what is wrong with them: a CommandLineError with that message.
   */
  readonly configure?: (flags: Readonly<Record<string, unknown>>) => void;
  /**
   * Gets what keeps the provider from starting or going on: CommandLineError, KubeconfigError, {@link InstallationError},
   * LeadershipLostError, or an error of the author's own. A test may throw it again. Default: its message is printed on standard
   * error, and `process.exitCode` set to 2 for a command line that cannot be understood, otherwise to 1.
   */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Runs a provider as a process: flags, health, metrics, leader election; resolves when it has stopped, also if it could not start.
 * The author has to close what the author's code still holds open then (timers, connections), so that the process can end.
 *
 * @throws what `onFailure` throws; by default nothing.
 *
 * @example
 * ```ts
 * import { defineInfraCluster, InfraClusterReconciler, runProvider, Type } from "@capstan/provider";
 *
 * const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloClusterReconciler extends InfraClusterReconciler<typeof HelloCluster> {
 *   readonly definition = HelloCluster;
 *   reconcileCluster() {
 *     return this.outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } });
 *   }
 * }
 *
 * // With --install it applies its CRDs first; --help lists the flags.
 * await runProvider({ name: "hello", version: "1.0.0", reconcilers: [new HelloClusterReconciler()] });
 * ```
 */
export async function runProvider(options: RunProviderOptions): Promise<void> {
  const {
    onFailure = (error) => {
      reportFailure(options.name, error);
    },
  } = options;
  try {
    await run(options);
  } catch (error) {
    onFailure(error);
  }
}

async function run(options: RunProviderOptions): Promise<void> {
  const { name, version = "0.0.0", reconcilers, description, configure, argv, signal, extendFlags } = options;
  const all = kindsOf(reconcilers.map(({ definition }) => definition));
  const readsSecretsElsewhere = all.some(({ secretsFrom }) => secretsFrom !== undefined);
  const kinds = reconcilers.map((reconciler) => reconciler.definition.kind.kind).join(", ");
  await runManager({
    ...(argv === undefined ? {} : { argv }),
    ...(signal === undefined ? {} : { signal }),
    extendFlags: (command) => {
      if (readsSecretsElsewhere) addSecretNamespaces(command);
      extendFlags?.(command);
    },
    name,
    version,
    description: description ?? `Cluster API provider for ${kinds}.`,
    crds: all.flatMap(({ crds }) => crds),
    concurrency: Object.fromEntries(
      reconcilers.map(({ definition, concurrency = 10 }) => [definition.kind.kind.toLowerCase(), concurrency]),
    ),
    converters: all.flatMap(convertersOf),
    admission: all.flatMap(({ admissionWebhooks }) => admissionWebhooks),
    setup: (manager, flags) => {
      configureBy(configure, flags);
      allowSecretsFrom(manager, secretNamespaces(flags));
      addParts(manager, options);
      for (const reconciler of reconcilers) reconciler.setup(manager);
    },
  });
}

function configureBy(configure: RunProviderOptions["configure"], flags: Readonly<Record<string, unknown>>): void {
  try {
    configure?.(flags);
  } catch (error) {
    if (isCapstanError(error)) throw error;
    throw new CommandLineError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
