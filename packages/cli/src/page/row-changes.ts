import { jsonEqual } from "@capstan/kube";
import type { ObjectId, Row } from "./protocol.ts";

/** What differs between two states of the tree. */
export interface RowChanges {
  readonly changed: readonly Row[];
  readonly removed: readonly ObjectId[];
}

/** The rows to send to a reader that has `before`, so that it has `after`. */
export function rowChanges(before: ReadonlyMap<ObjectId, Row>, after: ReadonlyMap<ObjectId, Row>): RowChanges {
  const changed = [...after.values()].filter((row) => {
    const known = before.get(row.id);
    return known !== row && (known === undefined || !jsonEqual(known, row));
  });
  return { changed, removed: [...before.keys()].filter((id) => !after.has(id)) };
}
