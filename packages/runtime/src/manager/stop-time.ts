import { reviewLimits } from "../webhook/review-limits.ts";

/** The phases of a manager's stop, in order. */
const stopPhases = ["reconciles", "Events", "the Lease", "watches"] as const;
export type StopPhase = (typeof stopPhases)[number];

/** The default time limit of each phase, in milliseconds. */
export const defaultStopTimeoutMs = 10_000;

/**
 * How long a manager takes to stop at most, its webhooks included, in milliseconds. A supervisor that kills it must wait this long, as a
 * kubelet does with `terminationGracePeriodSeconds`.
 */
export const longestStopMs: number = stopPhases.length * defaultStopTimeoutMs + reviewLimits().drainMs;
