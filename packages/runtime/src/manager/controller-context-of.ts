import type { ControllerContext } from "../controller/controller-context.ts";
import { hasLabel } from "../enqueue/predicate.ts";
import type { ManagerOptions } from "./manager-options.ts";
import { watchLabel } from "./upstream-labels.ts";

/** The context of a manager's controllers. */
export function controllerContextOf(
  manager: Pick<ControllerContext, "cache" | "clock" | "logger" | "metrics"> & {
    readonly name: string;
    readonly watchFilter: string | undefined;
  },
  options: ManagerOptions,
  given: Pick<ControllerContext, "deadlineClock" | "onReconciled">,
): ControllerContext {
  const { name, cache, clock, logger, metrics, watchFilter } = manager;
  const { concurrency = 10, reconcileTimeoutMs = 60_000, concurrencyOf, syncPeriodMs, byStep = false } = options;
  return {
    ...given,
    ...{ manager: name, cache, clock, logger, metrics, concurrency, reconcileTimeoutMs, byStep },
    ...(concurrencyOf === undefined ? {} : { concurrencyOf }),
    ...(syncPeriodMs === undefined ? {} : { syncPeriodMs }),
    ...(watchFilter === undefined ? {} : { ownKindPredicate: hasLabel(watchLabel, watchFilter) }),
  };
}
