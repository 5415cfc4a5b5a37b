import type { EventEmitter } from "node:events";
import type { Clock } from "../clock/clock.ts";

const timeoutMs = 10_000;

/** What is being made ready: a socket, a session or a request. */
export interface Unready extends EventEmitter {
  destroy(error: Error): unknown;
}

/**
 * Waits for the event with which a connection can be used.
 *
 * @param what - is not ready within 10 s, for the error.
 * @throws Error - it failed, was closed or took too long, and is destroyed.
 */
export function whenReady(connection: Unready, event: string, what: string, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(timeoutMs, () => {
      connection.destroy(new Error(`${what} took too long`));
    });
    const onEnd = (reason?: unknown): void => {
      timer.cancel();
      reject(reason instanceof Error ? reason : new Error("The connection was closed before it could be used"));
    };
    // They stay: an error right after it is ready, with nothing that listens, would end the process.
    connection.once("error", onEnd).once("close", onEnd);
    connection.once(event, () => {
      timer.cancel();
      resolve();
    });
  });
}
