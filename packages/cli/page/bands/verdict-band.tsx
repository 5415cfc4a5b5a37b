import { useState } from "preact/hooks";
import type { Row } from "../../src/page/protocol.ts";
import type { Trouble, Verdict } from "../model/verdict.ts";
import { Icon, ToneMark } from "../parts/icon.tsx";
import { ObjectLink } from "../parts/object-link.tsx";
import { usePage } from "../state/page.ts";
import { Age } from "../parts/time.tsx";

const shownAtFirst = 3;
const tones = { empty: "unknown", well: "good", busy: "busy", stuck: "bad" } as const;

/** Whether all is well; if not, the stuck objects and the reasons. */
export function VerdictBand() {
  const page = usePage();
  const [isWhole, showWhole] = useState(false);
  if (page.world.session.value === undefined) return null;
  const verdict = page.verdict.value;
  const { state } = verdict;
  const thrown = new Set(page.errors.value.flatMap(({ objects }) => objects));
  // Errors of the author's code are shown below, at their lines.
  const troubles = verdict.troubles.filter(({ rows }) => !rows.every(({ id }) => thrown.has(id)));
  const shown = isWhole ? troubles : troubles.slice(0, shownAtFirst);
  return (
    <section class={`band verdict is-${state}`} aria-label="How it is going">
      <p class="verdict-sentence" role="status">
        <ToneMark tone={tones[state]} />
        <strong>{headline(verdict)}</strong> <span class="muted">{counts(verdict)}</span>
      </p>
      {state === "busy" && (
        <ul class="troubles">
          {verdict.progress.slice(0, shownAtFirst).map((row) => (
            <ProgressItem key={row.id} row={row} />
          ))}
        </ul>
      )}
      {troubles.length > 0 && (
        <ul class="troubles">
          {shown.map((trouble) => (
            <TroubleItem key={trouble.rows[0]?.id ?? ""} trouble={trouble} />
          ))}
        </ul>
      )}
      {troubles.length > shownAtFirst && (
        <button
          type="button"
          class="plain"
          aria-expanded={isWhole}
          onClick={() => {
            showWhole(!isWhole);
          }}
        >
          {isWhole ? "Show fewer" : `Show all ${troubles.length}`}
        </button>
      )}
    </section>
  );
}

function headline({ state, troubles }: Verdict): string {
  switch (state) {
    case "empty":
      return "No Cluster yet: apply manifests, or put them into dev/.";
    case "well":
      return "All is well.";
    case "busy":
      return "In progress.";
    case "stuck": {
      const errors = troubles.filter(({ type }) => type === "error").length;
      if (errors === 0)
        return troubles.length === 1 ? "Something waits for long." : `${troubles.length} things wait for long.`;
      return errors === 1 ? "1 problem." : `${errors} problems.`;
    }
  }
}

function counts({ state, machines, clusters, paused, deleting }: Verdict): string {
  if (state === "empty") return "";
  return [
    `${clusters} ${clusters === 1 ? "Cluster" : "Clusters"}`,
    `${machines.running} of ${machines.total} Machines Running`,
    ...(paused > 0 ? [`${paused} paused`] : []),
    ...(deleting > 0 ? [`${deleting} being deleted`] : []),
  ].join(" · ");
}

function ProgressItem({ row: { id, says, since } }: { readonly row: Row }) {
  return (
    <li class="trouble is-slow">
      <span class="one-line">
        <ObjectLink id={id} /> {says}
        {since !== undefined && (
          <span class="muted">
            {" "}
            for <Age time={since} />
          </span>
        )}
      </span>
    </li>
  );
}

function TroubleItem({ trouble }: { readonly trouble: Trouble }) {
  const { type, rows, says, since } = trouble;
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <li class={`trouble is-${type}`}>
      <Icon shape={type === "error" ? "bad" : "busy"} />
      <span>
        <ObjectLink id={first.id} />
        {rows.length > 1 && <span class="muted"> and {rows.length - 1} more</span>}
        <span class="muted">
          {" "}
          {type === "error" ? "" : "waits "}
          {since !== undefined && (
            <>
              for <Age time={since} />
            </>
          )}
        </span>
        <span class="trouble-says">{says}</span>
      </span>
    </li>
  );
}
