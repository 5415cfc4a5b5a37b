import { randomUUID } from "node:crypto";
import { jsonEqual, without } from "@capstan/kube";
import { type Admission } from "../admission/admission.ts";
import { type Attributes, attributesOf } from "../admission/attributes.ts";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type FieldManagement } from "./managed-fields/field-management.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { checkMetadata, checkMetadataUpdate } from "../object/metadata-rules.ts";
import { resourcesAt } from "../object/resource-list.ts";
import { generateName } from "../object/names.ts";
import { convert, isInStorageVersion } from "../conversion/convert.ts";
import { checkRules } from "../rules/check-rules.ts";
import { checkEnums } from "../types/enums.ts";
import { kindName, resourceName, type RuleContext, storageVersion } from "../registry/resource.ts";
import { checkCreation } from "./check-creation.ts";
import { checkCustom } from "./check-custom.ts";
import { applyDefaults } from "../schema/default.ts";
import { type FieldError, invalidAt } from "../status/field-error.ts";
import { alreadyExists, conflict, invalid, modifiedConflict, StatusError } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { statedVersion } from "../request/resource-version.ts";
import { type Target } from "../request/target.ts";
import { chargesFor } from "../quota/charges-for.ts";
import { parts, withoutStatus, withStatusOf } from "./parts.ts";
import { putQuotaStatus } from "./quota-status.ts";
import { isReleased } from "../deletion/deleter.ts";

/** Another write happened while this one was prepared: repeat it with the current state. */
export class Overtaken extends Error {}

/** Creates and updates objects as every client sees it: validated, with timestamps, and stored in one step. */
export class Writer {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #management: FieldManagement;
  readonly #admission: Admission;

  constructor(options: {
    readonly store: Store;
    readonly clock: Clock;
    readonly management: FieldManagement;
    readonly admission: Admission;
  }) {
    this.#admission = options.admission;
    this.#store = options.store;
    this.#clock = options.clock;
    this.#management = options.management;
  }

