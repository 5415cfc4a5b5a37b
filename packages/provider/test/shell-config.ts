import {
  BootstrapConfigReconciler,
  type BootstrapOutcome,
  defineBootstrapConfig,
  outcome,
  Type,
} from "@capstan/provider";

export const ShellConfig = defineBootstrapConfig({
  kind: "ShellConfig",
  versions: {
    v1beta2: { contract: "v1beta2", spec: Type.Object({ script: Type.String({ default: "true" }) }) },
  },
});

/** Boots machines with a shell script. */
export class ShellConfigReconciler extends BootstrapConfigReconciler<typeof ShellConfig> {
  readonly definition = ShellConfig;
  calls = 0;
  refreshes = 0;
  answer: BootstrapOutcome | undefined;
  readonly refused: string[] = [];

  reconcileBootstrap({ object, machine }: this["Scope"]) {
    this.calls += 1;
    return this.answer ?? outcome.data(`#!/bin/sh\n# ${machine.metadata.name}\n${object.spec.script}\n`);
  }

  override dataRefused({ machine }: this["Scope"]) {
    this.refused.push(machine.metadata.name);
  }

  override refreshBootstrap() {
    this.refreshes += 1;
    return { retryAfterMs: 60_000 };
  }
}
