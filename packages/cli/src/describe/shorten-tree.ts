import type { DescribedObject } from "./described-object.ts";

/** Up to this many quiet siblings of one kind are shown individually. */
const shownQuiet = 3;

/** Several quiet objects of one kind, summarized. */
export interface QuietGroup {
  readonly kind: string;
  readonly names: readonly string[];
  /** The number of objects in each phase. */
  readonly phases: Readonly<Record<string, number>>;
}

/** The content shown below an object. */
export interface ShownChildren {
  readonly objects: readonly DescribedObject[];
  readonly groups: readonly QuietGroup[];
}

/** Whether nothing in an object or below it needs attention. */
export function isQuiet(object: DescribedObject): boolean {
  return (
    object.errors.length === 0 &&
    object.waitsFor.length === 0 &&
    object.activities.length === 0 &&
    !object.paused &&
    object.deleted === undefined &&
    object.summary?.status !== "False" &&
    object.children.every(isQuiet)
  );
}

/** The content to show below an object, so that a user sees immediately what needs attention; `all` shows everything. */
export function shownChildren(parent: DescribedObject, all: boolean): ShownChildren {
  const { children } = parent;
  if (all) return { objects: children, groups: [] };
  if (parent.kind === "Machine") return { objects: isQuiet(parent) ? [] : children, groups: [] };
  const quiet = children.filter((child) => child.kind === "Machine" && child.role === undefined && isQuiet(child));
  if (quiet.length <= shownQuiet) return { objects: children, groups: [] };
  return { objects: children.filter((child) => !quiet.includes(child)), groups: [groupOf(quiet)] };
}

function groupOf(objects: readonly DescribedObject[]): QuietGroup {
  const phases = Object.groupBy(objects, ({ phase = "" }) => phase);
  return {
    kind: objects[0]?.kind ?? "",
    names: objects.map(({ name }) => name),
    phases: Object.fromEntries(Object.entries(phases).map(([phase, members = []]) => [phase, members.length])),
  };
}
