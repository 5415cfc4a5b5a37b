import type { PhaseChange } from "../../src/page/protocol.ts";
import { durationText } from "./duration-text.ts";

/** A phase with its start and end, in milliseconds since the epoch. */
export interface Segment {
  readonly phase: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Whether it continues. */
  readonly isLast: boolean;
}

/** The interval between two times. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The phases in order; the last one continues until now. */
export function segmentsOf(phases: readonly PhaseChange[], nowMs: number): Segment[] {
  return phases.map(({ phase, at }, index) => {
    const fromMs = Date.parse(at);
    const next = phases[index + 1];
    return {
      phase,
      fromMs,
      untilMs: Math.max(fromMs, next === undefined ? nowMs : Date.parse(next.at)),
      isLast: next === undefined,
    };
  });
}

/** The phases that are final. */
const lasting: ReadonlySet<string> = new Set(["Running", "Failed"]);

/** The time span of a timeline: all changes, but only as much of a final phase as leaves room for the others. */
export function spanOf(all: readonly (readonly Segment[])[], nowMs: number): TimeSpan {
  const segments = all.flat();
  if (segments.length === 0) return { fromMs: nowMs, untilMs: nowMs };
  const fromMs = Math.min(...segments.map((segment) => segment.fromMs));
  const isMoving = segments.some(({ phase, isLast }) => isLast && !lasting.has(phase));
  if (isMoving) return { fromMs, untilMs: nowMs };
  const settledMs = Math.max(...segments.map((segment) => segment.fromMs));
  const room = Math.max((settledMs - fromMs) * 0.35, 1_000);
  return { fromMs, untilMs: Math.max(settledMs, Math.min(nowMs, settledMs + room)) };
}

/** The position of a segment in a span, in percent. */
export function placeOf(
  { fromMs, untilMs }: Segment,
  span: TimeSpan,
): { readonly left: number; readonly width: number } {
  const total = Math.max(1, span.untilMs - span.fromMs);
  const left = (Math.max(0, fromMs - span.fromMs) / total) * 100;
  return { left, width: Math.max(0, Math.min(100, ((untilMs - span.fromMs) / total) * 100) - left) };
}

/** The timeline as a string: `Pending 340 ms, Provisioning 4.2 s, Running since 12 s`. */
export function timelineText(segments: readonly Segment[]): string {
  return segments
    .map(({ phase, fromMs, untilMs, isLast }) => `${phase}${isLast ? " since" : ""} ${durationText(untilMs - fromMs)}`)
    .join(", ");
}

/** The shortest summary: `Running after 4.3 s`, or `Provisioning since 12 s` while in progress. */
export function arrivalText(segments: readonly Segment[]): string {
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return "";
  return lasting.has(last.phase)
    ? `${last.phase} after ${durationText(last.fromMs - first.fromMs)}`
    : `${last.phase} since ${durationText(last.untilMs - last.fromMs)}`;
}
