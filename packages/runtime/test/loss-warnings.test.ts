import type { Logger } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { LossWarnings } from "../src/webhook/loss-warnings.ts";

const object = { apiVersion: "a.io/v1", kind: "Widget", namespace: "team", name: "w" };
const loss = { part: "spec", why: "spec.size has no valid value in v2" } as const;

test("the loss of an object's fields is logged once an hour, for at most a thousand entries", async () => {
  const logged: unknown[] = [];
  const note = (): undefined => undefined;
  const logger: Logger = {
    debug: note,
    info: note,
    warn: (...entry: unknown[]) => void logged.push(entry),
    error: note,
    with: () => logger,
  };
  const clock = new FakeClock();
  const warnings = new LossWarnings(logger, clock);

  warnings.warn(object, "a.io/v2", loss);
  warnings.warn(object, "a.io/v2", loss);
  expect(logged).toEqual([
    ["An object cannot be fully converted to another version", { object, to: "a.io/v2", ...loss }],
  ]);
  warnings.warn(object, "a.io/v3", loss);
  for (let index = 0; index < 2000; index += 1) warnings.warn({ ...object, name: `w-${index}` }, "a.io/v2", loss);
  expect(logged).toHaveLength(1000);

  await clock.advance({ hours: 1 });
  warnings.warn(object, "a.io/v2", loss);
  expect(logged).toHaveLength(1001);
  await clock.advance({ minutes: 59 });
  warnings.warn(object, "a.io/v2", loss);
  expect(logged).toHaveLength(1001);
});
