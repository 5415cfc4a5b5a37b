import type { EventEmitter } from "node:events";
import type { Clock } from "../clock/clock.ts";

const timeoutMs = 10_000;

/** A socket, session or request that is not ready yet. */
export interface Unready extends EventEmitter {
  destroy(error: Error): unknown;
}

/**
 * Waits for the event after which a connection can be used.
 *
 * @param what - the name of the connection, for the error if it is not ready within 10 s.
 * @throws Error - it failed, was closed or took too long. It is destroyed.
 */
export function whenReady(connection: Unready, event: string, what: string, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(timeoutMs, () => {
      connection.destroy(new Error(`${what} timed out`));
    });
    const onEnd = (reason?: unknown): void => {
      timer.cancel();
      reject(reason instanceof Error ? reason : new Error("The connection was closed before it could be used"));
    };
    // Both listeners stay: an error right after the event would end the process if no listener were left.
    connection.once("error", onEnd).once("close", onEnd);
    connection.once(event, () => {
      timer.cancel();
      resolve();
    });
  });
}
