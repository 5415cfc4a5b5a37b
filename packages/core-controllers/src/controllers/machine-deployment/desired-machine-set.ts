import {
  annotations,
  type DeepReadonly,
  finalizers,
  fnv32a,
  labels,
  type MachineDeployment,
  MachineSet,
  withInPlaceFields,
  managedKeys,
  nextMap,
} from "@capstan/contract";
import { apiVersionOf, deepCopy } from "@capstan/kube";
import { nameWith, randomLength, textFor } from "@capstan/runtime";
import { rolloutFields } from "../../replicas/template-difference.ts";
import { boundsOf } from "./bounds.ts";
import { machineDeploymentOwner } from "../../kit/owner-references.ts";
import { whole } from "../../kit/projection.ts";
import { type DeploymentSet } from "./reads.ts";

/** Annotations of a deployment that are not copied to its sets. */
const notPassedOn: readonly string[] = [
  "kubectl.kubernetes.io/last-applied-configuration",
  annotations.conversionData,
  annotations.machineDeploymentRevision,
  annotations.machineDeploymentRevisionHistory,
  annotations.machineDeploymentDesiredReplicas,
  annotations.machineDeploymentMaxReplicas,
];

/**
 * A new MachineSet with the template of the deployment.
 *
 * Its name looks random but is derived from the revision and the template, so that a lost response never leads to a second set.
 */
export function newMachineSet(deployment: DeepReadonly<MachineDeployment>, revision: number): MachineSet {
  const { metadata, spec } = deployment;
  const seed = JSON.stringify([metadata.uid, revision, spec.rollout?.after, rolloutFields(spec.template)]);
  const suffix = textFor(seed, randomLength);
  const set: MachineSet = {
    apiVersion: apiVersionOf(MachineSet),
    kind: MachineSet.kind,
    metadata: {
      name: nameWith(`${metadata.name}-`, suffix),
      namespace: metadata.namespace,
      labels: { [labels.machineTemplateHash]: `${fnv32a(JSON.stringify(rolloutFields(spec.template)))}-${suffix}` },
      ownerReferences: [machineDeploymentOwner(deployment)],
      finalizers: [finalizers.machineSet],
    },
    spec: {
      clusterName: spec.clusterName,
      replicas: 0,
      selector: {},
      template: deepCopy<MachineSet["spec"]["template"]>(spec.template),
    },
  };
  return set;
}

/**
 * A MachineSet of the deployment, updated with every change that needs no new Machine: labels, annotations, selector, naming, order of
 * deletion, and the template fields that are changed in place.
 *
 * @param own - annotations of this set alone: its revision, whether it may create Machines.
 */
export function updatedMachineSet(
  set: DeploymentSet,
  deployment: DeepReadonly<MachineDeployment>,
  own: Readonly<Record<string, string>>,
): MachineSet {
  const before = whole(set);
  const next = deepCopy<MachineSet>(before);
  const { spec } = deployment;
  const template = deepCopy<MachineSet["spec"]["template"]>(spec.template);
  const hash = hashLabel(set);
  const templateLabels = { ...template.metadata?.labels, ...hash };
  const templateAnnotations = template.metadata?.annotations ?? {};
  const setLabels = {
    ...templateLabels,
    [labels.clusterName]: spec.clusterName,
    [labels.machineDeploymentName]: deployment.metadata.name,
  };
  const marker = labels.machineDeploymentName;
  next.metadata.labels = nextMap(set.metadata.labels, setLabels, managedKeys(before.metadata, "labels", marker));
  next.metadata.annotations = nextMap(
    set.metadata.annotations,
    { ...passedOn(deployment), ...own },
    managedKeys(before.metadata, "annotations", marker),
  );
  const kept = { ...next.spec };
  delete kept.deletion;
  delete kept.machineNaming;
  next.spec = {
    ...kept,
    selector: withHash(spec.selector, hash),
    ...(spec.deletion?.order === undefined ? {} : { deletion: { order: spec.deletion.order } }),
    ...(spec.machineNaming?.template === undefined ? {} : { machineNaming: { template: spec.machineNaming.template } }),
    template: {
      metadata: {
        labels: templateLabels,
        ...(Object.keys(templateAnnotations).length === 0 ? {} : { annotations: templateAnnotations }),
      },
      spec: withInPlaceFields(next.spec.template.spec, spec.template.spec),
    },
  };
  return next;
}

function withHash(
  selector: DeepReadonly<MachineSet["spec"]["selector"]>,
  hash: Readonly<Record<string, string>>,
): MachineSet["spec"]["selector"] {
  const copy = deepCopy<MachineSet["spec"]["selector"]>(selector);
  return { ...copy, matchLabels: { ...copy.matchLabels, ...hash } };
}

/** The label that distinguishes the Machines of one set of a deployment from those of another. */
function hashLabel({ metadata }: DeploymentSet): Record<string, string> {
  const hash = metadata.labels?.[labels.machineTemplateHash];
  return hash === undefined ? {} : { [labels.machineTemplateHash]: hash };
}

function passedOn(deployment: DeepReadonly<MachineDeployment>): Record<string, string> {
  const { wanted, maxSurge } = boundsOf(deployment);
  const ownOnes = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !notPassedOn.includes(key));
  return {
    ...Object.fromEntries(ownOnes),
    [annotations.machineDeploymentDesiredReplicas]: String(wanted),
    [annotations.machineDeploymentMaxReplicas]: String(wanted + maxSurge),
  };
}
