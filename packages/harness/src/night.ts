import process from "node:process";

const night = process.env.CAPSTAN_NIGHTLY ?? "";

/** Whether `npm run nightly` runs the tests. */
export const isNight = night !== "";

/** How many drawn cases a test tries: a sample at each change, and all of them at night. */
export function drawnRuns({ sample, all }: { readonly sample: number; readonly all: number }): number {
  return isNight ? all : sample;
}

/**
 * The first seed of drawn cases: `daily` at each change, so that a failure repeats, and another each night.
 *
 * @param count - how many consecutive seeds a night uses. Default: 1.
 */
export function firstSeed(daily: number, count = 1): number {
  return isNight ? daily + Number(night) * count : daily;
}
