import type { Informer } from "../cache/informer.ts";
import { isForbidden } from "../errors/api-error.ts";

/** What `/readyz` answers. */
export interface Readiness {
  readonly ready: boolean;
  /** `ok`, what the manager does without, or why it is not ready. */
  readonly says: string;
}

type InformerState = Pick<Informer, "kind" | "synced" | "problem" | "isDispensable">;

/**
 * Whether everything that can be read has been read: this does not wait for a kind that is not installed, nor for one that may not
 * be listed and whose users do without.
 */
export function readinessOf(informers: readonly InformerState[]): Readiness {
  const behind = informers.filter(({ synced, problem }) => !synced && problem?.code !== "KindNotServed");
  const waiting = behind.filter(({ isDispensable, problem }) => !isDispensable || !isForbidden(problem));
  if (waiting.length > 0) return { ready: false, says: `not synced: ${pluralsOf(waiting)}` };
  return {
    ready: true,
    says: behind.length === 0 ? "ok" : `ok, except for what may not be listed: ${pluralsOf(behind)}`,
  };
}

function pluralsOf(informers: readonly InformerState[]): string {
  return informers.map(({ kind }) => kind.plural).join(", ");
}
