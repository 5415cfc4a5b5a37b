import { EventEmitter } from "eventemitter3";

/** Events and the listeners they have. */
type Listeners<Events> = { [Name in keyof Events]: (...values: never[]) => void };

/**
 * An emitter whose listeners cannot harm what they listen to: one that throws, or rejects, is reported, and the others get the event.
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
      // Removes it only if it was added for one event.
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
