import { readDuration, wholeMilliseconds } from "@capstan/kube";
import { CommandLineError, runManager } from "@capstan/runtime";
import { Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { convertedCoreCRDs } from "./api/converted-crds.ts";
import { coreConverters } from "./api/convert.ts";
import { migrateCoreStorage } from "./api/migrate-core-storage.ts";
import { ProviderVersions } from "./api/provider-versions.ts";
import { phaseReadings, type PhaseReading } from "./controllers/machine/phase.ts";
import { usualMachinesPerSecond } from "./controllers/machine-set/creation-rate.ts";
import { setupCoreControllers } from "./setup.ts";

/** Options of {@link runCore}. */
export interface RunCoreOptions {
  /** Arguments after the program's name. Default: the arguments of the process. */
  readonly argv?: readonly string[];
  /** Stops the program as SIGTERM does. */
  readonly signal?: AbortSignal;
}

const shortestGraceMs = 120_000;

/** At least two minutes, as in Cluster API, because an unresponsive cluster is detected with a delay. */
function gracePeriodMs(text: string): number {
  const durationMs = wholeMilliseconds(readDuration(text) ?? 0n);
  if (durationMs >= shortestGraceMs) return durationMs;
  throw new CommandLineError(
    `--remote-conditions-grace-period ${JSON.stringify(text)} must be a duration of at least two minutes, such as 5m0s`,
  );
}

function machinesPerSecond(text: string): number {
  const rate = Number(text);
  if (text.trim() !== "" && rate >= 0 && Number.isFinite(rate)) return rate;
  throw new CommandLineError(`--machine-creation-rate ${JSON.stringify(text)} must be a number, 0 or more`);
}

/**
 * Runs `capstan-core`: the core controllers as a program, with the flags of every manager.
 *
 * @example
 * ```ts
 * import { runCore } from "@capstan/core-controllers";
 *
 * await runCore(); // the flags are those of the command line; --install applies the CRDs first
 * ```
 */
export async function runCore(options: RunCoreOptions = {}): Promise<void> {
  const versions = new ProviderVersions();
  await runManager({
    name: "capstan-core",
    description:
      "The core controllers of Cluster API: Cluster, Machine, MachineSet, MachineDeployment, MachineHealthCheck.",
    version: packageJson.version,
    crds: convertedCoreCRDs,
    converters: coreConverters(versions.apiVersionOf),
    concurrency: { cluster: 50, machine: 100, machineset: 50, machinedeployment: 50, machinehealthcheck: 50 },
    extendFlags: (command) => {
      command.addOption(
        new Option("--phase-reading <reading>", "how to compute status.phase of Machines")
          .choices([...phaseReadings])
          .default("proposal" satisfies PhaseReading),
      );
      command.option(
        "--remote-conditions-grace-period <duration>",
        "how long to use the last known state of a workload cluster's Nodes once the cluster is unresponsive",
        "5m0s",
      );
      command.addOption(
        new Option(
          "--machine-creation-rate <number>",
          "Machines per second that the MachineSets of a namespace create, after a burst of twice that number; 0: no limit",
        )
          .argParser(machinesPerSecond)
          .default(usualMachinesPerSecond),
      );
    },
    setup: (manager, flags) => {
      versions.follow(manager.cache);
      migrateCoreStorage(manager);
      setupCoreControllers(manager, {
        phaseReading: flags.phaseReading === "upstream" ? "upstream" : "proposal",
        remoteGraceMs: gracePeriodMs(String(flags.remoteConditionsGracePeriod)),
        machinesPerSecond: Number(flags.machineCreationRate),
      });
    },
    ...(options.argv === undefined ? {} : { argv: options.argv }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}
