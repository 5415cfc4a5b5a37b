import { CommandLineError, isCapstanError, type Manager, runManager, type RunManagerOptions } from "@capstan/runtime";
import { convertersOf } from "./conversion/converters-of.ts";
import type { ReconciledDefinition } from "./definition/reconciled-definition.ts";
import { kindsOf } from "./definition/kinds-of.ts";
import { checkCore } from "./installed/check-core.ts";
import { addSecretNamespaces, secretNamespaces } from "./scope/secret-namespaces-flag.ts";
import { allowSecretsFrom } from "./scope/operator-namespaces.ts";
import { reportFailure } from "./manager/report-failure.ts";
import { addParts, type ManagerParts } from "./manager/manager-parts.ts";

/** The part of a reconciler that `runProvider` uses; every `ProviderReconciler` has it. */
export interface ProviderController {
  /** The definition of the kind that it reconciles. */
  readonly definition: ReconciledDefinition;
  /** Adds its controller to a manager. */
  setup(manager: Manager): void;
  /** The default of `--<kind>-concurrency`. Default: 10. */
  readonly concurrency?: number;
}

/** Options of {@link runProvider}. */
export interface RunProviderOptions extends Pick<RunManagerOptions, "argv" | "signal" | "extendFlags">, ManagerParts {
  /** The provider's name, used for its leader election Lease and its user agent. */
  readonly name: string;
  /** A sentence for `--help`. Default: generated from the kinds. */
  readonly description?: string;
  /** The version that `--version` prints. Default: "0.0.0". */
  readonly version?: string;
  /** The reconcilers of the provider's kinds; `--install` applies the CRDs of these kinds. */
  readonly reconcilers: readonly ProviderController[];
  /**
   * Called with the values of the flags, including those of `extendFlags`, before the reconcilers are set up. If it throws, the flags are
   * invalid: the error becomes a CommandLineError with the same message.
   */
  readonly configure?: (flags: Readonly<Record<string, unknown>>) => void;
  /**
   * Receives the error that stopped the provider or kept it from starting: CommandLineError, KubeconfigError, {@link CoreVersionError},
   * {@link InstallationError}, LeadershipLostError, or an error of yours. A test may rethrow it. Default: prints the message on standard
   * error, and sets `process.exitCode` to 2 for an invalid command line, otherwise to 1.
   */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Runs a provider as a process, with flags, health, metrics and leader election. Resolves when it has stopped, also if it could not start.
 * Close your own timers and connections then, so that the process can end.
 *
 * @throws the error that `onFailure` throws; the default throws nothing.
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
    // An older core's management cluster keeps the CRDs of its own providers.
    beforeInstall: checkCore,
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
