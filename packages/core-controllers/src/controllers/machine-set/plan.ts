import { type DeepReadonly, type MachineSet } from "@capstan/contract";
import { matchesSelector } from "../../kit/label-selector.ts";
import { type ObservedTemplates, templateProblems } from "../../replicas/templates.ts";
import { type Blockers, blockersOf } from "./blockers.ts";
import { machineLabels } from "./desired-machine.ts";
import { namingProblem } from "./machine-name.ts";
import { type PreflightFacts, preflightProblems } from "./preflight.ts";
import { type SetDeployment, type SetMachine } from "./reads.ts";
import { decideRemediation, type RemediationDecision } from "./remediation.ts";
import { decideScale, type ScaleDecision } from "./scale.ts";

/** What was observed around a MachineSet. */
export interface MachineSetFacts {
  readonly set: DeepReadonly<MachineSet>;
  /** `undefined`: it belongs to no MachineDeployment, or its MachineDeployment does not exist. */
  readonly deployment: SetDeployment | undefined;
  /** The Machines that it controls and that its selector still matches. */
  readonly machines: readonly SetMachine[];
  readonly templates: ObservedTemplates;
  readonly controlPlane: PreflightFacts["controlPlane"];
}

/** What a MachineSet does about its Machines, in the order of the fields. */
export interface MachineSetPlan {
  readonly remediation: RemediationDecision;
  /** The Machines that get what can be changed in place. */
  readonly kept: readonly SetMachine[];
  readonly scale: ScaleDecision;
  /** Why no Machine is made; without messages, what is missing is made. */
  readonly blockers: Blockers;
}

/** Decides everything that a MachineSet does in one reconcile. */
export function planMachineSet(facts: MachineSetFacts): MachineSetPlan {
  const { set, deployment, machines, templates } = facts;
  const bootstrapTemplate = templates.bootstrap?.state === "found" ? templates.bootstrap.object : undefined;
  const preflight = () => preflightProblems({ set, controlPlane: facts.controlPlane, bootstrapTemplate });
  const remediation = decideRemediation(set, deployment, machines, preflight);
  const scale = decideScale(set, machines, remediation.delete);
  const blockers = blockersOf({
    other: problemsOf(set),
    ...templateProblems(set.spec.template, templates),
    preflight: scale.create === 0 ? [] : preflight(),
  });
  return { remediation, kept: machines.filter((machine) => !remediation.delete.includes(machine)), scale, blockers };
}

/** Problems of the set itself, because of which its Machines would not be its own or could not be named. */
function problemsOf(set: DeepReadonly<MachineSet>): string[] {
  const naming = namingProblem(set);
  return [
    ...(naming === undefined ? [] : [naming]),
    ...(matchesSelector(set.spec.selector, machineLabels(set))
      ? []
      : ["spec.selector does not match the labels in spec.template.metadata.labels"]),
  ];
}
