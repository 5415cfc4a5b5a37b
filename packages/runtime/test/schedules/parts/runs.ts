import process from "node:process";

/** The number of schedules that a test draws: few with the other tests, 10,000 with `npm run test:more -- schedules`. */
export const numRuns = Number(process.env.CAPSTAN_SCHEDULES ?? "100");

/** A time limit that suffices for this number. */
export const timeoutMs = 30_000 + numRuns * 60;

/** Runs everything that is ready: promises, and work of the next turn of the event loop, three times. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
