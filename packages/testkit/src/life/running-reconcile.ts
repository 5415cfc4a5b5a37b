import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { objectKeyText } from "@capstan/kube";
import { diagnosticChannels, type StartedReconcile } from "@capstan/runtime";

/** Tracks the reconcile that code belongs to. */
export class RunningReconcile implements Disposable {
  readonly #store = new AsyncLocalStorage<StartedReconcile>();
  readonly #started = channel(diagnosticChannels.reconcileStarted);
  readonly #ended = channel(diagnosticChannels.reconcileEnded);
  /** The runtime publishes reconciles only if the channel of their ends has a subscriber. */
  readonly #listen = (): void => undefined;

  constructor() {
    this.#started.bindStore(this.#store);
    this.#ended.subscribe(this.#listen);
  }

  /** Such as `hellomachine default/m1`; undefined if the code is not part of a reconcile. */
  get name(): string | undefined {
    const started = this.#store.getStore();
    if (started === undefined) return undefined;
    return `${started.controller} ${objectKeyText(started)}`;
  }

  [Symbol.dispose](): void {
    this.#started.unbindStore(this.#store);
    this.#ended.unsubscribe(this.#listen);
  }
}
