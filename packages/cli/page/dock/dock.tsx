import { useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { usePage } from "../state/page.ts";
import { TabPanel, Tabs } from "../parts/tabs.tsx";
import { FaultList } from "./fault-list.tsx";
import { ProviderOutput } from "./provider-output.tsx";
import { ReconcilesOfControllers } from "./reconciles-of-controllers.tsx";

type TabName = "reconciles" | "provider" | "faults";

/** The continuous activity: reconciles, the provider's output, faults. */
export function Dock() {
  const page = usePage();
  const [tab, setTab] = useState<TabName>("reconciles");
  const [isFolded, fold] = useState(false);
  const { provider, faults } = page.world;
  const choose = (name: TabName): void => {
    setTab(name);
    fold(false);
  };
  const tabs = [
    { name: "reconciles", title: "Reconciles" } as const,
    ...(provider.value === undefined ? [] : [{ name: "provider", title: "Provider" } as const]),
    { name: "faults", title: faults.value.length === 0 ? "Faults" : `Faults ${faults.value.length}` } as const,
  ];
  return (
    <section class={isFolded ? "dock is-folded" : "dock"} aria-label="Activity">
      <div class="dock-head">
        <Tabs id="dock" label="Activity" tabs={tabs} chosen={tab} onChoose={choose} />
        <button
          type="button"
          class="plain"
          aria-expanded={!isFolded}
          aria-label={isFolded ? "Unfold the activity" : "Fold the activity"}
          onClick={() => {
            fold(!isFolded);
          }}
        >
          <Icon shape={isFolded ? "right" : "down"} />
        </button>
      </div>
      <TabPanel id="dock" chosen={tab}>
        {tab === "reconciles" && <ReconcilesOfControllers />}
        {tab === "provider" && <ProviderOutput />}
        {tab === "faults" && <FaultList />}
      </TabPanel>
    </section>
  );
}
