#!/usr/bin/env node
import process from "node:process";
import { type Manager, runProvider, systemClock } from "@capstan/provider";
import { MockCluster } from "./api/mock-cluster.ts";
import { MockMachine } from "./api/mock-machine.ts";
import { MockCloud } from "./cloud/mock-cloud.ts";
import { processFlags, readProcessFlags } from "./process-flags.ts";
import { MockClusterReconciler } from "./reconcilers/mock-cluster/mock-cluster-reconciler.ts";
import { MockMachineReconciler } from "./reconcilers/mock-machine/mock-machine-reconciler.ts";

async function main(argv: readonly string[]): Promise<void> {
  const settings = readProcessFlags(argv, process.env);
  let cloud: MockCloud | undefined;
  // One for both kinds. It opens at the first reconcile, so not before this process leads.
  const cloudOf = (manager: Manager) =>
    (cloud ??= new MockCloud({ clock: systemClock, logger: manager.logger, ...settings }));
  try {
    await runProvider({
      name: "capstan-infrastructure-mock",
      description:
        "Creates mock machines that boot from their bootstrap data and join workload clusters, all in this process.",
      reconcilers: [
        {
          definition: MockCluster,
          setup: (manager) => {
            new MockClusterReconciler(cloudOf(manager)).setup(manager);
          },
        },
        {
          definition: MockMachine,
          setup: (manager) => {
            new MockMachineReconciler(cloudOf(manager)).setup(manager);
          },
        },
      ],
      argv,
      extendFlags: (command) => {
        for (const flag of processFlags) {
          command.option(flag.flags, flag.description, "initial" in flag ? flag.initial : undefined);
        }
      },
    });
  } finally {
    await cloud?.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
