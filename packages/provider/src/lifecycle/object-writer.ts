import { getCondition, type ResourceKind } from "@capstan/contract";
import {
  addFinalizer,
  type Clock,
  type Client,
  isNotFound,
  type Manager,
  patchChanges,
  removeFinalizer,
} from "@capstan/runtime";
import { checkWrite } from "../check/check-write.ts";
import { statusSchema } from "../check/own-status-violations.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import { type ConditionDraft, notPaused } from "../status/conditions.ts";
import type { Finding } from "../finding/finding.ts";
import { nextSpec, nextStatus, pausedStatus, type StatusContext } from "../status/next-status.ts";
import { postponeWaitingMs } from "../status/waiting.ts";
import { OwnWrites } from "./own-writes.ts";
import { type CachedObject, draftOf, type StoredObject } from "../object/stored-object.ts";

/** Writes the objects of a kind: only the changes that a finding needs, and nothing if nothing changed. */
export class ObjectWriter {
  readonly finalizer: string;
  readonly ownWrites = new OwnWrites();
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #definition: ProviderDefinition;
  readonly #kind: ResourceKind<StoredObject>;
  readonly #observesGeneration: boolean;
  readonly #holdsStatus: boolean;

  constructor({ client, clock, holdsStatus }: Manager, definition: ProviderDefinition) {
    this.#client = client;
    this.#clock = clock;
    this.#holdsStatus = holdsStatus;
    this.#definition = definition;
    this.#kind = definition.kind;
    this.#observesGeneration = statusSchema(definition)?.properties?.observedGeneration !== undefined;
    this.finalizer = definition.finalizer;
  }

  /** Returns the object with the finalizer stored; sends one write if it was missing. */
  async ensureFinalizer(object: CachedObject, signal: AbortSignal): Promise<CachedObject> {
    const draft = draftOf(object);
    return this.#patch(object, { ...draft, metadata: addFinalizer(draft.metadata, this.finalizer) }, signal);
  }

  /** Removes the finalizer. Does nothing if the object is already deleted. */
  async dropFinalizer(object: CachedObject, signal: AbortSignal): Promise<void> {
    const draft = draftOf(object);
    try {
      await this.#patch(object, { ...draft, metadata: removeFinalizer(draft.metadata, this.finalizer) }, signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Writes a finding: first the spec, because a set flag promises that the other fields exist (IM-006, IC-011), then the status. Sends
   * neither if either breaks the contract.
   *
   * @throws ContractViolation - with every rule that would be broken; nothing has been written.
   * @returns milliseconds until the postponed status write is due.
   */
  async writeFinding(object: CachedObject, finding: Finding, signal: AbortSignal): Promise<number | undefined> {
    if (finding.progress === "unchanged") {
      await this.#writeUnpaused(object, signal);
      return undefined;
    }
    const spec = nextSpec(object.spec, finding, this.#definition);
    const draft = { ...draftOf(object), ...(spec === undefined ? {} : { spec }) };
    checkWrite(this.#definition, object, { ...draft, status: nextStatus(object, finding, this.#context()) });
    const withSpec = await this.#patch(object, draft, signal);
    const status = nextStatus(withSpec, finding, this.#context());
    if (this.#holdsStatus && finding.progress === "waiting" && finding.isTrouble !== true) {
      const postponedMs = postponeWaitingMs(withSpec, status, this.#clock.now());
      if (postponedMs > 0) return postponedMs;
    }
    this.ownWrites.expect(withSpec, status);
    await this.#patch(withSpec, { ...draftOf(withSpec), status }, signal);
    return undefined;
  }

  /** Reports that an object without news is no longer paused, if it was. */
  async #writeUnpaused(object: CachedObject, signal: AbortSignal): Promise<void> {
    if (getCondition(object, notPaused.type)?.status !== "True") return;
    await this.writePaused(object, notPaused, signal);
  }

  /** Writes the Paused condition, True or False, and nothing else. */
  async writePaused(object: CachedObject, paused: ConditionDraft, signal: AbortSignal): Promise<void> {
    await this.#patch(object, { ...draftOf(object), status: pausedStatus(object, paused, this.#context()) }, signal);
  }

  async #patch(before: CachedObject, after: StoredObject, signal: AbortSignal): Promise<CachedObject> {
    const { object } = await patchChanges<StoredObject>(this.#client, this.#kind, before, after, { signal });
    return object;
  }

  #context(): StatusContext {
    return {
      definition: this.#definition,
      now: new Date(this.#clock.now()).toISOString().replace(/\.\d{3}Z$/, "Z"),
      observesGeneration: this.#observesGeneration,
    };
  }
}
