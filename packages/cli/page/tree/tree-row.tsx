import type { Row } from "../../src/page/protocol.ts";
import type { Line } from "../model/visible-lines.ts";
import { Icon, ToneMark } from "../parts/icon.tsx";
import { LongName } from "../parts/long-name.tsx";
import { PhaseName } from "../parts/phase-name.tsx";
import { usePage } from "../state/page.ts";
import { Age } from "../parts/time.tsx";

/** The id of a line's element. */
export function lineId(index: number): string {
  return `line-${index}`;
}

interface TreeRowProps {
  readonly line: Line;
  readonly index: number;
  readonly rowHeight: number;
  readonly isCurrent: boolean;
}

/** One object of the tree. */
export function TreeRow({ line, index, rowHeight, isCurrent }: TreeRowProps) {
  const page = usePage();
  const { row, level, isFoldable, isOpen, position, siblings } = line;
  const isOpened = page.opened.value === row.id;
  const classes = ["tree-row", isCurrent && "is-current", isOpened && "is-opened", row.deleting && "is-deleting"];
  return (
    <div
      id={lineId(index)}
      role="row"
      class={classes.filter((each) => each !== false).join(" ")}
      style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isOpened}
      {...(isFoldable ? { "aria-expanded": isOpen } : {})}
      onClick={() => {
        page.open(row.id);
      }}
    >
      <span role="gridcell" class="cell cell-0" style={{ paddingInlineStart: `${(level - 1) * 18}px` }}>
        <Caret line={line} />
        <ToneMark tone={row.tone} />
        <span class="kind">{row.kind}</span> <LongName name={row.name} />
        {row.role !== undefined && <span class="muted role">{row.role}</span>}
      </span>
      <span role="gridcell" class="cell cell-1">
        <Phase row={row} />
      </span>
      <span role="gridcell" class={`cell cell-2 says-${row.tone}`} title={row.says}>
        {row.says ?? <span class="in-short">{inShort(row)}</span>}
      </span>
      <span role="gridcell" class="cell cell-3">
        <Age time={row.since} />
      </span>
      <span role="gridcell" class="cell cell-4">
        {row.replicas}
      </span>
      <span role="gridcell" class="cell cell-5">
        {row.version}
      </span>
      <span role="gridcell" class="cell cell-6">
        <Age time={row.created} />
      </span>
    </div>
  );
}

/** The summary of a row without a sentence: the values that have no column in a narrow window. */
function inShort({ replicas, version }: Row): string {
  return [replicas, version].filter((part) => part !== undefined).join(", ");
}

function Caret({ line: { isFoldable, isOpen, row } }: { readonly line: Line }) {
  const page = usePage();
  if (!isFoldable) return <span class="caret" />;
  return (
    <span
      class="caret"
      onClick={(event) => {
        event.stopPropagation();
        page.fold(row.id, !isOpen);
      }}
    >
      <Icon shape={isOpen ? "down" : "right"} />
    </span>
  );
}

function Phase({ row: { phase, paused, deleting } }: { readonly row: Row }) {
  return (
    <>
      {phase !== undefined && <PhaseName phase={phase} />}
      {paused && <span class="badge">paused</span>}
      {deleting && phase !== "Deleting" && <span class="badge">deleting</span>}
    </>
  );
}
