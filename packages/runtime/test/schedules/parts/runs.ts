import process from "node:process";

/** How many schedules a test draws: few with the other tests, 10,000 with `npm run test:more -- schedules`. */
export const numRuns = Number(process.env.CAPSTAN_SCHEDULES ?? "100");

/** Enough for so many. */
export const timeoutMs = 30_000 + numRuns * 60;

/** Lets everything that is ready happen: promises, and what waits for the next turn of the event loop, thrice. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
