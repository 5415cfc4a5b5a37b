import { jsonEqual } from "@capstan/kube";
import type { ObjectId, Row } from "./protocol.ts";
import type { DescribedRow } from "./rows.ts";

/** The difference between two states of the tree. */
export interface RowChanges {
  readonly changed: readonly Row[];
  readonly removed: readonly ObjectId[];
}

/** The rows to send to a reader that has `before`, so that it has `after`. */
export function rowChanges(
  before: ReadonlyMap<ObjectId, DescribedRow>,
  after: ReadonlyMap<ObjectId, DescribedRow>,
): RowChanges {
  const changed: Row[] = [];
  for (const [id, { row }] of after) {
    const known = before.get(id)?.row;
    if (known !== row && (known === undefined || !jsonEqual(known, row))) changed.push(row);
  }
  return { changed, removed: [...before.keys()].filter((id) => !after.has(id)) };
}
