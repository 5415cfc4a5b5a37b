import { useState } from "preact/hooks";
import type { ObjectId, Row } from "../../src/page/protocol.ts";
import { nameOfId } from "../model/object-name.ts";
import { Icon, ToneMark } from "../parts/icon.tsx";
import { usePage } from "../state/page.ts";
import { ReconcileList } from "../parts/reconcile-list.tsx";
import { focusTree } from "../parts/focus.ts";
import { TabPanel, Tabs } from "../parts/tabs.tsx";
import { PhaseName } from "../parts/phase-name.tsx";
import { ConditionTable } from "./condition-table.tsx";
import { EventTable } from "./event-table.tsx";
import { ObjectActions } from "./object-actions.tsx";
import { ObjectNow } from "./object-now.tsx";
import { ObjectYaml } from "./object-yaml.tsx";
import { Timeline } from "./timeline.tsx";
import { type LoadedDetails, useDetails } from "./use-details.ts";

type TabName = "now" | "timeline" | "conditions" | "events" | "reconciles" | "yaml";

/** The open object: its details, and the actions on it. */
export function Details() {
  const page = usePage();
  const [tab, setTab] = useState<TabName>("now");
  const id = page.opened.value;
  if (id === undefined) return null;
  return <OpenObject key={id} id={id} tab={tab} onTab={setTab} />;
}

interface OpenObjectProps {
  readonly id: ObjectId;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
}

function OpenObject({ id, tab, onTab }: OpenObjectProps) {
  const page = usePage();
  const row = page.world.forest.get(id);
  const loaded = useDetails(id);
  const tabs = tabsFor(row, loaded);
  // Another object may not have the chosen tab.
  const chosen = tabs.some(({ name }) => name === tab) ? tab : "now";
  const { kind, name, namespace } = nameOfId(id);
  const close = (): void => {
    page.opened.value = undefined;
    focusTree();
  };
  return (
    <section class="details" id="details" aria-label={`${kind} ${name}`}>
      <div class="details-head">
        <h2>
          {row !== undefined && <ToneMark tone={row.tone} />}
          <span class="kind">{kind}</span> {name}
          {row?.phase !== undefined && <PhaseName phase={row.phase} />}
          {row?.paused === true && <span class="badge">paused</span>}
          {namespace !== "" && <span class="muted"> in {namespace}</span>}
        </h2>
        <button type="button" class="plain" aria-label="Close the object" onClick={close}>
          <Icon shape="close" />
        </button>
      </div>
      {row === undefined ? <p class="muted">It is deleted.</p> : <ObjectActions row={row} />}
      <Tabs id="object" label={`${kind} ${name}`} tabs={tabs} chosen={chosen} onChoose={onTab} />
      <TabPanel id="object" chosen={chosen}>
        {loaded.problem !== undefined && <p class="says-bad">{loaded.problem}</p>}
        <TabContent id={id} tab={chosen} row={row} loaded={loaded} />
      </TabPanel>
    </section>
  );
}

function tabsFor(row: Row | undefined, { details }: LoadedDetails) {
  const count = (list: readonly unknown[] | undefined): string =>
    list === undefined || list.length === 0 ? "" : ` ${list.length}`;
  const hasTimeline = row?.kind === "Cluster" || row?.phases !== undefined;
  return [
    { name: "now", title: "Now" } as const,
    ...(hasTimeline ? [{ name: "timeline", title: "Timeline" } as const] : []),
    { name: "conditions", title: `Conditions${count(details?.conditions)}` } as const,
    { name: "events", title: `Events${count(details?.events)}` } as const,
    { name: "reconciles", title: "Reconciles" } as const,
    { name: "yaml", title: "YAML" } as const,
  ];
}

interface TabContentProps {
  readonly id: ObjectId;
  readonly tab: TabName;
  readonly row: Row | undefined;
  readonly loaded: LoadedDetails;
}

function TabContent({ id, tab, row, loaded: { details } }: TabContentProps) {
  const page = usePage();
  if (tab === "timeline") return <Timeline id={id} />;
  if (tab === "reconciles") {
    const ids = new Set([...page.world.forest.within(id)].map((each) => each.id)).add(id);
    return <ReconcileList reconciles={page.world.reconciles.value.filter(({ object }) => ids.has(object ?? ""))} />;
  }
  if (details === undefined) return <p class="muted">Loading…</p>;
  switch (tab) {
    case "now":
      return <ObjectNow row={row} details={details} />;
    case "conditions":
      return <ConditionTable conditions={details.conditions} />;
    case "events":
      return <EventTable events={details.events} />;
    case "yaml":
      return <ObjectYaml details={details} />;
  }
}
