/**
 * Mutants that no test can notice, since nothing that a caller sees differs, with the reason; by what identifies them. Any other
 * survivor of the record is one for which a test is missing.
 */
const equivalent: Readonly<Record<string, string>> = {
  'packages/phases/src/adapters/facts-from-reading.ts | factsFromReading.infrastructure | string → "" | "infrastructure"':
    "the role is only compared with bootstrap",
  'packages/phases/src/adapters/upstream-inputs-from-reading.ts | upstreamInputsFromReading.infrastructure | string → "" | "infrastructure"':
    "the role is only compared with bootstrap",
  'packages/phases/src/provider-phases.ts | infrastructurePhase | string → "" | "infrastructure"':
    "the role is only compared with bootstrap",
  'packages/phases/src/adapters/facts-from-reading.ts | nameOf | ?? → left | ref?.kind ?? ""':
    "a fault is only found in an object that is observed, and one is only observed behind a reference",
  "packages/phases/src/adapters/facts-from-reading.ts | nameOf | ?. → . | ref?.kind":
    "a fault is only found in an object that is observed, and one is only observed behind a reference",
  'packages/phases/src/adapters/facts-from-reading.ts | nameOf | ?? → left | ref?.name ?? ""':
    "a fault is only found in an object that is observed, and one is only observed behind a reference",
  "packages/phases/src/adapters/facts-from-reading.ts | nameOf | ?. → . | ref?.name":
    "a fault is only found in an object that is observed, and one is only observed behind a reference",
  "packages/phases/src/proposal/proposal-requirements.ts | isThere | condition → true | object !== undefined":
    "both callers look at the object as well",
  "packages/phases/src/proposal/proposal-requirements.ts | rules | ?. → . | facts.infrastructure?.ready":
    "asked only of infrastructure that is there",
  'packages/phases/src/adapters/upstream-inputs-from-reading.ts | lostNodeProblem | ?? → left | reading.nodeRefName ?? ""':
    "asked only where there is a name",
  'packages/phases/src/proposal/compute-machine-phase.ts | computeMachinePhase.spelling | ?? → left | facts.spelling ?? "lower-case"':
    "a spelling is only compared with capitalized",
  'packages/phases/src/proposal/compute-machine-phase.ts | computeMachinePhase.spelling | string → "" | "lower-case"':
    "a spelling is only compared with capitalized",
};

/** Why no test can notice the mutant; undefined if one could. */
export function reasonOf(id: string): string | undefined {
  return Object.hasOwn(equivalent, id) ? equivalent[id] : undefined;
}

export const equivalentIds = Object.keys(equivalent);
