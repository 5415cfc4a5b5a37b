import { getCondition } from "@capstan/contract";
import {
  addFinalizer,
  type Clock,
  type Client,
  isNotFound,
  type Manager,
  patchChanges,
  removeFinalizer,
} from "@capstan/runtime";
import { type ConditionDraft, notPaused } from "../status/conditions.ts";
import type { Finding } from "../finding/finding.ts";
import { postponeWaitingMs } from "../status/waiting.ts";
import type { ManagedKind } from "./managed-kind.ts";
import { OwnWrites } from "./own-writes.ts";
import { type CachedObject, draftOf, type StoredObject } from "../object/stored-object.ts";

/** Writes the objects of a kind: only the changes that a finding needs, and nothing if nothing changed. */
export class ObjectWriter {
  readonly finalizer: string;
  readonly ownWrites = new OwnWrites();
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #managed: ManagedKind;
  readonly #holdsStatus: boolean;

  constructor({ client, clock, holdsStatus }: Manager, managed: ManagedKind) {
    this.#client = client;
    this.#clock = clock;
    this.#holdsStatus = holdsStatus;
    this.#managed = managed;
    this.finalizer = managed.finalizer;
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
    const spec = this.#managed.nextSpec(object, finding);
    const draft = { ...draftOf(object), ...(spec === undefined ? {} : { spec }) };
    const now = this.#now();
    this.#managed.checkWrite(object, { ...draft, status: this.#managed.nextStatus(object, finding, now) });
    const withSpec = await this.#patch(object, draft, signal);
    const status = this.#managed.nextStatus(withSpec, finding, now);
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
    const status = this.#managed.pausedStatus(object, paused, this.#now());
    await this.#patch(object, { ...draftOf(object), status }, signal);
  }

  async #patch(before: CachedObject, after: StoredObject, signal: AbortSignal): Promise<CachedObject> {
    const { object } = await patchChanges<StoredObject>(this.#client, this.#managed.kind, before, after, { signal });
    return object;
  }

  /** RFC 3339, in whole seconds. */
  #now(): string {
    return new Date(this.#clock.now()).toISOString().replace(/\.\d{3}Z$/, "Z");
  }
}
