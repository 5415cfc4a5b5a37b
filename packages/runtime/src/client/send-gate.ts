import type { Dispatcher } from "undici";

/** Decides, at the moment a request is sent, whether it still may be. What has been sent is not called back. */
export interface SendGate {
  /** Ends the wait between two attempts. */
  readonly signal?: AbortSignal;
  /** Called right before the first byte of every attempt. Throws if it must not be sent. */
  check(): void;
}

/** Asks the gate when a connection is free and the request is about to be written, however long it has waited for that. */
class GatedHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #check: () => void;

  constructor(handler: Dispatcher.DispatchHandler, check: () => void) {
    this.#handler = handler;
    this.#check = check;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    try {
      this.#check();
    } catch (error) {
      controller.abort(error instanceof Error ? error : new Error("Not sent", { cause: error }));
      return;
    }
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(...values: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestUpgrade"]>>): void {
    this.#handler.onRequestUpgrade?.(...values);
  }

  onResponseStart(...values: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>): void {
    this.#handler.onResponseStart?.(...values);
  }

  onResponseData(...values: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseData"]>>): void {
    this.#handler.onResponseData?.(...values);
  }

  onResponseEnd(...values: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>): void {
    this.#handler.onResponseEnd?.(...values);
  }

  onResponseError(...values: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseError"]>>): void {
    this.#handler.onResponseError?.(...values);
  }
}

/** A dispatcher that asks `check` before it writes a request. */
export function gated(dispatcher: Dispatcher, check: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, new GatedHandler(handler, check)));
}
