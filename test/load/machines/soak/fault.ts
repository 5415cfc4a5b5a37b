import type { SeededRandom } from "@capstan/harness/random";

/** The faults of a request. */
const requestFaults = [
  "500 before it was done",
  "503 with Retry-After",
  "503 without Retry-After",
  "429 with Retry-After",
  "no answer, not done",
  "no answer, done",
  "connection reset, not done",
  "connection reset, done",
  "rival writer",
] as const;
export type RequestFault = (typeof requestFaults)[number];

/** The faults of a watch. */
const watchFaults = ["410 at its beginning", "410 in the middle", "connection reset", "events come late"] as const;
export type WatchFault = (typeof watchFaults)[number];

/** The fault of one request. */
export interface PlannedRequestFault {
  readonly fault: RequestFault;
  /** If the response to a completed request is lost: how long the watches of its client are silent after that. */
  readonly lagMs: number;
  /** If the response to a completed request is lost: whether its client is killed before it notices. */
  readonly kills: boolean;
}

const requestFaultRate = 0.08;
/** Requests that are sent once for each object, and must not be repeated or forgotten: creates and deletes. */
const lastingFaultRate = 0.3;
const watchFaultRate = 0.5;
const killRate = 0.2;

/** The fault of the next request, if any. */
export function faultOfRequest(random: SeededRandom, verb: string): PlannedRequestFault | undefined {
  const isLasting = verb === "create" || verb === "delete";
  if (!random.happens(isLasting ? lastingFaultRate : requestFaultRate)) return undefined;
  const [fault, lagMs, kills] = [random.pick(requestFaults), random.between(200, 1_000), random.happens(killRate)];
  const canRival = verb === "patch" || verb === "update";
  return { fault: fault === "rival writer" && !canRival ? "500 before it was done" : fault, lagMs, kills };
}

/** The fault of a watch that begins now, if any, and its time or delay in milliseconds. */
export function faultOfWatch(random: SeededRandom): { fault: WatchFault; afterMs: number } | undefined {
  const [happens, fault, breaksAfterMs, lagMs] = [
    random.happens(watchFaultRate),
    random.pick(watchFaults),
    random.between(50, 1_500),
    random.between(20, 400),
  ];
  return happens ? { fault, afterMs: fault === "events come late" ? lagMs : breaksAfterMs } : undefined;
}
