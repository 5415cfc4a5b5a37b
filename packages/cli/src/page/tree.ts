import type { ObjectKey } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { describeCluster, describeWithoutCluster } from "../describe/describe-cluster.ts";
import type { DescribedObject } from "../describe/described-object.ts";
import type { ObservedCluster } from "../describe/observed-cluster.ts";
import type { PhaseHistory } from "./phases.ts";
import type { ObjectId, PhaseChange, Row } from "./protocol.ts";
import { rememberingMachines } from "./remembered-machines.ts";
import { type RowChanges, rowChanges } from "./row-changes.ts";
import { type DescribedRow, rowOf } from "./rows.ts";

/** The rows of all Clusters, with their descriptions. */
export class Tree {
  readonly #phases: PhaseHistory;
  readonly #clusters = new Map<string, ReadonlyMap<ObjectId, DescribedRow>>();
  readonly #machineIn = rememberingMachines();
  /** Rows of Machines, by their descriptions. */
  readonly #machines = new WeakMap<DescribedObject, RememberedRows>();

  constructor(phases: PhaseHistory) {
    this.#phases = phases;
  }

  /** Describes a Cluster and its objects again. @returns the changes. */
  update(key: ObjectKey, observed: ObservedCluster): RowChanges {
    const name = objectKeyText(key);
    const before = this.#clusters.get(name) ?? new Map<ObjectId, DescribedRow>();
    const rows = this.#describe(observed).flatMap((described) => this.#rowsOf(described, undefined, key));
    // An object that two others refer to is shown below the first.
    const after = new Map<ObjectId, DescribedRow>();
    for (const each of rows) if (!after.has(each.row.id)) after.set(each.row.id, each);
    if (after.size === 0) this.#clusters.delete(name);
    else this.#clusters.set(name, after);
    return rowChanges(before, after);
  }

  /** All rows, parents first. */
  rows(): Row[] {
    return [...this.#clusters.values()].flatMap((rows) => [...rows.values()].map(({ row }) => row));
  }

  find(id: ObjectId): DescribedRow | undefined {
    for (const rows of this.#clusters.values()) {
      const found = rows.get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #describe(observed: ObservedCluster): readonly DescribedObject[] {
    const { cluster } = observed;
    if (cluster === undefined) return describeWithoutCluster(observed, this.#machineIn);
    return [describeCluster({ ...observed, cluster }, this.#machineIn)];
  }

  /** An object and all objects below it, parents first. Rows of Machines are remembered, because most have not changed. */
  #rowsOf(described: DescribedObject, parent: ObjectId | undefined, key: ObjectKey): readonly DescribedRow[] {
    const known = this.#machines.get(described);
    if (known !== undefined && known.parent === parent && known.phases === this.#phases.of(known.id)) return known.rows;
    const row = rowOf(described, parent, { namespace: key.namespace ?? "", phasesOf: (id) => this.#phases.of(id) });
    const below = described.children.flatMap((child) => this.#rowsOf(child, row.id, key));
    const rows = [{ row, described }, ...below];
    if (described.kind === "Machine") {
      this.#machines.set(described, { id: row.id, parent, phases: this.#phases.of(row.id), rows });
    }
    return rows;
  }
}

interface RememberedRows {
  readonly id: ObjectId;
  readonly parent: ObjectId | undefined;
  readonly phases: readonly PhaseChange[] | undefined;
  readonly rows: readonly DescribedRow[];
}
