import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { objectKeyText } from "@capstan/kube";
import { diagnosticChannels, type StartedReconcile } from "@capstan/runtime";

/** Knows in which reconcile code runs. */
export class RunningReconcile implements Disposable {
  readonly #store = new AsyncLocalStorage<StartedReconcile>();
  readonly #started = channel(diagnosticChannels.reconcileStarted);
  readonly #ended = channel(diagnosticChannels.reconcileEnded);
  /** Reconciles are announced to those who want to know how they end. */
  readonly #listen = (): void => undefined;

  constructor() {
    this.#started.bindStore(this.#store);
    this.#ended.subscribe(this.#listen);
  }

  /** Such as `hellomachine default/m1`; undefined: the code is not part of one. */
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
