import { setImmediate as turn } from "node:timers/promises";

/** Turns the event loop until the condition holds; if it never does, the test's own time limit ends the wait. */
export async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await turn();
}
