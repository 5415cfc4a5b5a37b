import { useRef } from "preact/hooks";
import type { ObjectId, Row } from "../../src/page/protocol.ts";
import { durationText } from "../model/duration-text.ts";
import { arrivalText, segmentsOf, spanOf } from "../model/timeline.ts";
import { ObjectLink } from "../parts/object-link.tsx";
import { usePage } from "../state/page.ts";
import { useViewport } from "../parts/viewport.ts";
import { PhaseStrip, Strip } from "./phase-strip.tsx";

const rowHeight = 50;

/** The phases of an object, or of all Machines below it on one time axis. */
export function Timeline({ id }: { readonly id: ObjectId }) {
  const { world } = usePage();
  const row = world.forest.get(id);
  const machines = [...world.forest.within(id)].filter(
    (each) => each.kind === "Machine" && each.id !== id && each.phases !== undefined,
  );
  return (
    <>
      {row?.phases !== undefined && <PhaseStrip phases={row.phases} />}
      {machines.length > 0 && <MachineTimelines machines={machines} />}
    </>
  );
}

/** @remarks Only visible Machines are in the document, because a Cluster may have thousands. */
function MachineTimelines({ machines }: { readonly machines: readonly Row[] }) {
  const nowMs = usePage().world.now.value;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useViewport(scroller, machines.length, () => rowHeight);
  const all = machines.map(({ phases = [] }) => segmentsOf(phases, nowMs));
  const span = spanOf(all, nowMs);
  return (
    <section class="machine-timelines">
      <h3>Machines</h3>
      <p>{runningText(machines)}</p>
      <p class="muted">The strips are {durationText(span.untilMs - span.fromMs)} long, on one time axis.</p>
      <div ref={scroller} class="timelines" tabIndex={0} role="region" aria-label="Phases of the Machines">
        <ul style={{ height: `${machines.length * rowHeight}px` }}>
          {machines.slice(first, end).map((machine, offset) => {
            const segments = all[first + offset] ?? [];
            return (
              <li
                key={machine.id}
                style={{ transform: `translateY(${(first + offset) * rowHeight}px)` }}
                aria-setsize={machines.length}
                aria-posinset={first + offset + 1}
              >
                <ObjectLink id={machine.id} withoutKind />
                <span class="timeline-text muted">{arrivalText(segments)}</span>
                <Strip segments={segments} span={span} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** How long the Running Machines took. */
function runningText(machines: readonly Row[]): string {
  const took = machines
    .flatMap((machine) => {
      const [first] = machine.phases ?? [];
      const running = machine.phases?.find(({ phase }) => phase === "Running");
      if (first === undefined || running === undefined) return [];
      return [{ name: machine.name, ms: Date.parse(running.at) - Date.parse(first.at) }];
    })
    .sort((left, right) => left.ms - right.ms);
  const slowest = took.at(-1);
  if (slowest === undefined) return `None of ${machines.length} has been Running yet.`;
  const median = took[Math.floor(took.length / 2)] ?? slowest;
  return `${took.length} of ${machines.length} have been Running: after ${durationText(median.ms)} (median), the slowest, ${slowest.name}, after ${durationText(slowest.ms)}.`;
}
