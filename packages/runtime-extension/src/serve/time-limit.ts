import { type Clock, refusal } from "@capstan/runtime";

/** A part of the limit is left for the way of the answer, so that the core reads it instead of a time-out of its own. */
const usablePart = 0.95;

/**
 * Runs a handler within its time limit.
 *
 * @param signal - aborts when the client has disconnected.
 * @throws Error - a refusal with the status 504 at the time limit, which the core handles by the handler's failure policy. A response with
 * the status Failure would never be ignored.
 */
export async function withinTimeLimit<Value>(
  {
    clock,
    timeoutSeconds,
    signal,
    name,
  }: {
    readonly clock: Clock;
    readonly timeoutSeconds: number;
    readonly signal: AbortSignal;
    readonly name: string;
  },
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = clock.setTimer(timeoutSeconds * 1_000 * usablePart, () => {
    const error = refusal(504, `The handler ${name} did not answer within ${timeoutSeconds} seconds`);
    limit.abort(error);
    late.reject(error);
  });
  try {
    return await Promise.race([run(AbortSignal.any([limit.signal, signal])), late.promise]);
  } finally {
    timer.cancel();
  }
}
