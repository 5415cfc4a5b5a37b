import { computeUpstreamPhase } from "../upstream/compute-upstream-phase.ts";
import { type UpstreamInputs } from "../upstream/upstream-inputs.ts";
import { upstreamRequirements } from "../upstream/upstream-requirements.ts";
import { upstreamSteps } from "../upstream/upstream-steps.ts";
import { transitionsOf, type Dimension, type Transition } from "./transitions.ts";

const release = "v1.14";

const dimensions: readonly Dimension<UpstreamInputs>[] = [
  { oneWay: true, values: [{}, { bootstrapDataSecretCreated: true }] },
  { oneWay: true, values: [{}, { infrastructureProvisioned: true }] },
  { oneWay: true, values: [{}, { providerID: "id" }] },
  { oneWay: true, values: [{}, { nodeRefName: "node" }] },
  { oneWay: false, values: [{}, { updating: true }] },
  { oneWay: true, values: [{}, { deletionRequested: true }] },
];

/** The transitions of the upstream reading, for a Machine whose Cluster exists and that is not paused. */
export function upstreamTransitions(): readonly Transition[] {
  return transitionsOf<UpstreamInputs>({
    dimensions,
    phasesIn: (inputs) =>
      upstreamSteps[release]
        .map(({ phase }): string => phase)
        .filter((stored) => !computeUpstreamPhase(stored, inputs, release).changed),
    phaseAfter: (stored, inputs) => computeUpstreamPhase(stored, inputs, release).phase,
    conditionsOf(phase, inputs) {
      const ids = upstreamSteps[release].find((step) => step.phase === phase)?.requirements ?? [];
      return ids.map((id) => {
        const rule = upstreamRequirements[id];
        return { sentence: rule.sentence, lasting: rule.lasting, met: rule.holds({ stored: phase, inputs }) };
      });
    },
  });
}
