import { type Break } from "./break.ts";

const terms = "docs/terms.md";
const phaseTable = "packages/phases/src/proposal/phase-table.ts";

/** Breaks of statements on pages, and of the structure and tables of the sources. */
export const breaksOfPages: readonly Break[] = [
  {
    breaks: ["S028"],
    name: "a Machine is Running though its Node is not Ready",
    file: "packages/phases/src/proposal/phase-table.ts",
    find: "return phasePriority.find((phase) => table[phase].every(holds))",
    replace: 'return phasePriority.find((phase) => table[phase].filter((id) => id !== "node-ready").every(holds))',
  },
  {
    breaks: ["S095"],
    name: "the proposal has one condition more",
    file: phaseTable,
    find: ', "node-ready"],',
    replace: ', "node-ready", "not-paused"],',
  },
  {
    breaks: ["S029"],
    name: "a controller reads the phase of a Machine",
    file: "packages/core-controllers/src/controllers/machine/next-machine.ts",
    find: "  return failureFieldsOf(failures);",
    replace: '  if (machine.status?.phase === "Running") return {};\n  return failureFieldsOf(failures);',
  },
  {
    breaks: ["S030"],
    name: "a phase in lower case is read as one",
    file: "packages/phases/src/names/phase-names.ts",
    find: "  return machinePhases.has(value);",
    replace: "  return machinePhases.has(value) || proposalMachinePhases.has(value);",
  },
  {
    breaks: ["S051"],
    name: "a provider on its page is a line longer",
    file: "packages/provider/README.md",
    find: "  readonly definition = HelloMachine;\n",
    replace: "  readonly definition = HelloMachine;\n  readonly retryAfterMs = 5_000;\n",
  },
  {
    breaks: ["S062"],
    name: "the core knows a provider's kind",
    file: "packages/core-controllers/src/controllers/machine/next-machine.ts",
    find: "  return failureFieldsOf(failures);",
    replace:
      '  if (machine.spec.infrastructureRef.kind === "DockerMachine") return {};\n  return failureFieldsOf(failures);',
  },
  {
    breaks: ["S065"],
    name: "the page does not say that MachineClass is out of scope",
    file: terms,
    find: "- MachineClass: templates,",
    replace: "- Templates,",
  },
  {
    breaks: ["S134"],
    name: "the page does not explain bootstrapping",
    file: terms,
    find: "| **bootstrapping** ",
    replace: "| **starting** ",
  },
  {
    breaks: ["S135"],
    name: "the page does not say what holds for upgrades",
    file: terms,
    find: "- **Skew and upgrade.** Core and providers are upgraded",
    replace: "- **Skew.** Core and providers are replaced",
  },
];
