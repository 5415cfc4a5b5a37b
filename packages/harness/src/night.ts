import process from "node:process";

/** Whether `npm run nightly` runs the tests. */
export const isNight = (process.env.CAPSTAN_NIGHTLY ?? "") !== "";

/** How many drawn cases a test tries: a sample at each change, whose seeds differ each time, and all of them at night. */
export function drawnRuns({ sample, all }: { readonly sample: number; readonly all: number }): number {
  return isNight ? all : sample;
}
