import { proposalRequirements } from "../proposal/proposal-requirements.ts";
import { phasePriority, phaseTable, nextPhase } from "../proposal/phase-table.ts";
import { literalProposal, type ProposalOptions } from "../proposal/proposal-options.ts";
import { upstreamRequirements } from "../upstream/upstream-requirements.ts";
import { upstreamGates, upstreamSteps, type ClusterAPIRelease } from "../upstream/upstream-steps.ts";
import { machineStateDiagram } from "./machine-state-diagram.ts";

/** The page docs/machine-phases.md: both state diagrams and their tables. */
export function machinePhasesPage(): string {
  return [
    "# Machine phases",
    "How both readings compute the phase of a Machine. `npm run generate -w @capstan/phases` writes this page from the tables of `@capstan/phases`; do not edit it.",
    "The phase is informational: no controller bases a decision on it.",
    "## The proposal's reading",
    "The phase is computed from the current facts. The first row whose conditions all hold sets it; without such a row, the phase is `pending`. A paused Machine keeps its phase.",
    proposalTable({}),
    "The diagram is for a Machine that is not paused. All phases inside the box share the arrows that leave it.",
    mermaid(machineStateDiagram()),
    "### The literal proposal",
    "The same reading with every option of `literalProposal`.",
    proposalTable(literalProposal),
    mermaid(machineStateDiagram({ reading: "proposal", options: literalProposal })),
    "## The upstream reading",
    `The phase starts as the stored phase. Each step that applies overwrites the steps above it, and no step resets the phase. The stored phase stays unless these conditions hold: ${gates("v1.14")}.`,
    ...releases.flatMap((release) => [`### Cluster API ${release}`, upstreamTable(release)]),
    "The diagram is for v1.14.",
    mermaid(machineStateDiagram({ reading: "upstream" })),
  ].join("\n\n");
}

const releases: readonly ClusterAPIRelease[] = ["v1.14", "v1.10", "v0.2"];

function mermaid(diagram: string): string {
  return `\`\`\`mermaid\n${diagram}\`\`\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function proposalTable(options: ProposalOptions): string {
  const conditions = phaseTable(options);
  return table(
    ["Phase", "All conditions", "Next phase"],
    phasePriority.map((phase) => [
      `\`${phase}\``,
      conditions[phase].map((id) => `${proposalRequirements[id].sentence} (\`${id}\`)`).join("; "),
      nextPhase[phase] === undefined ? "" : `\`${nextPhase[phase]}\``,
    ]),
  );
}

function upstreamTable(release: ClusterAPIRelease): string {
  return table(
    ["Step", "Sets", "All conditions"],
    upstreamSteps[release].map(({ phase, requirements }, index) => [
      String(index + 1),
      `\`${release === "v0.2" ? phase.toLowerCase() : phase}\``,
      requirements.map((id) => `${upstreamRequirements[id].sentence} (\`${id}\`)`).join("; "),
    ]),
  );
}

function gates(release: ClusterAPIRelease): string {
  return upstreamGates[release].map((id) => upstreamRequirements[id].sentence).join(", ");
}
