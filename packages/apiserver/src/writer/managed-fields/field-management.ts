import { apiVersionOf, isJsonObject, type JsonObject, setField } from "@capstan/kube";
import { rememberedByName } from "../../object/remembered.ts";
import { type Clock, timestamp } from "../../clock/clock.ts";
import { type ApiObject, type ManagedFieldsEntry, withMetadata } from "../../object/api-object.ts";
import { scaleVersion, type Target } from "../../request/target.ts";
import { memberSchema, type Schema } from "../../schema/schema.ts";
import { itemStep, mergeApplied, rootSchema } from "../../schema/typed-value.ts";
import { StatusError } from "../../status/status-error.ts";
import { type StatusCause } from "../../status/status.ts";
import { shape } from "../../types/shape.ts";
import { compare, fieldSetOf } from "./field-paths.ts";
import { type FieldSet } from "./field-set.ts";
import { isReadable, isReset, type ManagerFields, type ManagerKey, Managers, ownable } from "./managers.ts";

/** Maintains `metadata.managedFields`, and merges applied fields (server-side apply). */
export class FieldManagement {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The object with its field owners after a write other than apply: the writer owns the fields that it changed.
   *
   * @param written - the object as the writer sent it, if that is not all of `next`.
   */
  afterWrite(target: Target, previous: ApiObject | undefined, next: ApiObject, written: ApiObject): ApiObject {
    const { manager } = target;
    if (manager === undefined || target.applied === true) return next;
    const before = ownersBefore(target, previous, next);
    // An object without owners gets some when it is first applied.
    if (previous !== undefined && before.length === 0) return withMetadata(next, { managedFields: undefined });
    const difference = compare(previous ?? emptyObject(target), written, rootSchema(target.version.schema));
    const changed = this.#ownable(target, difference.changed);
    const removed = this.#ownable(target, difference.removed);
    if (changed.isEmpty && removed.isEmpty) {
      return withMetadata(next, { managedFields: before.length === 0 ? undefined : before });
    }
    const key = keyOf(target, manager, "Update");
    if (before.length === 0)
      return withManagers(next, Managers.of({ ...key, fields: changed, time: this.#timeOf(target) }));
    const managers = Managers.decode(before).takeFromOthers(key, changed.union(removed));
    const own = (managers.get(key)?.difference(removed) ?? changed).union(changed);
    return withManagers(next, managers.with(key, own, this.#timeOf(target)).capped());
  }

  /**
   * Applies `applied` to `live`: merges its fields, which the manager then owns. Removes fields that the manager applied before and omits
   * now, unless another manager owns them.
   *
   * @throws StatusError Conflict: another manager owns a field that would change, and `force` is not set.
   */
  apply(target: Target, live: ApiObject | undefined, applied: ApiObject, force: boolean): ApiObject {
    const schema = rootSchema(target.version.schema);
    const key = keyOf(target, target.manager ?? "", "Apply");
    const stated = this.#ownable(target, fieldSetOf(applied, schema));
    const managers = this.#managersOf(target, live, stated);
    const base = live ?? { apiVersion: applied.apiVersion, kind: applied.kind, metadata: {} };
    const merged = mergeApplied(base, applied, schema);
    const given = managers.get(key);
    const all = managers.with(key, stated, "").union();
    const pruned = given === undefined ? merged : removeFields(merged, given, all, schema);
    const difference = compare(base, pruned, schema);
    const isSame = difference.changed.isEmpty && difference.removed.isEmpty;
    // An apply without a change gets no time.
    const claimed = managers.with(key, stated, isSame ? "" : this.#timeOf(target));
    const changed = this.#ownable(target, difference.changed);
    const conflicts = managers.others(key).flatMap((owner) => {
      const fields = owner.fields.intersection(changed);
      return fields.isEmpty ? [] : [{ owner, fields }];
    });
    if (conflicts.length > 0 && !force) throw applyConflict(conflicts, target);
    const left = claimed.takeFromOthers(key, changed.union(this.#ownable(target, difference.removed)));
    return withManagers(pruned as ApiObject, left);
  }

  /**
   * The owners of existing fields; for a Scale, those of the replicas. Fields without an owner belong to the writers before the first
   * apply.
   */
  #managersOf(target: Target, live: ApiObject | undefined, stated: FieldSet): Managers {
    const managers = Managers.decode(live?.metadata.managedFields ?? []);
    const isScale = target.subresource === "scale";
    const owned = isScale ? managers.union().intersection(stated) : managers.union();
    if (live === undefined || !owned.isEmpty) return managers;
    const schema = rootSchema(target.version.schema);
    const written = isScale ? stated : this.#ownable(target, compare(emptyObject(target), live, schema).changed);
    return managers.with(keyOf(target, "before-first-apply", "Update"), written, this.#timeOf(target));
  }

  /** The real server omits the time of a Scale's write. */
  #timeOf({ subresource }: Target): string {
    return subresource === "scale" ? "" : timestamp(this.#clock.now());
  }

  #ownable({ resource, version, subresource = "" }: Target, fields: FieldSet): FieldSet {
    const keeps = resource.custom ? undefined : (resource.rules.statusKeeps ?? []);
    return ownable(fields, { status: version.status, subresource, keeps });
  }
}

/** The owners that the writer sent, or the existing ones: a write to a subresource changes only its own entries. */
function ownersBefore(
  { subresource }: Target,
  previous: ApiObject | undefined,
  next: ApiObject,
): readonly ManagedFieldsEntry[] {
  const given = next.metadata.managedFields ?? [];
  const live = previous?.metadata.managedFields ?? [];
  if (previous !== undefined && subresource !== undefined) return live;
  if (isReset(given)) return [];
  return isReadable(given) ? given : live;
}

function withManagers(object: ApiObject, managers: Managers): ApiObject {
  const entries = managers.encode();
  return withMetadata(object, { managedFields: entries.length === 0 ? undefined : entries });
}

const emptyOf = rememberedByName((type): JsonObject => shape({}, type));

/** The base for comparing a new object: fields that every object of its type has do not belong to its author. */
function emptyObject({ version: { type } }: Target): JsonObject {
  return type === undefined ? {} : emptyOf(type);
}

function keyOf(
  { resource, version, subresource = "" }: Target,
  manager: string,
  operation: ManagerKey["operation"],
): ManagerKey {
  return {
    manager,
    operation,
    apiVersion: apiVersionOf({ group: resource.group, version: version.name }),
    subresource,
  };
}

function applyConflict(
  conflicts: readonly { owner: ManagerFields; fields: FieldSet }[],
  { subresource }: Target,
): StatusError {
  const causes: StatusCause[] = [];
  const parts: string[] = [];
  const sorted = conflicts.toSorted((a, b) => (a.owner.manager < b.owner.manager ? -1 : 1));
  for (const { owner, fields } of sorted) {
    const who =
      JSON.stringify(owner.manager) +
      (owner.subresource === "" ? "" : ` with subresource ${JSON.stringify(owner.subresource)}`);
    const how =
      owner.operation === "Update" ? `${who} using ${subresource === "scale" ? scaleVersion : owner.apiVersion}` : who;
    const paths = fields.paths();
    const isOnly = conflicts.length === 1 && paths.length === 1;
    parts.push(
      isOnly
        ? `conflict with ${how}: ${paths[0] ?? ""}`
        : `conflicts with ${how}:\n${paths.map((path) => `- ${path}`).join("\n")}`,
    );
    causes.push(...paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${how}`, field })));
  }
  const count = causes.length === 1 ? "1 conflict" : `${causes.length} conflicts`;
  return new StatusError(409, "Conflict", `Apply failed with ${count}: ${parts.join("\n")}`, { causes });
}

/** `value` without fields of `given` that are not in `owned`: fields that were given up and have no other owner. */
function removeFields(
  value: unknown,
  given: FieldSet,
  owned: FieldSet | undefined,
  schema: Schema | undefined,
): unknown {
  if (isJsonObject(value)) {
    const kept: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const result = removeStep(`f:${key}`, member, given, owned, memberSchema(schema, key));
      if (result !== gone) setField(kept, key, result);
    }
    return kept;
  }
  const step = itemStep(schema);
  if (!Array.isArray(value) || step === undefined) return value;
  return value
    .map((item: unknown) => removeStep(step(item), item, given, owned, schema?.items))
    .filter((item) => item !== gone);
}

const gone = Symbol("gone");

function removeStep(
  step: string,
  value: unknown,
  given: FieldSet,
  owned: FieldSet | undefined,
  schema: Schema | undefined,
): unknown {
  if (!given.touches(step)) return value;
  if (owned?.touches(step) !== true) return gone;
  const below = given.children.get(step);
  return below === undefined ? value : removeFields(value, below, owned.children.get(step), schema);
}
