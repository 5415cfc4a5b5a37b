import Type from "typebox";

interface ListBounds {
  minItems?: number;
  maxItems?: number;
}

/** A list whose items are identified by `keys` in server-side apply. */
export function keyedList<Item extends Type.TSchema>(
  item: Item,
  keys: readonly string[],
  options: ListBounds & { description: string },
) {
  return Type.Array(item, {
    ...options,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": [...keys],
  });
}

/** A list that server-side apply replaces as a whole. */
export function atomicList<Item extends Type.TSchema>(item: Item, options: ListBounds & { description: string }) {
  return Type.Array(item, { ...options, "x-kubernetes-list-type": "atomic" });
}
