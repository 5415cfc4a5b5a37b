import type { ProviderDefinition } from "./definition/definition.ts";
import type { ProviderReconciler } from "./reconciler/provider-reconciler.ts";

export interface RunProviderOptions {
  /** The provider's name: names its leader-election Lease, its user agent and its controllers. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly description?: string;
  /** For `--version`. Default: "0.0.0". */
  readonly version?: string;
  readonly reconcilers: readonly ProviderReconciler<ProviderDefinition>[];
  /** Command-line arguments. Default: the process's. */
  readonly argv?: readonly string[];
}

/** Runs a provider as a process: flags, health, metrics, leader election; resolves when it has stopped. */
export async function runProvider(options: RunProviderOptions): Promise<void> {
  await Promise.reject(new Error(`not yet: ${options.name}`));
}
