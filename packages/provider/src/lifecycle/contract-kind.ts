import { checkWrite } from "../check/check-write.ts";
import { checkedOutcome } from "../check/checked-outcome.ts";
import { statusSchema } from "../check/own-status-violations.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import { findingOf } from "../finding/finding-of.ts";
import { hasBeenDone } from "../status/has-been-done.ts";
import { nextSpec, nextStatus, pausedStatus, type StatusContext } from "../status/next-status.ts";
import { stillFailed } from "../status/still-failed.ts";
import type { ManagedKind } from "./managed-kind.ts";

/** A kind with a role for core: its table decides what is written. */
export function contractKind(definition: ProviderDefinition): ManagedKind {
  const observesGeneration = statusSchema(definition)?.properties?.observedGeneration !== undefined;
  const at = (now: string): StatusContext => ({ definition, now, observesGeneration });
  return {
    kind: definition.kind,
    finalizer: definition.finalizer,
    uses: definition.uses,
    claimsAddresses: definition.claimsAddresses,
    checkOutcome: (object, outcome, asked) => void checkedOutcome(definition, object, outcome, asked),
    findingOf: (outcome) => findingOf(definition, outcome),
    hasBeenDone: (object) => hasBeenDone(definition, object),
    stillFailed: (object) => stillFailed(definition, object),
    nextSpec: ({ spec }, finding) => nextSpec(spec, finding, definition),
    nextStatus: (object, finding, now) => nextStatus(object, finding, at(now)),
    pausedStatus: (object, paused, now) => pausedStatus(object, paused, at(now)),
    checkWrite: (before, after) => {
      checkWrite(definition, before, after);
    },
  };
}
