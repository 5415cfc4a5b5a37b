import type { ObjectId, Row } from "../../src/page/protocol.ts";

const byName = new Intl.Collator("en", { numeric: true });

/** The order below an object: first the objects that it refers to, then its parts. */
function rankOf({ role }: Row): number {
  return role === undefined ? 1 : 0;
}

function inOrder(left: Row, right: Row): number {
  return rankOf(left) - rankOf(right) || byName.compare(left.name, right.name) || byName.compare(left.id, right.id);
}

/** All rows by their ids, with the parent and child relations. The cost of an update depends on the change, not on the number of rows. */
export class Forest {
  readonly #rows = new Map<ObjectId, Row>();
  /** The ids below each object, also while the object itself is missing. */
  readonly #below = new Map<ObjectId, ObjectId[]>();
  readonly #unsorted = new Set<ObjectId>();

  get size(): number {
    return this.#rows.size;
  }

  get(id: ObjectId): Row | undefined {
    return this.#rows.get(id);
  }

  rows(): Iterable<Row> {
    return this.#rows.values();
  }

  /** Replaces all rows. */
  replace(rows: readonly Row[]): void {
    this.#rows.clear();
    this.#below.clear();
    this.#unsorted.clear();
    this.change(rows, []);
  }

  change(changed: readonly Row[], removed: readonly ObjectId[]): void {
    for (const row of changed) this.#put(row);
    this.#remove(new Set(removed));
  }

  /** The rows below an object, in the order shown; without an object, the rows without a parent. */
  below(id?: ObjectId): readonly Row[] {
    const ids = id === undefined ? this.#rootIds() : this.#idsBelow(id);
    return ids.flatMap((each) => this.#rows.get(each) ?? []);
  }

  /** An object and all objects below it. */
  *within(id: ObjectId): Iterable<Row> {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    yield row;
    for (const child of this.below(id)) yield* this.within(child.id);
  }

  /** The objects above an object, the nearest first. */
  above(id: ObjectId): Row[] {
    const above: Row[] = [];
    for (let row = this.#parentOf(id); row !== undefined && !above.includes(row); row = this.#parentOf(row.id)) {
      above.push(row);
    }
    return above;
  }

  #parentOf(id: ObjectId): Row | undefined {
    const parent = this.#rows.get(id)?.parent;
    return parent === undefined ? undefined : this.#rows.get(parent);
  }

  #put(row: Row): void {
    const before = this.#rows.get(row.id);
    this.#rows.set(row.id, row);
    if (before !== undefined && before.parent === row.parent) return;
    if (before !== undefined) this.#takeOut(before.parent ?? "", new Set([row.id]));
    const parent = row.parent ?? "";
    const ids = this.#below.get(parent);
    if (ids === undefined) this.#below.set(parent, [row.id]);
    else ids.push(row.id);
    this.#unsorted.add(parent);
  }

  #remove(ids: ReadonlySet<ObjectId>): void {
    const parents = new Set<ObjectId>();
    for (const id of ids) {
      const row = this.#rows.get(id);
      if (row === undefined) continue;
      this.#rows.delete(id);
      parents.add(row.parent ?? "");
    }
    for (const parent of parents) this.#takeOut(parent, ids);
  }

  #takeOut(parent: ObjectId, ids: ReadonlySet<ObjectId>): void {
    const left = (this.#below.get(parent) ?? []).filter((id) => !ids.has(id));
    if (left.length === 0) this.#below.delete(parent);
    else this.#below.set(parent, left);
  }

  #idsBelow(id: ObjectId): readonly ObjectId[] {
    const ids = this.#below.get(id);
    if (ids === undefined) return [];
    if (this.#unsorted.delete(id)) this.#sort(ids);
    return ids;
  }

  #rootIds(): ObjectId[] {
    const roots = [...this.#below.keys()].filter((parent) => !this.#rows.has(parent));
    return this.#sort(roots.flatMap((parent) => this.#below.get(parent) ?? []));
  }

  #sort(ids: ObjectId[]): ObjectId[] {
    const rows = ids.flatMap((id) => this.#rows.get(id) ?? []).sort(inOrder);
    rows.forEach((row, index) => (ids[index] = row.id));
    return ids;
  }
}
