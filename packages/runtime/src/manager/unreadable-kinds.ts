import type { Informer } from "../cache/informer.ts";
import type { Clock } from "../clock/clock.ts";
import { isForbidden } from "../errors/api-error.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import { kindKey } from "../kubernetes/define-kind.ts";

type InformerState = Pick<Informer, "kind" | "synced" | "problem" | "isDispensable">;

/** Why a kind cannot be read, and the remedy; `undefined` if it can, or the server is unavailable. */
function complaintOf({ kind, synced, problem, isDispensable }: InformerState): string | undefined {
  if (synced || isDispensable || problem === undefined) return undefined;
  if (problem.code === "KindNotServed") return `${kindKey(kind)} is not served: install its CRD`;
  return isForbidden(problem)
    ? `${kindKey(kind)} may not be read: grant list and watch (${problem.message})`
    : undefined;
}

/** Resolves if, at the end of that time, kinds that controllers need cannot be read; otherwise never. */
export function whenUnreadable(
  informers: readonly InformerState[],
  { clock, afterMs, signal }: { readonly clock: Clock; readonly afterMs: number; readonly signal: AbortSignal },
): Promise<TimedOutError> {
  return new Promise((resolve) => {
    const onTime = (): void => {
      const error = unreadableKinds(informers, afterMs);
      if (error !== undefined && !signal.aborted) resolve(error);
    };
    clock.sleep(afterMs, signal).then(onTime, () => undefined);
  });
}

function unreadableKinds(informers: readonly InformerState[], afterMs: number): TimedOutError | undefined {
  const [first, ...others] = informers.filter((informer) => complaintOf(informer) !== undefined);
  if (first === undefined) return undefined;
  const complaints = [first, ...others].map(complaintOf).join("; ");
  return new TimedOutError(`Not readable for ${afterMs / 1_000} s: ${complaints}`, { cause: first.problem });
}
