import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";
import { ifThere, present } from "./fields.ts";
import type { KindForms } from "./kind-forms.ts";
import { machineSpecToV1Beta1, machineSpecToV1Beta2 } from "./machine.ts";
import type { ReferenceContext } from "./references.ts";
import { type StatusForm, statusToV1Beta1, statusToV1Beta2 } from "./status-forms.ts";

/** The Machine template. In v1beta1, `minReadySeconds` is a field of the set. */
export function templateToV1Beta2({ template, minReadySeconds }: JsonObject): JsonObject | undefined {
  if (template === undefined && minReadySeconds === undefined) return undefined;
  const { metadata, spec } = fieldsOf(template);
  return definedFields({
    metadata: present(fieldsOf(metadata)),
    spec: definedFields({ ...machineSpecToV1Beta2(fieldsOf(spec)), minReadySeconds }),
  });
}

/** The Machine template in v1beta1, without `minReadySeconds`. */
export function templateToV1Beta1(template: unknown, context: ReferenceContext): JsonObject | undefined {
  return ifThere(template, ({ metadata, spec }) =>
    definedFields({ metadata, spec: ifThere(spec, (fields) => machineSpecToV1Beta1(fields, context)) }),
  );
}

/** `spec.minReadySeconds` of a v1beta1 set. */
export function minReadySecondsOf(template: unknown): unknown {
  return fieldsOf(fieldsOf(template).spec).minReadySeconds;
}

function naming(value: unknown): JsonObject | undefined {
  return present({ template: fieldsOf(value).template });
}

const counters = ["readyReplicas", "availableReplicas", "upToDateReplicas"];

const setStatus: StatusForm = {
  deprecated: ["conditions", "failureReason", "failureMessage", "fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  staged: ["conditions", ...counters],
  flags: {},
  shared: ["selector", "replicas", "versions"],
};

/** MachineSets in both versions. */
export const machineSetForms: KindForms = {
  specToV1Beta2: (spec) =>
    definedFields({
      clusterName: spec.clusterName,
      replicas: spec.replicas,
      selector: spec.selector,
      template: templateToV1Beta2(spec),
      machineNaming: naming(spec.machineNamingStrategy),
      deletion: present({ order: spec.deletePolicy }),
    }),
  specToV1Beta1: (spec, context) =>
    definedFields({
      clusterName: spec.clusterName,
      replicas: spec.replicas,
      selector: spec.selector,
      template: templateToV1Beta1(spec.template, context),
      minReadySeconds: minReadySecondsOf(spec.template),
      machineNamingStrategy: naming(spec.machineNaming),
      deletePolicy: fieldsOf(spec.deletion).order,
    }),
  statusToV1Beta2: (status) => statusToV1Beta2(status, setStatus),
  statusToV1Beta1: (status) => statusToV1Beta1(status, setStatus),
};

const deploymentStatus: StatusForm = {
  deprecated: ["conditions", "updatedReplicas", "readyReplicas", "availableReplicas", "unavailableReplicas"],
  staged: ["conditions", ...counters],
  flags: {},
  shared: ["selector", "replicas", "versions", "phase"],
};

function strategyToV1Beta1({ rollout, deletion, remediation }: JsonObject): JsonObject | undefined {
  const { strategy } = fieldsOf(rollout);
  const { type, rollingUpdate } = fieldsOf(strategy);
  const { order } = fieldsOf(deletion);
  const { maxInFlight } = fieldsOf(remediation);
  return present({
    type,
    rollingUpdate: present({ ...fieldsOf(rollingUpdate), deletePolicy: order }),
    remediation: present({ maxInFlight }),
  });
}

/** MachineDeployments in both versions. */
export const machineDeploymentForms: KindForms = {
  specToV1Beta2: (spec) => {
    const { type, rollingUpdate, remediation } = fieldsOf(spec.strategy);
    const { maxSurge, maxUnavailable, deletePolicy } = fieldsOf(rollingUpdate);
    const bounds = present({ maxSurge, maxUnavailable });
    return definedFields({
      clusterName: spec.clusterName,
      replicas: spec.replicas,
      selector: spec.selector,
      paused: spec.paused,
      template: templateToV1Beta2(spec),
      rollout: present({ after: spec.rolloutAfter, strategy: present({ type, rollingUpdate: bounds }) }),
      machineNaming: naming(spec.machineNamingStrategy),
      remediation: present({ maxInFlight: fieldsOf(remediation).maxInFlight }),
      deletion: present({ order: deletePolicy }),
    });
  },
  specToV1Beta1: (spec, context) =>
    definedFields({
      clusterName: spec.clusterName,
      replicas: spec.replicas,
      selector: spec.selector,
      paused: spec.paused,
      template: templateToV1Beta1(spec.template, context),
      minReadySeconds: minReadySecondsOf(spec.template),
      rolloutAfter: fieldsOf(spec.rollout).after,
      strategy: strategyToV1Beta1(spec),
      machineNamingStrategy: naming(spec.machineNaming),
    }),
  statusToV1Beta2: (status) => statusToV1Beta2(status, deploymentStatus),
  statusToV1Beta1: (status) => statusToV1Beta1(status, deploymentStatus),
};
