import { type MachineFacts } from "../facts/machine-facts.ts";
import { parseProposalMachinePhase } from "../names/phase-names.ts";
import { computeMachinePhase } from "../proposal/compute-machine-phase.ts";
import { phaseTable } from "../proposal/phase-table.ts";
import { type ProposalOptions } from "../proposal/proposal-options.ts";
import { proposalRequirements } from "../proposal/proposal-requirements.ts";
import { transitionsOf, type Dimension, type Transition } from "./transitions.ts";

const infrastructure = { kind: "InfraMachine", name: "" };
const config = { kind: "BootstrapConfig", name: "" };

const dimensions: readonly Dimension<MachineFacts>[] = [
  {
    oneWay: false,
    values: [
      { bootstrapConfig: { object: config, state: "found", ready: false } },
      { bootstrapConfig: { object: config, state: "found", ready: true } },
      { bootstrapConfig: { object: config, state: "being-deleted", ready: true } },
      { bootstrapConfig: { object: config, state: "missing", ready: false } },
    ],
  },
  {
    oneWay: false,
    values: [
      { infrastructure: { object: infrastructure, state: "found", ready: false, providerID: "id" } },
      { infrastructure: { object: infrastructure, state: "found", ready: true, providerID: "id" } },
      { infrastructure: { object: infrastructure, state: "being-deleted", ready: true, providerID: "id" } },
      { infrastructure: { object: infrastructure, state: "missing", ready: false } },
    ],
  },
  { oneWay: true, values: [{}, { bootstrapData: "set" }] },
  { oneWay: true, values: [{}, { providerID: "id" }] },
  { oneWay: false, values: [{}, { node: { ready: true } }] },
  { oneWay: false, values: [{}, { failure: { recorded: true } }] },
  { oneWay: true, values: [{}, { deletionRequested: true }] },
];

/** The transitions of the proposal's reading, for a Machine whose Cluster exists and that is not paused. */
export function proposalTransitions(options: ProposalOptions = {}): readonly Transition[] {
  const table = phaseTable(options);
  const phaseOf = (facts: MachineFacts): string => computeMachinePhase(facts, options).phase;
  return transitionsOf<MachineFacts>({
    dimensions,
    phasesIn: (facts) => [phaseOf(facts)],
    phaseAfter: (_, facts) => phaseOf(facts),
    conditionsOf(phase, facts) {
      const known = parseProposalMachinePhase(phase);
      const ids = known === "" ? [] : table[known];
      return ids.map((id) => {
        const rule = proposalRequirements[id];
        return { sentence: rule.sentence, lasting: rule.lasting, met: rule.holds(facts) };
      });
    },
  });
}
