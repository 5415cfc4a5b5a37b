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
    "Generated from the tables of `@capstan/phases` by `npm run generate -w @capstan/phases`. Do not edit.",
    "The phase tells people where a Machine is. Nothing decides by it.",
    "## The proposal's reading",
    "Computed freshly from the facts: the phase of the first row all of whose conditions hold, else `pending`. A paused Machine keeps its phase.",
    proposalTable({}),
    "Drawn for a Machine that is not paused. What is inside the box shares the arrows that leave it.",
    mermaid(machineStateDiagram()),
    "### Read literally",
    "The same with every option of `literalProposal`.",
    proposalTable(literalProposal),
    mermaid(machineStateDiagram({ reading: "proposal", options: literalProposal })),
    "## The upstream reading",
    `Starts from the stored phase; each step that applies overwrites the steps above it, and nothing resets it. Not reached, so that the stored phase stays, without: ${gates("v1.14")}.`,
    ...releases.flatMap((release) => [`### Cluster API ${release}`, upstreamTable(release)]),
    "Drawn for v1.14.",
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
    ["Phase", "Conditions, all of them", "Then"],
    phasePriority.map((phase) => [
      `\`${phase}\``,
      conditions[phase].map((id) => `${proposalRequirements[id].sentence} (\`${id}\`)`).join("; "),
      nextPhase[phase] === undefined ? "" : `\`${nextPhase[phase]}\``,
    ]),
  );
}

function upstreamTable(release: ClusterAPIRelease): string {
  return table(
    ["Step", "Sets", "If all of"],
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
