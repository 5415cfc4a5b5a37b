import { isJsonObject, jsonEqual } from "@capstan/kube";
import { type Schema } from "../../schema/schema.ts";
import { FieldSet } from "./field-set.ts";
import { type Part, partsOf } from "../../schema/typed-value.ts";

/** The fields that a value sets. */
export function fieldSetOf(value: unknown, schema: Schema | undefined): FieldSet {
  const members: string[] = [];
  const children: [string, FieldSet][] = [];
  for (const part of partsOf(value, schema) ?? []) {
    const inList = !part.step.startsWith("f:");
    const leaf = partsOf(part.value, part.schema) === undefined;
    const isEmpty = isJsonObject(part.value) && Object.keys(part.value).length === 0;
    if (leaf || inList || isEmpty || !part.declared) members.push(part.step);
    if (!leaf) children.push([part.step, fieldSetOf(part.value, part.schema)]);
  }
  return new FieldSet(members, children);
}

/** The differences between two values: added, removed and changed fields. */
export interface Comparison {
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

const none = new FieldSet();
const nothing: Comparison = { changed: none, removed: none };

export function compare(before: unknown, after: unknown, schema: Schema | undefined): Comparison {
  if (before === after || (!isComposite(before) && !isComposite(after))) return nothing;
  const [oldParts, nextParts] = [partsOf(before, schema), partsOf(after, schema)];
  if (oldParts === undefined || oldParts.length === 0) return { changed: allOf(nextParts), removed: none };
  if (nextParts === undefined || nextParts.length === 0) return { changed: none, removed: allOf(oldParts) };
  const old = new Map(oldParts.map((part) => [part.step, part]));
  const next = new Map(nextParts.map((part) => [part.step, part]));
  const changed: string[] = [];
  const removed: string[] = [];
  const changedBelow: [string, FieldSet][] = [];
  const removedBelow: [string, FieldSet][] = [];
  for (const step of new Set([...old.keys(), ...next.keys()])) {
    const was = old.get(step);
    const is = next.get(step);
    if (was !== undefined && is !== undefined && jsonEqual(was.value, is.value)) continue;
    if (was === undefined) changed.push(step);
    else if (is === undefined) removed.push(step);
    else if (!isContainer(was) || !isContainer(is)) changed.push(step);
    const below = compare(was?.value, is?.value, (is ?? was)?.schema);
    changedBelow.push([step, below.changed]);
    removedBelow.push([step, below.removed]);
  }
  return { changed: new FieldSet(changed, changedBelow), removed: new FieldSet(removed, removedBelow) };
}

/** Whether a value can have parts. */
function isComposite(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** All parts at all depths. */
function allOf(parts: readonly Part[] = []): FieldSet {
  if (parts.length === 0) return none;
  const below: [string, FieldSet][] = [];
  for (const { step, value, schema } of parts) {
    if (isComposite(value)) below.push([step, allOf(partsOf(value, schema))]);
  }
  return new FieldSet(
    parts.map(({ step }) => step),
    below,
  );
}

/** Whether the parts of a part are owned individually; null counts as an empty object or list. */
function isContainer(part: Part): boolean {
  return part.value === null || partsOf(part.value, part.schema) !== undefined;
}
