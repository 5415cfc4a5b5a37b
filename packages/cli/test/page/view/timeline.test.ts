import { describe, expect, test } from "vitest";
import { arrivalText, placeOf, segmentsOf, spanOf, timelineText } from "../../../page/model/timeline.ts";

const startMs = Date.parse("2026-01-01T00:00:00.000Z");
const at = (ms: number): string => new Date(startMs + ms).toISOString();
const phases = [
  { phase: "Pending", at: at(0) },
  { phase: "Provisioning", at: at(340) },
  { phase: "Running", at: at(4_340) },
];

describe("the timeline", () => {
  test("describes its phases in words", () => {
    expect(timelineText(segmentsOf(phases, startMs + 129_340))).toBe(
      "Pending 340 ms, Provisioning 4.0 s, Running since 2 min 5 s",
    );
  });

  test("shows the duration or the current phase", () => {
    expect(arrivalText(segmentsOf(phases, startMs + 129_340))).toBe("Running after 4.3 s");
    expect(arrivalText(segmentsOf(phases.slice(0, 2), startMs + 2_340))).toBe("Provisioning since 2.0 s");
  });

  test("reserves space for phase changes, regardless of the duration of the last phase", () => {
    const segments = segmentsOf(phases, startMs + 3_600_000);
    const span = spanOf([segments], startMs + 3_600_000);
    const [pending, provisioning, running] = segments.map((segment) => placeOf(segment, span));
    expect(pending?.left).toBe(0);
    expect(provisioning?.width).toBeGreaterThan(50);
    expect((running?.left ?? 0) + (running?.width ?? 0)).toBeCloseTo(100);
  });

  test("extends to the current time while an object is in progress", () => {
    const segments = segmentsOf(phases.slice(0, 2), startMs + 60_000);
    expect(spanOf([segments], startMs + 60_000)).toEqual({ fromMs: startMs, untilMs: startMs + 60_000 });
  });
});
