import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

/** A tab of several views. */
interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: ComponentChildren;
}

interface TabsProps<Name extends string> {
  /** Prefix of the element ids. */
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** A row of tabs: the arrow keys change the tab, Tab moves into its panel. */
export function Tabs<Name extends string>({ id, label, tabs, chosen, onChoose }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onChoose(tab.name);
    list.current?.querySelector<HTMLElement>(`#${id}-tab-${tab.name}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-tab-${name}`}
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => {
            onChoose(name);
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  readonly id: string;
  readonly chosen: string;
  readonly children: ComponentChildren;
}

/** The content of the chosen tab. */
export function TabPanel({ id, chosen, children }: TabPanelProps) {
  return (
    <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`} tabIndex={0}>
      {children}
    </div>
  );
}
