import type { Informer } from "../cache/informer.ts";
import { isForbidden } from "../errors/api-error.ts";

/** The answer of `/readyz`. */
export interface Readiness {
  readonly ready: boolean;
  /** `ok`, the kinds that the manager works without, or why it is not ready. */
  readonly says: string;
}

type InformerState = Pick<Informer, "kind" | "synced" | "problem" | "isDispensable">;

/**
 * Whether all readable kinds have been read. Kinds that are not installed do not count, nor kinds that may not be listed if their users can
 * work without them.
 */
export function readinessOf(informers: readonly InformerState[]): Readiness {
  const behind = informers.filter(({ synced, problem }) => !synced && problem?.code !== "KindNotServed");
  const waiting = behind.filter(({ isDispensable, problem }) => !isDispensable || !isForbidden(problem));
  if (waiting.length > 0) return { ready: false, says: `not synced: ${pluralsOf(waiting)}` };
  return {
    ready: true,
    says: behind.length === 0 ? "ok" : `ok, except for kinds that may not be listed: ${pluralsOf(behind)}`,
  };
}

function pluralsOf(informers: readonly InformerState[]): string {
  return informers.map(({ kind }) => kind.plural).join(", ");
}
