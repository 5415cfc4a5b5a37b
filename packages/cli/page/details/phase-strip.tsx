import type { PhaseChange } from "../../src/page/protocol.ts";
import { durationText } from "../model/duration-text.ts";
import { placeOf, type Segment, segmentsOf, spanOf, timelineText, type TimeSpan } from "../model/timeline.ts";
import { usePage } from "../state/page.ts";
import { clockText } from "../parts/time.tsx";
import { phaseClass, PhaseName } from "../parts/phase-name.tsx";

/** The phases of one object: as a strip, and as a list with times. */
export function PhaseStrip({ phases }: { readonly phases: readonly PhaseChange[] }) {
  const nowMs = usePage().world.now.value;
  const segments = segmentsOf(phases, nowMs);
  return (
    <>
      <Strip segments={segments} span={spanOf([segments], nowMs)} />
      <ol class="phase-list">
        {segments.map(({ phase, fromMs, untilMs, isLast }, index) => (
          <li key={index}>
            <PhaseName phase={phase} />{" "}
            <span class="muted">
              {isLast ? "since" : "for"} {durationText(untilMs - fromMs)}, from {clockText(phases[index]?.at ?? "")}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface StripProps {
  readonly segments: readonly Segment[];
  readonly span: TimeSpan;
}

/** Phases as colored segments, each with its name if there is room. */
export function Strip({ segments, span }: StripProps) {
  return (
    <div class="strip" role="img" aria-label={timelineText(segments)} title={timelineText(segments)}>
      {segments.map((segment, index) => {
        const { left, width } = placeOf(segment, span);
        return (
          <span
            key={index}
            class={`segment ${phaseClass(segment.phase)}`}
            style={{ left: `${left}%`, width: `${width}%` }}
          >
            {segment.phase}
          </span>
        );
      })}
    </div>
  );
}
