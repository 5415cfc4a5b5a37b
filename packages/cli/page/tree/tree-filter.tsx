import { usePage } from "../state/page.ts";
import { focusTree } from "../parts/focus.ts";

const notRunning = "not running";

/** The box that filters the objects. */
export function TreeFilter({ shown }: { readonly shown: number }) {
  const page = usePage();
  const { filter, world } = page;
  const isFiltered = filter.value.trim() !== "";
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.stopPropagation();
    if (event.key === "Escape") filter.value = "";
    focusTree();
  };
  return (
    <div class="tree-filter" role="search">
      <label for="filter">Filter</label>
      <input
        id="filter"
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder="name, kind, phase, “not running”   /"
        value={filter.value}
        onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        aria-pressed={filter.value === notRunning}
        onClick={() => (filter.value = filter.value === notRunning ? "" : notRunning)}
      >
        Not running
      </button>
      <span class="muted" role="status">
        {isFiltered ? `${shown} of ${world.forest.size} objects` : `${world.forest.size} objects`}
      </span>
    </div>
  );
}
