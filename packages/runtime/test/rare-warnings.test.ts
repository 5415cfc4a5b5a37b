import type { Logger } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { RareWarnings } from "../src/logging/rare-warnings.ts";

test("each warning is logged once in ten seconds, with the number of omitted warnings", async () => {
  const logged: unknown[] = [];
  const logger = { warn: (...entry: unknown[]) => void logged.push(entry) } as unknown as Logger;
  const clock = new FakeClock();
  const warnings = new RareWarnings(logger, clock);
  await clock.advance({ seconds: 60 });

  warnings.warn("too many", { peer: "a" });
  warnings.warn("too large", { peer: "a" });
  await clock.advance({ milliseconds: 9_999 });
  warnings.warn("too many", { peer: "b" });
  warnings.warn("too many", { peer: "c" });
  expect(logged.splice(0)).toStrictEqual([
    ["too many", { peer: "a" }],
    ["too large", { peer: "a" }],
  ]);

  await clock.advance({ milliseconds: 1 });
  warnings.warn("too many", { peer: "d" });
  warnings.warn("too large", { peer: "d" });
  expect(logged.splice(0)).toStrictEqual([
    ["too many", { peer: "d", omittedBefore: 2 }],
    ["too large", { peer: "d" }],
  ]);
});
