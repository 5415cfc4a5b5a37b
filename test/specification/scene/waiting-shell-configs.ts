import { BootstrapConfigReconciler, outcome } from "@capstan/provider";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { ShellConfigReconciler } from "../../../examples/bootstrap-shell/src/reconcilers/shell-config/shell-config-reconciler.ts";

/** Like the example's reconciler, except that the script `wait` has no data yet; records every call. */
export class WaitingShellConfigReconciler extends BootstrapConfigReconciler<typeof ShellConfig> {
  readonly definition = ShellConfig;
  readonly #calls: string[] = [];
  readonly #example = new ShellConfigReconciler();

  /** The number of calls for a config. */
  callsOf(name: string, namespace: string): number {
    return this.#calls.filter((called) => called === `${namespace}/${name}`).length;
  }

  reconcileBootstrap(scope: this["Scope"]) {
    const { name, namespace } = scope.object.metadata;
    this.#calls.push(`${namespace}/${name}`);
    // Only a change triggers another call.
    if (scope.object.spec.script === "wait") return outcome.pending("ScriptNotWritten", { retryAfterMs: 3_600_000 });
    return this.#example.reconcileBootstrap(scope);
  }
}
