import { CommandLineError } from "../errors/runtime-errors.ts";
import type { LogVerbosity } from "../logging/verbosity.ts";
import { tlsSettings } from "../tls/tls-settings.ts";
import { isOff } from "./flag-values.ts";
import type { LeaderElectionOptions } from "./leader-election.ts";
import type { ManagerFlags } from "./manager-flags.ts";
import type { ManagerOptions } from "./manager-options.ts";

/** The manager options for the flags. @throws CommandLineError - the flags contradict each other. */
export function optionsFromFlags(
  flags: ManagerFlags,
  verbosity: LogVerbosity,
): Omit<ManagerOptions, "name" | "client"> {
  const { namespace, watchFilter, healthAddr, diagnosticsAddress, profilerAddress = "" } = flags;
  return {
    reconcileTimeoutMs: flags.reconcileTimeout,
    syncPeriodMs: flags.syncPeriod,
    remoteRate: { qps: flags.clustercacheClientQps, burst: flags.clustercacheClientBurst },
    remoteCacheBytes: flags.clustercacheMemoryLimit,
    insecureKubeconfig: {
      exec: flags.insecureKubeconfigExec,
      files: flags.insecureKubeconfigFiles,
      proxy: flags.insecureKubeconfigProxy,
      tls: flags.insecureKubeconfigTls,
    },
    ...(namespace === undefined ? {} : { namespaces: namespace }),
    ...(watchFilter === undefined ? {} : { watchFilter }),
    ...(flags.leaderElect ? { leaderElection: leaderElectionFromFlags(flags) } : {}),
    ...(isOff(healthAddr) ? {} : { healthAddress: healthAddr }),
    ...(isOff(profilerAddress) ? {} : { profilerAddress }),
    ...(isOff(diagnosticsAddress)
      ? {}
      : {
          diagnostics: {
            address: diagnosticsAddress,
            insecure: flags.insecureDiagnostics,
            tls: tlsSettings(flags),
            verbosity,
          },
        }),
  };
}

function leaderElectionFromFlags(flags: ManagerFlags): LeaderElectionOptions {
  const { leaderElectLeaseDuration: leaseDurationMs, leaderElectRenewDeadline: renewDeadlineMs } = flags;
  const retryPeriodMs = flags.leaderElectRetryPeriod;
  if (leaseDurationMs <= renewDeadlineMs || renewDeadlineMs <= retryPeriodMs) {
    throw new CommandLineError(
      "--leader-elect-lease-duration must be longer than --leader-elect-renew-deadline, and that longer than --leader-elect-retry-period",
    );
  }
  const { leaderElectNamespace: namespace, leaderElectResourceName: name } = flags;
  return { namespace, ...(name === undefined ? {} : { name }), leaseDurationMs, renewDeadlineMs, retryPeriodMs };
}
