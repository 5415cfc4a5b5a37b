// Runs before every test file if CAPSTAN_SECRET_GUARD is set: npm run test:more -- secrets.
import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { watchEverything } from "./watch-everything.ts";

const guard = watchEverything();

afterAll(() => {
  const report = process.env.CAPSTAN_SECRET_GUARD_REPORT;
  if (report !== undefined) {
    appendFileSync(report, `${JSON.stringify({ file: expect.getState().testPath, ...guard.counts })}\n`);
  }
  guard.check();
});
