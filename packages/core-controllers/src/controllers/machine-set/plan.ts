import { type DeepReadonly, type MachineSet } from "@capstan/contract";
import { type ObservedTemplates, selectorProblems, templateProblems } from "../../replicas/templates.ts";
import { type Blockers, blockersOf } from "./blockers.ts";
import { machineLabels } from "./desired-machine.ts";
import { namingProblem } from "./machine-name.ts";
import { type PreflightFacts, preflightProblems } from "./preflight.ts";
import { type SetDeployment, type SetMachine } from "./reads.ts";
import { decideRemediation, type RemediationDecision } from "./remediation.ts";
import { decideScale, type ScaleDecision } from "./scale.ts";

/** The observed facts about a MachineSet. */
export interface MachineSetFacts {
  readonly set: DeepReadonly<MachineSet>;
  /** `undefined`: the set belongs to no MachineDeployment, or its MachineDeployment does not exist. */
  readonly deployment: SetDeployment | undefined;
  /** The Machines that the set controls and that its selector still matches. */
  readonly machines: readonly SetMachine[];
  readonly templates: ObservedTemplates;
  readonly controlPlane: PreflightFacts["controlPlane"];
}

/** The actions of a MachineSet on its Machines, in the order of the fields. */
export interface MachineSetPlan {
  readonly remediation: RemediationDecision;
  /** The Machines to update in place. */
  readonly kept: readonly SetMachine[];
  readonly scale: ScaleDecision;
  /** The obstacles to creating Machines; without messages, the missing Machines are created. */
  readonly blockers: Blockers;
}

/** Decides all actions of a MachineSet in one reconcile. */
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

/** Problems of the set itself: its Machines would belong to another set, or could not be named. */
function problemsOf(set: DeepReadonly<MachineSet>): string[] {
  const naming = namingProblem(set);
  return [...(naming === undefined ? [] : [naming]), ...selectorProblems(set.spec.selector, machineLabels(set))];
}
