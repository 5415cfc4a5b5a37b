import { setImmediate as turn } from "node:timers/promises";

/** Turns the event loop until a fact holds; the test's own time limit ends a wait in vain. */
export async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await turn();
}
