import type { SeededRandom } from "../../seeded-random.ts";

/** What may go wrong with a request on its way. */
export const requestFaults = [
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

/** What may go wrong with a watch. */
export const watchFaults = ["410 at its beginning", "410 in the middle", "connection reset"] as const;
export type WatchFault = (typeof watchFaults)[number];

const requestFaultRate = 0.08;
const watchFaultRate = 0.5;

/** What goes wrong with a request that comes now, if anything does. */
export function faultOfRequest(random: SeededRandom, method: string): RequestFault | undefined {
  if (!random.happens(requestFaultRate)) return undefined;
  const fault = random.pick(requestFaults);
  return fault === "rival writer" && method !== "PATCH" && method !== "PUT" ? "500 before it was done" : fault;
}

/** What goes wrong with a watch that begins now, if anything does, and after how many milliseconds. */
export function faultOfWatch(random: SeededRandom): { fault: WatchFault; afterMs: number } | undefined {
  const [happens, fault, afterMs] = [
    random.happens(watchFaultRate),
    random.pick(watchFaults),
    random.between(50, 1_500),
  ];
  return happens ? { fault, afterMs } : undefined;
}
