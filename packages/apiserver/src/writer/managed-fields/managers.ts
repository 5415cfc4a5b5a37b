import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type ManagedFieldsEntry } from "../../object/api-object.ts";
import { FieldSet } from "./field-set.ts";

/** An owner of fields: manager, operation and subresource. */
export interface ManagerKey {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
}

export interface ManagerFields extends ManagerKey {
  readonly fields: FieldSet;
  readonly time: string;
}

const mostUpdaters = 10;
const ancient = "ancient-changes";

function byAge(left: ManagerFields, right: ManagerFields): number {
  if (left.time !== right.time) return left.time < right.time ? -1 : 1;
  return left.manager < right.manager ? -1 : 1;
}

/** The owners of an object's fields. */
export class Managers {
  readonly #byKey: ReadonlyMap<string, ManagerFields>;

  constructor(managers: Iterable<ManagerFields>) {
    const byKey = new Map<string, ManagerFields>();
    for (const manager of managers) if (!manager.fields.isEmpty) byKey.set(textOf(manager), manager);
    this.#byKey = byKey;
  }

  static of(...managers: readonly ManagerFields[]): Managers {
    return new Managers(managers);
  }

  static decode(entries: readonly ManagedFieldsEntry[]): Managers {
    return new Managers(
      entries.map((entry) => ({
        manager: entry.manager ?? "",
        operation: entry.operation === "Apply" ? "Apply" : "Update",
        apiVersion: entry.apiVersion,
        subresource: entry.subresource ?? "",
        time: entry.time ?? "",
        fields: FieldSet.fromJson(entry.fieldsV1),
      })),
    );
  }

  encode(): ManagedFieldsEntry[] {
    return [...this.#byKey.values()].sort(byOperationAndTime).map((owner) => ({
      manager: owner.manager,
      operation: owner.operation,
      apiVersion: owner.apiVersion,
      ...(owner.time === "" ? {} : { time: owner.time }),
      fieldsType: "FieldsV1",
      fieldsV1: owner.fields.toJson(),
      ...(owner.subresource === "" ? {} : { subresource: owner.subresource }),
    }));
  }

  get(key: ManagerKey): FieldSet | undefined {
    return this.#byKey.get(textOf(key))?.fields;
  }

  others(key: ManagerKey): ManagerFields[] {
    return [...this.#byKey.values()].filter((owner) => textOf(owner) !== textOf(key));
  }

  /** The owned fields of all managers. */
  union(): FieldSet {
    return [...this.#byKey.values()].reduce((all, { fields }) => all.union(fields), new FieldSet());
  }

  /** Assigns `fields` to `key`; an owner keeps its time unless its fields change. */
  with(key: ManagerKey, fields: FieldSet, now: string): Managers {
    const known = this.#byKey.get(textOf(key));
    const time = known !== undefined && (now === "" || known.fields.equals(fields)) ? known.time : now;
    return new Managers([...this.others(key), { ...key, fields, time }]);
  }

  /** Keeps at most ten managers that have updated: merges the oldest of a version into one entry. */
  capped(): Managers {
    const updaters = [...this.#byKey.values()].filter(({ operation }) => operation === "Update");
    let surplus = updaters.length - mostUpdaters;
    if (surplus <= 0) return this;
    const left = new Map(this.#byKey);
    const firsts = new Map<string, ManagerFields>();
    for (const updater of updaters.toSorted(byAge)) {
      if (surplus <= 0) break;
      const first = firsts.get(updater.apiVersion);
      if (first === undefined) {
        firsts.set(updater.apiVersion, updater);
        continue;
      }
      const fields = first.fields.union(updater.fields);
      const merged = { ...updater, manager: ancient, subresource: "", fields };
      for (const gone of [first, updater]) left.delete(textOf(gone));
      left.set(textOf(merged), merged);
      firsts.set(updater.apiVersion, merged);
      surplus -= 1;
    }
    return new Managers(left.values());
  }

  /** Removes `fields` from all others. */
  takeFromOthers(key: ManagerKey, fields: FieldSet): Managers {
    const mine = this.#byKey.get(textOf(key));
    const others = this.others(key).map((owner) => ({ ...owner, fields: owner.fields.difference(fields) }));
    return new Managers(mine === undefined ? others : [...others, mine]);
  }
}

/** Fields without an owner, because the server maintains them. */
const serverFields = [
  "name",
  "namespace",
  "creationTimestamp",
  "selfLink",
  "uid",
  "clusterName",
  "generation",
  "managedFields",
  "resourceVersion",
].map((name) => `f:${name}`);

/** Removes fields that cannot be owned, or cannot be written through this subresource. */
export function ownable(
  fields: FieldSet,
  options: {
    readonly status: boolean;
    readonly subresource: string;
    /** The metadata that a status write does not change; if unset, it changes none. */
    readonly keeps?: readonly string[] | undefined;
  },
): FieldSet {
  if (fields.isEmpty) return fields;
  if (options.subresource === "status") {
    const status = fields.children.get("f:status");
    const members = fields.members.has("f:status") ? ["f:status"] : [];
    const own = [
      ["f:status", status],
      ["f:metadata", metadataOf(fields, options.keeps)],
    ] as const;
    return new FieldSet(
      members,
      own.flatMap(([step, set]) => (set === undefined ? [] : [[step, set] as const])),
    );
  }
  const rest = fields.without(["f:apiVersion", "f:kind", ...(options.status ? ["f:status"] : [])]);
  const metadata = metadataOf(rest, []) ?? new FieldSet();
  const others = [...rest.children].filter(([step]) => step !== "f:metadata");
  return new FieldSet(
    [...rest.members].filter((step) => step !== "f:metadata"),
    [...others, ["f:metadata", metadata] as const],
  );
}

function metadataOf(fields: FieldSet, keeps: readonly string[] | undefined): FieldSet | undefined {
  if (keeps === undefined) return undefined;
  return fields.children.get("f:metadata")?.without([...serverFields, ...keeps.map((name) => `f:${name}`)]);
}

/** An applier is the same manager in every version. */
function textOf({ manager, operation, apiVersion, subresource }: ManagerKey): string {
  return JSON.stringify([manager, operation, operation === "Apply" ? "" : apiVersion, subresource]);
}

function byOperationAndTime(a: ManagerFields, b: ManagerFields): number {
  const order = (owner: ManagerFields): string =>
    [owner.operation, owner.time, owner.manager, owner.apiVersion, owner.subresource].join("\0");
  return order(a) < order(b) ? -1 : 1;
}

/** A list with one empty entry resets all owners. */
export function isReset(entries: readonly JsonObject[]): boolean {
  return entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0;
}

/** Whether a client sends complete owners; otherwise the existing ones stay. */
export function isReadable(entries: readonly JsonObject[]): boolean {
  return (
    entries.length > 0 &&
    entries.every(
      ({ operation, apiVersion, fieldsType, fieldsV1 }) =>
        (operation === "Apply" || operation === "Update") &&
        typeof apiVersion === "string" &&
        fieldsType === "FieldsV1" &&
        areFields(fieldsV1 ?? {}),
    )
  );
}

/** Whether every step in a set of fields has a valid prefix. */
function areFields(fields: unknown): boolean {
  return (
    isJsonObject(fields) &&
    Object.entries(fields).every(([step, below]) => step === "." || (/^[fvki]:/.test(step) && areFields(below)))
  );
}