  /**
   * @throws StatusError AlreadyExists, Invalid, NotFound (the namespace), Forbidden (the namespace or the CRD is being deleted).
   * @throws Overtaken
   */
  async create(target: Target, given: ApiObject): Promise<ApiObject> {
    const { resource, version } = target;
    checkCreation(this.#store, resource, { namespace: given.metadata.namespace ?? "", name: nameOf(given) });
    const admitted = await this.#admission.mutate(attributesOf(target, given));
    const named = nameNew(admitted);
    const { name, namespace = "" } = named.metadata;
    const stamped = withMetadata(named, {
      uid: randomUUID(),
      creationTimestamp: timestamp(this.#clock.now()),
      deletionTimestamp: undefined,
      deletionGracePeriodSeconds: undefined,
      // The answer to a dry run has it.
      resourceVersion: given.metadata.resourceVersion === "" ? undefined : given.metadata.resourceVersion,
      selfLink: undefined,
      generation: resource.tracksGeneration ? 1 : given.metadata.generation,
    });
    const initial = resource.rules.keepsStatus === true ? stamped : withoutStatus(stamped, version);
    const prepared = resource.rules.prepareForCreate?.(initial, this.#ruleContext(target)) ?? initial;
    target.checks?.content?.(withMetadata(prepared, { name: admitted.metadata.name }), undefined);
    const errors: FieldError[] = [
      ...checkMetadata(prepared, resource),
      ...(version.type === undefined ? checkCustom(version, prepared) : checkEnums(prepared, version.type)),
      ...((await resource.rules.validate?.(prepared, undefined)) ?? []),
    ];
    await this.#checkRules(target, prepared, undefined, errors);
    if (errors.length > 0) throw invalid(kindName(resource), nameOf(prepared), errors);
    target.checks?.creation?.();
    target.warnings?.push(...(resource.rules.warnings?.(prepared) ?? []));
    // Fields that the server and webhooks set have no owner.
    const stated = admitted === given ? initial : given;
    const managed = this.#management.afterWrite(target, undefined, prepared, stated);
    await this.#validate(attributesOf(target, managed));
    checkUnstored(target, managed);
    if (this.#store.get(resource.id, namespace, name) !== undefined) throw alreadyExists(resourceName(resource), name);
    return this.#put(target, undefined, managed);
  }

  /**
   * Replaces the stored object with `given`. Removes the object if this removes its last finalizer.
   *
   * @param stored - the object in the store, in the storage version.
   * @throws StatusError Conflict, Invalid.
   * @throws Overtaken
   */
  async update(target: Target, stored: ApiObject, given: ApiObject): Promise<ApiObject> {
    const { resource, version } = target;
    const previous = await convert(resource, version, stored);
    this.#checkPreconditions(target, stored, given);
    const admitted = await this.#admission.mutate(attributesOf(target, given, previous));
    const kept = this.#keepServerFields(target, previous, admitted);
    const prepared = this.#prepareUpdate(target, previous, kept);
    target.checks?.content?.(prepared, previous);
    const counted = this.#countGeneration(target, previous, prepared);
    const name = stored.metadata.name;
    const ofMetadata = [...checkMetadata(counted, resource), ...checkMetadataUpdate(counted, previous)];
    const errors: FieldError[] = [
      // The real server validates the metadata of built-in kinds twice.
      ...ofMetadata,
      ...(resource.custom ? [] : ofMetadata),
      ...(version.type === undefined
        ? checkCustom(version, counted, previous, target.subresource)
        : checkEnums(counted, version.type)),
      ...((await resource.rules.validate?.(counted, previous, target.subresource)) ?? []),
    ];
    await this.#checkRules(target, counted, previous, errors);
    if (errors.length > 0) throw invalid(kindName(resource), name, errors);
    const stated = admitted === given ? kept : this.#keepServerFields(target, previous, given);
    const managed = this.#management.afterWrite(target, previous, counted, stated);
    await this.#validate(attributesOf(target, managed, previous));
    // An object in an earlier storage version is written again even without a change, so that storage can be migrated.
    if (isUnchanged(managed, previous) && isInStorageVersion(resource, stored)) return previous;
    if (isReleased(managed, resource)) return this.#remove(target, stored, managed);
    return this.#put(target, stored, managed);
  }

  /** @throws StatusError - the write is denied, or exceeds a quota. */
  async #validate(attributes: Attributes): Promise<void> {
    await this.#admission.validate(attributes);
    chargesFor({ store: this.#store, clock: this.#clock }, attributes);
  }

  /** Adds the violations of CEL rules, which only CRDs have. */
  async #checkRules(
    { resource, version, warnings }: Target,
    object: ApiObject,
    previous: ApiObject | undefined,
    errors: FieldError[],
  ): Promise<void> {
    if (!resource.custom) return;
    const found = await checkRules(version.schema, object, previous, errors);
    errors.push(...found.errors);
    warnings?.push(...found.warnings);
  }

  #checkPreconditions({ resource }: Target, stored: ApiObject, given: ApiObject): void {
    const { name, uid = "" } = stored.metadata;
    if (given.metadata.uid !== undefined && given.metadata.uid !== "" && given.metadata.uid !== uid) {
      const key = `/registry/${resource.group === "" ? "" : `${resource.group}/`}${resource.plural}/${stored.metadata.namespace === undefined ? "" : `${stored.metadata.namespace}/`}${name}`;
      const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${given.metadata.uid}, UID in object meta: ${uid}`;
      throw conflict(resourceName(resource), name, why);
    }
    const asked = statedVersion(given.metadata);
    if (asked === "" && resource.allowsUnconditionalUpdate) return;
    if (asked === "") {
      const detail = "must be specified for an update";
      throw invalid(resourceName(resource), name, [invalidAt("metadata.resourceVersion", 0, detail)]);
    }
    if (asked !== stored.metadata.resourceVersion) throw modifiedConflict(resourceName(resource), name);
  }

  #ruleContext({ resource, user }: Target): RuleContext {
    const others = (): readonly ApiObject[] => this.#store.collection(resource.id).list();
    return { others, ...(user === undefined ? {} : { user }) };
  }

  /** Keeps fields that clients may not change, unless the subresource exists to change them. */
  #prepareUpdate(target: Target, previous: ApiObject, kept: ApiObject): ApiObject {
    if (target.subresource !== undefined && target.subresource in parts) return kept;
    return target.resource.rules.prepareForUpdate?.(kept, previous, this.#ruleContext(target)) ?? kept;
  }

  #keepServerFields({ resource, version, subresource }: Target, previous: ApiObject, given: ApiObject): ApiObject {
    const { metadata } = previous;
    const part = parts[subresource ?? ""];
    const base =
      part !== undefined
        ? part(previous, given)
        : subresource === "status"
          ? withStatusOf(resource, previous, given)
          : version.status
            ? { ...without(given, "status"), ...("status" in previous ? { status: previous.status } : {}) }
            : given;
    return withMetadata(base, {
      name: metadata.name,
      generateName: base.metadata.generateName ?? metadata.generateName,
      namespace: metadata.namespace,
      uid: metadata.uid,
      creationTimestamp: metadata.creationTimestamp,
      deletionTimestamp: metadata.deletionTimestamp,
      deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
      resourceVersion: metadata.resourceVersion,
      generation: metadata.generation,
      selfLink: undefined,
    });
  }

  #countGeneration(target: Target, previous: ApiObject, next: ApiObject): ApiObject {
    const { resource, version } = target;
    // Binding a Pod to a Node does not increase its generation.
    if (!resource.tracksGeneration || target.subresource === "binding") return next;
    const ignored = version.status ? ["metadata", "status"] : ["metadata"];
    const counted = resource.rules.generationCounts ?? [];
    const isSame = counted.every((field) => jsonEqual(next.metadata[field] ?? {}, previous.metadata[field] ?? {}));
    if (isSame && jsonEqual(without(next, ...ignored), without(previous, ...ignored))) return next;
    return withMetadata(next, { generation: (previous.metadata.generation ?? 0) + 1 });
  }

  async #put(target: Target, previous: ApiObject | undefined, object: ApiObject): Promise<ApiObject> {
    const { resource, version, dryRun } = target;
    const stored = await this.#commit(target, previous, object, (next) => {
      if (dryRun === true) return next;
      // Usage is always the current state.
      this.#charge(attributesOf(target, object, previous));
      return this.#store.put(resource.id, next);
    });
    return dryRun === true && resource.webhook === undefined ? object : convert(resource, version, stored);
  }

  #charge(attributes: Attributes): void {
    const [store, management] = [this.#store, this.#management];
    for (const { quota, used } of chargesFor({ store, clock: this.#clock }, attributes)) {
      const hard = resourcesAt(quota, "status", "hard");
      putQuotaStatus({ store, management }, quota, { hard, used }, "kube-apiserver");
    }
  }

  async #remove(target: Target, previous: ApiObject, object: ApiObject): Promise<ApiObject> {
    await this.#commit(target, previous, object, (last) => {
      if (target.dryRun !== true) this.#store.delete(target.resource.id, last);
    });
    return object;
  }

  /**
   * Writes the object, in the storage version, in the same step in which its base is checked against the store: an await in between would
   * let two concurrent writes pass.
   */
  async #commit<Result>(
    { resource }: Target,
    previous: ApiObject | undefined,
    object: ApiObject,
    write: (next: ApiObject) => Result,
  ): Promise<Result> {
    const storage = storageVersion(resource);
    const next = await convert(resource, storage, object);
    const { namespace = "", name } = object.metadata;
    if (this.#store.get(resource.id, namespace, name) !== previous) throw new Overtaken();
    // Defaults of the status are set as on reading.
    return write(resource.custom ? (applyDefaults(next, storage.schema) as ApiObject) : next);
  }
}

/** @throws StatusError - the object has a resourceVersion; a dry run, which does not get this far, accepts it. */
function checkUnstored({ dryRun }: Target, { metadata: { resourceVersion = "" } }: ApiObject): void {
  if (dryRun === true || !/^\d*[1-9]\d*$/.test(resourceVersion)) return;
  throw new StatusError(500, "", "resourceVersion should not be set on objects to be created");
}

/** The name, also for an object that was sent without one. */
function nameOf({ metadata }: ApiObject): string {
  return "name" in metadata ? metadata.name : "";
}

/** A missing name becomes empty, which is refused: rules of kinds can rely on a name. */
function nameNew(given: ApiObject): ApiObject {
  const { name, generateName: prefix } = given.metadata;
  if ((name as string | undefined) !== undefined && name !== "") return given;
  return withMetadata(given, { name: prefix === undefined || prefix === "" ? "" : generateName(prefix) });
}

function isUnchanged(next: ApiObject, previous: ApiObject): boolean {
  return (
    jsonEqual(withMetadata(next, { managedFields: undefined }), withMetadata(previous, { managedFields: undefined })) &&
    sameOwners(next, previous)
  );
}

/** Whether the same managers own the same fields, regardless of times. */
function sameOwners(next: ApiObject, previous: ApiObject): boolean {
  const timeless = (object: ApiObject): unknown =>
    object.metadata.managedFields?.map((entry) => without(entry, "time"));
  return (
    next.metadata.managedFields === previous.metadata.managedFields || jsonEqual(timeless(next), timeless(previous))
  );
}
