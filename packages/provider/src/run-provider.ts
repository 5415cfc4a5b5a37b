import { type Manager, runManager, type RunManagerOptions } from "@capstan/runtime";
import { convertersOf } from "./conversion/converters-of.ts";
import type { ProviderDefinition } from "./definition/definition.ts";

/** What `runProvider` needs of a reconciler; every `ProviderReconciler` has it. */
export interface ProviderController {
  readonly definition: ProviderDefinition;
  setup(manager: Manager): void;
}

/** Options of {@link runProvider}. */
export interface RunProviderOptions extends Pick<RunManagerOptions, "argv" | "signal" | "extendFlags"> {
  /** The provider's name: names its leader-election Lease and its user agent. */
  readonly name: string;
  /** One sentence for `--help`. Default: made from the kinds. */
  readonly description?: string;
  /** For `--version`. Default: "0.0.0". */
  readonly version?: string;
  /** The kinds the provider looks after; with `--install`, their CRDs are applied. */
  readonly reconcilers: readonly ProviderController[];
  /** Called with the values of the flags, those of `extendFlags` among them, before the reconcilers are set up. */
  readonly configure?: (flags: Readonly<Record<string, unknown>>) => void;
}

/**
 * Runs a provider as a process: flags, health, metrics, leader election; resolves when it has stopped.
 *
 * @throws CommandLineError the arguments cannot be understood; nothing has been started.
 */
export async function runProvider(options: RunProviderOptions): Promise<void> {
  const { name, version = "0.0.0", reconcilers, description, configure, ...rest } = options;
  const kinds = reconcilers.map((reconciler) => reconciler.definition.kind.kind).join(", ");
  await runManager({
    ...rest,
    name,
    version,
    description: description ?? `Cluster API provider for ${kinds}.`,
    crds: reconcilers.flatMap((reconciler) => reconciler.definition.crds),
    converters: reconcilers.flatMap(({ definition }) => convertersOf(definition)),
    setup: (manager, flags) => {
      configure?.(flags);
      for (const reconciler of reconcilers) reconciler.setup(manager);
    },
  });
}
