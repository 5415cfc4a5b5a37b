import type { FaultOptions, Faults, RequestFault, RequestFilter } from "@capstan/apiserver";
import { type Clock, systemClock, type Timer } from "@capstan/runtime";
import type { BegunFault, PageFault } from "./faults.ts";

const writes = ["create", "update", "patch", "delete", "deletecollection"] as const;

/** The latency of a slow API server. */
const slowMs = 1_000;
/** How often watches break during that fault. */
const breakMs = 2_000;

/**
 * The faults between an embedded API server and some of its clients.
 *
 * @param whose - for titles: "the provider".
 * @param on - the requests to affect.
 * @param clock - the clock by which watches break; latencies are in real time.
 */
export function apiServerFaults(
  faults: Faults,
  whose: string,
  on: RequestFilter,
  clock: Clock = systemClock,
): readonly PageFault[] {
  return [
    {
      type: "api-errors",
      title: `Writes of ${whose} fail`,
      explanation: "The API server rejects each with 503. Reconciles end with errors, and are retried with back-off.",
      forObject: false,
      begin: () => ongoing(faults, unavailable, { on: { ...on, verbs: writes } }),
    },
    {
      type: "slow-api",
      title: `Requests of ${whose} are slow`,
      explanation: `Each takes ${slowMs / 1_000} s longer.`,
      forObject: false,
      begin: () => ongoing(faults, { type: "latency", ms: slowMs }, { on }),
    },
    {
      type: "lost-answers",
      title: `Responses to writes of ${whose} are lost`,
      explanation:
        "Every other write takes effect, but its connection breaks before the response. This reveals writes that are not safe to repeat.",
      forObject: false,
      begin: () => ongoing(faults, { type: "reset", when: "after" }, { on: { ...on, verbs: writes }, ...everyOther() }),
    },
    {
      type: "watches-break",
      title: `Watches of ${whose} break`,
      explanation: `All of them break every ${breakMs / 1_000} s. Caches must catch up with all changes.`,
      forObject: false,
      begin: () => breaking(faults, on, clock),
    },
  ];
}

const unavailable = { type: "error", code: 503, reason: "ServiceUnavailable" } as const;

/** Affects the first of every two requests. */
function everyOther(): Pick<FaultOptions, "share" | "random"> {
  let asked = 0;
  const random = (): number => {
    asked += 1;
    return asked % 2 === 1 ? 0 : 1;
  };
  return { share: 0.5, random };
}

function ongoing(faults: Faults, fault: RequestFault, options: FaultOptions): BegunFault {
  const added = faults.add(fault, options);
  return {
    happened: () => added.happened,
    end: () => {
      added.remove();
    },
  };
}

function breaking(faults: Faults, on: RequestFilter, clock: Clock): BegunFault {
  let broken = 0;
  let timer: Timer | undefined;
  const breakAll = (): void => {
    broken += faults.breakWatches("cut", on);
    timer = clock.setTimer(breakMs, breakAll);
  };
  breakAll();
  return { happened: () => broken, end: () => timer?.cancel() };
}
