#!/usr/bin/env node
import process from "node:process";
import { runProvider, systemClock } from "@capstan/provider";
import { MockCloud } from "./cloud/mock-cloud.ts";
import { processFlags, readProcessFlags } from "./process-flags.ts";
import { MockClusterReconciler } from "./reconcilers/mock-cluster/mock-cluster-reconciler.ts";
import { MockMachineReconciler } from "./reconcilers/mock-machine/mock-machine-reconciler.ts";

async function main(argv: readonly string[]): Promise<void> {
  const { stateDirectory, bootDuration } = readProcessFlags(argv, process.env);
  await using cloud = await MockCloud.open({
    clock: systemClock,
    bootDuration,
    ...(stateDirectory === undefined ? {} : { stateDirectory }),
  });
  await runProvider({
    name: "capstan-infrastructure-mock",
    description:
      "Makes mock machines that boot from their bootstrap data and join workload clusters, all in this process.",
    reconcilers: [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)],
    argv,
    extendFlags: (command) => {
      for (const flag of processFlags) {
        command.option(flag.flags, flag.description, "initial" in flag ? flag.initial : undefined);
      }
    },
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
