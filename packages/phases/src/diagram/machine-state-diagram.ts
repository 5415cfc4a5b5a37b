import { MachinePhase, ProposalMachinePhase } from "../names/phase-names.ts";
import { computeMachinePhase } from "../proposal/compute-machine-phase.ts";
import { type ProposalOptions } from "../proposal/proposal-options.ts";
import { computeUpstreamPhase } from "../upstream/compute-upstream-phase.ts";
import { proposalTransitions } from "./proposal-transitions.ts";
import { type Transition } from "./transitions.ts";
import { upstreamTransitions } from "./upstream-transitions.ts";

/** The reading to draw; for the proposal's reading, also its options. */
export type DiagramOptions =
  | { readonly reading: "proposal"; readonly options?: ProposalOptions }
  | {
      readonly reading: "upstream";
    };

/**
 * Draws the state diagram of a reading in Mermaid. It runs the engine on every combination of facts, and takes the labels from the
 * requirement tables, so the diagram shows the actual behavior of the engine. The same input results in the same output.
 *
 * @param reading - the reading to draw. Default: the proposal's reading with its default options.
 *
 * @example
 * ```ts
 * import { machineStateDiagram } from "@capstan/phases";
 *
 * console.log(machineStateDiagram().split("\n")[0]); // stateDiagram-v2
 * ```
 */
export function machineStateDiagram(reading: DiagramOptions = { reading: "proposal" }): string {
  const transitions = reading.reading === "proposal" ? proposalTransitions(reading.options) : upstreamTransitions();
  const first =
    reading.reading === "proposal"
      ? computeMachinePhase({ storedPhase: "" }, reading.options).phase
      : computeUpstreamPhase("", {}).phase;
  const order: readonly string[] =
    reading.reading === "proposal" ? Object.values(ProposalMachinePhase) : Object.values(MachinePhase);
  return render(first, inOrder(transitions, order));
}

function inOrder(transitions: readonly Transition[], order: readonly string[]): readonly Transition[] {
  const rank = ({ from, to }: Transition): number => order.indexOf(from) * order.length + order.indexOf(to);
  return [...transitions].sort((one, other) => rank(one) - rank(other));
}

const groupName = "alive";

function render(first: string, transitions: readonly Transition[]): string {
  const group = largestGroup(transitions);
  const isOfAll = (one: Transition): boolean =>
    [...group].every((from) => transitions.some((other) => other.from === from && keyOf(other) === keyOf(one)));
  const common = [...new Map(transitions.filter(isOfAll).map((one) => [keyOf(one), one])).values()];
  const commonKeys = new Set(common.map(keyOf));
  const inside = transitions.filter(({ from, to }) => group.has(from) && group.has(to));
  const outside = transitions.filter(
    (transition) => !inside.includes(transition) && !(group.has(transition.from) && commonKeys.has(keyOf(transition))),
  );
  const ends = [...new Set(transitions.map(({ to }) => to))].filter(
    (to) => !transitions.some(({ from }) => from === to),
  );
  return [
    "stateDiagram-v2",
    `  [*] --> ${first}`,
    `  state ${groupName} {`,
    ...inside.map((transition) => `    ${edge(transition)}`),
    "  }",
    ...common.map((transition) => `  ${edge({ ...transition, from: groupName })}`),
    ...outside.map((transition) => `  ${edge(transition)}`),
    ...ends.map((end) => `  ${end} --> [*]`),
    "",
  ].join("\n");
}

const keyOf = ({ to, because }: Transition): string => `${to} ${because.join()}`;
const countOf = (transitions: readonly Transition[], one: Transition): number =>
  transitions.filter((transition) => keyOf(transition) === keyOf(one)).length;

/** The largest group of phases that share a transition. The group is drawn as one state, so that the arrow appears only once. */
function largestGroup(transitions: readonly Transition[]): ReadonlySet<string> {
  const shared = [...transitions].sort((one, other) => countOf(transitions, other) - countOf(transitions, one))[0];
  return new Set(
    transitions.filter((one) => shared !== undefined && keyOf(one) === keyOf(shared)).map(({ from }) => from),
  );
}

/** Mermaid ends a label at a colon or semicolon, so labels contain neither. */
function edge({ from, to, because }: Transition): string {
  return `${from} --> ${to} : ${because.join(", or ").replaceAll(/[:;\n]/g, " ")}`;
}
