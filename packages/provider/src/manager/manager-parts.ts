import type { HealthCheck, LeaderContext, Manager, OwnMetric, StartCheckContext } from "@capstan/runtime";

/** What a provider adds to its manager in addition to reconcilers; a reconciler may bring it, or `runProvider`. */
export interface ManagerParts {
  /** Metrics that are served with the manager's own: made by `defineCounter`, `defineGauge`, `defineHistogram`. Default: none. */
  readonly metrics?: readonly OwnMetric[];
  /**
   * Checks of `/healthz` by name: as long as one throws, or takes longer than 5 s, the kubelet counts the Pod as broken and restarts
   * it. For what only a restart repairs. Default: none.
   */
  readonly healthChecks?: Readonly<Record<string, HealthCheck>>;
  /** The same of `/readyz`: as long as one throws, the Pod counts as not ready. Default: none. */
  readonly readyChecks?: Readonly<Record<string, HealthCheck>>;
  /**
   * Done once by every process before anything is watched, such as to see whether the cloud can be reached. What it throws keeps the
   * provider from starting. Default: nothing.
   */
  beforeStart?(context: StartCheckContext): Promise<void>;
  /**
   * Done once by the process that leads, before its reconcilers are called; without leader election by every process. What it throws
   * ends the provider. Default: nothing.
   */
  whenLeading?(context: LeaderContext): Promise<void> | void;
}

/** Adds the parts to a manager that has not been started. */
export function addParts(manager: Manager, parts: ManagerParts): void {
  const { metrics = [], healthChecks = {}, readyChecks = {} } = parts;
  for (const metric of metrics) manager.metrics.serve(metric);
  for (const [name, check] of Object.entries(healthChecks)) manager.addHealthCheck("healthz", name, check);
  for (const [name, check] of Object.entries(readyChecks)) manager.addHealthCheck("readyz", name, check);
  if (parts.beforeStart !== undefined) manager.beforeStart(async (context) => parts.beforeStart?.(context));
  if (parts.whenLeading !== undefined) manager.whenLeading((context) => parts.whenLeading?.(context));
}
