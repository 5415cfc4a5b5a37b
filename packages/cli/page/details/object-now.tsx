import type { ComponentChildren } from "preact";
import type { Details, ObjectId, Row } from "../../src/page/protocol.ts";
import { ObjectLink } from "../parts/object-link.tsx";
import { ThrownErrorView } from "../parts/thrown-error.tsx";
import { Age } from "../parts/time.tsx";
import { usePage } from "../state/page.ts";
import { Fact } from "./fact.tsx";
import { PhaseStrip } from "./phase-strip.tsx";

interface ObjectNowProps {
  readonly row: Row | undefined;
  readonly details: Details;
}

/** The errors and waits of an object, and how it reached its state. */
export function ObjectNow({ row, details }: ObjectNowProps) {
  const { id, errors, waitsFor } = details;
  const below = useErrorsBelow(id);
  const isQuiet = errors.length === 0 && waitsFor.length === 0 && below.length === 0;
  return (
    <>
      <ThrownFor id={id} />
      {errors.length + below.length > 0 && (
        <Facts title="Errors">
          {errors.map(({ origin, reason, message, since }, index) => (
            <Fact key={index} type="error" title={reason} of={origin} since={since} says={message} />
          ))}
          {below.map((each) => (
            <Fact
              key={each.id}
              type="error"
              title=""
              of={<ObjectLink id={each.id} />}
              since={each.since}
              says={each.says}
            />
          ))}
        </Facts>
      )}
      {waitsFor.length > 0 && (
        <Facts title="Waits for">
          {waitsFor.map(({ what, object, detail, since }, index) => (
            <Fact key={index} type="wait" title={what} of={object} since={since} says={detail} />
          ))}
        </Facts>
      )}
      {isQuiet && <p class="lines">{row?.says ?? "Nothing is wrong, and it waits for nothing."}</p>}
      {row?.phases !== undefined && row.phases.length > 0 && (
        <section>
          <h3>Phases</h3>
          <PhaseStrip phases={row.phases} />
        </section>
      )}
      {row !== undefined && <Pairs row={row} />}
    </>
  );
}

/** The most rows shown of those below an object: the tree has all of them. */
const shownBelow = 5;

/** The rows below an object that report an error, which the object often waits for. */
function useErrorsBelow(id: ObjectId): readonly Row[] {
  const { forest } = usePage().world;
  return [...forest.within(id)].filter((each) => each.id !== id && each.tone === "bad").slice(0, shownBelow);
}

function Facts({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul class="facts">{children}</ul>
    </section>
  );
}

/** The errors that the author's code threw for an object, or for an object below it. */
function ThrownFor({ id }: { readonly id: ObjectId }) {
  const page = usePage();
  const ids = new Set([...page.world.forest.within(id)].map((each) => each.id));
  const thrown = page.errors.value.find(({ objects }) => objects.some((each) => ids.has(each)));
  if (thrown === undefined) return null;
  return (
    <section>
      <h3>Thrown by {thrown.last.controller}</h3>
      <ThrownErrorView error={thrown.error} />
    </section>
  );
}

function Pairs({ row: { role, replicas, version, created, parent } }: { readonly row: Row }) {
  const pairs: readonly (readonly [string, ComponentChildren])[] = [
    [role === undefined ? "Belongs to" : `${role} of`, parent === undefined ? undefined : <ObjectLink id={parent} />],
    ["Replicas", replicas],
    ["Version", version],
    ["Age", created === undefined ? undefined : <Age time={created} />],
  ];
  return (
    <dl class="pairs">
      {pairs
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
