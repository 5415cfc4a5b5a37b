import { EventEmitter } from "eventemitter3";

/** Event names and the types of their listeners. */
type Listeners<Events> = { [Name in keyof Events]: (...values: never[]) => void };

/**
 * An emitter whose listeners cannot break the emitting code: a listener that throws or rejects is reported, and the others get the event.
 */
export class SafeEmitter<Events extends Listeners<Events>> extends EventEmitter<Events> {
  readonly #onListenerError: (error: unknown) => void;

  constructor(onListenerError: (error: unknown) => void) {
    super();
    this.#onListenerError = onListenerError;
  }

  override emit<Name extends EventEmitter.EventNames<Events>>(
    event: Name,
    ...values: EventEmitter.EventArgs<Events, Name>
  ): boolean {
    const listeners = this.listeners(event);
    for (const listener of listeners) {
      // Removes the listener only if it was added with `once`.
      this.removeListener(event, listener, undefined, true);
      this.#call(listener as (...values: unknown[]) => unknown, values);
    }
    return listeners.length > 0;
  }

  #call(listener: (...values: unknown[]) => unknown, values: readonly unknown[]): void {
    try {
      const returned = listener.apply(this, [...values]);
      if (returned instanceof Promise) returned.catch(this.#onListenerError);
    } catch (error) {
      this.#onListenerError(error);
    }
  }
}
