import { reviewLimits } from "../webhook/review-limits.ts";

/** What a manager waits for when it stops, one after the other. */
const stopPhases = ["reconciles", "Events", "the Lease", "watches"] as const;
export type StopPhase = (typeof stopPhases)[number];

/** How long each of them may take, in milliseconds, unless the options of the manager say otherwise. */
export const defaultStopTimeoutMs = 10_000;

/**
 * How long a manager takes to stop at most, its webhooks included, in milliseconds: whatever ends it by force, as a kubelet does
 * after `terminationGracePeriodSeconds`, has to leave it that long.
 */
export const longestStopMs: number = stopPhases.length * defaultStopTimeoutMs + reviewLimits().drainMs;
