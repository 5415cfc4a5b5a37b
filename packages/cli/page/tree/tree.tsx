import { useEffect, useRef } from "preact/hooks";
import { findTyped, stepOf } from "../model/tree-keys.ts";
import { focusDetails } from "../parts/focus.ts";
import { type Page, usePage } from "../state/page.ts";
import { TreeFilter } from "./tree-filter.tsx";
import { lineId, TreeRow } from "./tree-row.tsx";
import { useViewport } from "../parts/viewport.ts";

/** Letters within this time are one name. */
const typingMs = 700;
/** In a narrow window, the sentence of a row is below its name. */
const rowHeightOf = (width: number): number => (width < 720 ? 46 : 30);

const columns = ["Object", "Phase", "What it says", "Since", "Replicas", "Version", "Age"] as const;

/** Clusters with all their objects, live. */
export function Tree() {
  const page = usePage();
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef({ letters: "", atMs: 0 });
  const lines = page.lines.value;
  const index = currentIndex(page);
  const { first, end, pageRows, rowHeight } = useViewport(scroller, lines.length, rowHeightOf);
  useEffect(() => {
    if (scroller.current !== null && page.current.value !== undefined) keepInSight(scroller.current, index, rowHeight);
  }, [page.current.value, index, rowHeight]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The newest lines, because a key may arrive before the effect of the last one is drawn.
    const lines = page.lines.value;
    const index = currentIndex(page);
    const line = lines[index];
    if (event.key === "Enter" && line !== undefined) {
      event.preventDefault();
      page.open(line.row.id);
      focusDetails();
      return;
    }
    const step = stepOf(event.key, { lines, index, pageLines: pageRows - 1 });
    if (step !== undefined) {
      event.preventDefault();
      if (step.type === "go") goTo(page, step.index);
      else page.fold(step.id, step.type === "unfold");
    } else if (event.key.length === 1 && /[\p{L}\p{N}-]/u.test(event.key)) {
      const isQuick = event.timeStamp - typed.current.atMs < typingMs;
      typed.current = { letters: (isQuick ? typed.current.letters : "") + event.key, atMs: event.timeStamp };
      const found = findTyped(typed.current.letters, lines, index);
      if (found !== -1) goTo(page, found);
    }
  };

  return (
    <section class="tree-part" aria-label="Objects">
      <TreeFilter shown={lines.length} />
      <div
        id="tree"
        ref={scroller}
        class={rowHeight > 40 ? "tree is-narrow" : "tree"}
        role="treegrid"
        aria-label="Clusters and what belongs to them"
        aria-rowcount={lines.length + 1}
        aria-activedescendant={lines.length === 0 ? undefined : lineId(index)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" class="tree-head">
          <div role="row" aria-rowindex={1} class="tree-row">
            {columns.map((title, column) => (
              <span key={title} role="columnheader" class={`cell cell-${column}`}>
                {title}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="tree-body" style={{ height: `${lines.length * rowHeight}px` }}>
          {lines.slice(first, end).map((line, offset) => (
            <TreeRow
              key={line.row.id}
              line={line}
              index={first + offset}
              rowHeight={rowHeight}
              isCurrent={first + offset === index}
            />
          ))}
          {index < first || index >= end ? <CurrentOutOfSight index={index} rowHeight={rowHeight} /> : null}
        </div>
      </div>
    </section>
  );
}

/** Keeps the present row in the document while another part of the tree is visible, because it has the focus. */
function CurrentOutOfSight({ index, rowHeight }: { readonly index: number; readonly rowHeight: number }) {
  const line = usePage().lines.value[index];
  return line === undefined ? null : <TreeRow line={line} index={index} rowHeight={rowHeight} isCurrent />;
}

/** The index of the present line; the first line if it is not visible. */
function currentIndex({ lines, current }: Page): number {
  return Math.max(
    0,
    lines.value.findIndex(({ row }) => row.id === current.value),
  );
}

function goTo(page: Page, index: number): void {
  const line = page.lines.value[index];
  if (line === undefined) return;
  page.current.value = line.row.id;
  // The open details follow, so that the user can browse the objects.
  if (page.opened.value !== undefined) page.opened.value = line.row.id;
}

function keepInSight(scroller: HTMLElement, index: number, rowHeight: number): void {
  const head = scroller.querySelector<HTMLElement>(".tree-head")?.offsetHeight ?? 0;
  const top = index * rowHeight;
  const height = scroller.clientHeight - head;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + height) scroller.scrollTop = top + rowHeight - height;
}
