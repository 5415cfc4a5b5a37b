import type { HealthCheck, LeaderContext, Manager, OwnMetric, StartCheckContext } from "@capstan/runtime";

/** Parts that a provider adds to its manager in addition to reconcilers. Pass them to `runProvider`, or implement them in a reconciler. */
export interface ManagerParts {
  /**
   * Metrics that are served with the manager's own; create them with `defineCounter`, `defineGauge` or `defineHistogram`. Default: no
   * metrics.
   */
  readonly metrics?: readonly OwnMetric[];
  /**
   * Checks of `/healthz` by name, for faults that only a restart repairs. While a check throws or takes longer than 5 s, the liveness probe
   * fails and the kubelet restarts the container. Default: no checks.
   */
  readonly healthChecks?: Readonly<Record<string, HealthCheck>>;
  /** Checks of `/readyz` by name. While a check throws or takes longer than 5 s, the Pod is not ready. Default: no checks. */
  readonly readyChecks?: Readonly<Record<string, HealthCheck>>;
  /**
   * Called once in every process before it watches anything, for example to check that the cloud is available. If it throws, the provider
   * does not start. Default: does nothing.
   */
  beforeStart?(context: StartCheckContext): Promise<void>;
  /**
   * Called once in the process that leads, before its reconcilers run; without leader election, in every process. If it throws, the
   * provider stops. Default: does nothing.
   */
  whenLeading?(context: LeaderContext): Promise<void> | void;
}

/**
 * Adds the parts to a manager that has not started yet.
 *
 * @example
 * <!-- no-run: it needs a manager -->
 * ```ts
 * import { addParts } from "@capstan/provider";
 * import type { Manager } from "@capstan/runtime";
 *
 * declare const manager: Manager;
 * addParts(manager, { readyChecks: { cloud: () => undefined } });
 * ```
 */
export function addParts(manager: Manager, parts: ManagerParts): void {
  const { metrics = [], healthChecks = {}, readyChecks = {} } = parts;
  for (const metric of metrics) manager.metrics.serve(metric);
  for (const [name, check] of Object.entries(healthChecks)) manager.addHealthCheck("healthz", name, check);
  for (const [name, check] of Object.entries(readyChecks)) manager.addHealthCheck("readyz", name, check);
  if (parts.beforeStart !== undefined) manager.beforeStart(async (context) => parts.beforeStart?.(context));
  if (parts.whenLeading !== undefined) manager.whenLeading((context) => parts.whenLeading?.(context));
}
