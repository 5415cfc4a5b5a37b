import { type TObject, type TSchema } from "typebox";
import { type PrinterColumn } from "../kubernetes/custom-resource-definition.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { type AdmissionRule } from "./admission/admission-rule.ts";
import { clusterRules } from "./admission/cluster-rules.ts";
import { machineHealthCheckRules, startupDuration, startupSeconds } from "./admission/health-check-rules.ts";
import { immutable, machineSpecRules } from "./admission/machine-spec-rules.ts";
import { machineReferenceRules, objectReferenceRules } from "./admission/reference-rules.ts";
import { machineDeploymentRules, machineSetRules } from "./admission/set-rules.ts";
import { printerColumns } from "./printer-columns.ts";
import * as clusterV1Beta1 from "./v1beta1/cluster.ts";
import * as machineDeploymentV1Beta1 from "./v1beta1/machine-deployment.ts";
import * as machineHealthCheckV1Beta1 from "./v1beta1/machine-health-check.ts";
import * as machineSetV1Beta1 from "./v1beta1/machine-set.ts";
import { machineSpecSchema as machineSpecV1Beta1 } from "./v1beta1/machine-spec.ts";
import * as machineV1Beta1 from "./v1beta1/machine.ts";
import * as cluster from "./v1beta2/cluster.ts";
import * as machineDeployment from "./v1beta2/machine-deployment.ts";
import * as machineHealthCheck from "./v1beta2/machine-health-check.ts";
import * as machineSet from "./v1beta2/machine-set.ts";
import { machineSpecSchema } from "./v1beta2/machine-spec.ts";
import * as machine from "./v1beta2/machine.ts";

/** A version of a core kind: its schemas and its columns for `kubectl get`. */
export interface CoreKindVersion {
  readonly kind: ResourceKind;
  readonly spec: TSchema;
  readonly status: TObject;
  /** The rules beyond the schemas. */
  readonly admission: readonly AdmissionRule[];
  readonly printerColumns: readonly PrinterColumn[];
}

/** A core kind in both versions. */
export interface CoreKind {
  readonly shortNames: readonly string[];
  readonly scalable: boolean;
  readonly v1beta1: CoreKindVersion;
  readonly v1beta2: CoreKindVersion;
}

const machineRules = [immutable("spec.clusterName"), ...machineSpecRules("spec")];

/** The kinds of `cluster.x-k8s.io` that Capstan implements. */
export const coreKinds = {
  Cluster: {
    shortNames: ["cl"],
    scalable: false,
    v1beta1: {
      kind: clusterV1Beta1.ClusterV1Beta1,
      spec: clusterV1Beta1.clusterSpecSchema,
      status: clusterV1Beta1.clusterStatusSchema,
      admission: [...clusterRules, ...["spec.controlPlaneRef", "spec.infrastructureRef"].flatMap(objectReferenceRules)],
      printerColumns: printerColumns.Cluster.v1beta1,
    },
    v1beta2: {
      kind: cluster.Cluster,
      spec: cluster.clusterSpecSchema,
      status: cluster.clusterStatusSchema,
      admission: clusterRules,
      printerColumns: printerColumns.Cluster.v1beta2,
    },
  },
  Machine: {
    shortNames: ["ma"],
    scalable: false,
    v1beta1: {
      kind: machineV1Beta1.MachineV1Beta1,
      spec: machineSpecV1Beta1,
      status: machineV1Beta1.machineStatusSchema,
      admission: [...machineRules, ...machineReferenceRules("spec")],
      printerColumns: printerColumns.Machine.v1beta1,
    },
    v1beta2: {
      kind: machine.Machine,
      spec: machineSpecSchema,
      status: machine.machineStatusSchema,
      admission: machineRules,
      printerColumns: printerColumns.Machine.v1beta2,
    },
  },
  MachineSet: {
    shortNames: ["ms"],
    scalable: true,
    v1beta1: {
      kind: machineSetV1Beta1.MachineSetV1Beta1,
      spec: machineSetV1Beta1.machineSetSpecSchema,
      status: machineSetV1Beta1.machineSetStatusSchema,
      admission: [
        ...machineSetRules("spec.machineNamingStrategy.template"),
        ...machineReferenceRules("spec.template.spec"),
      ],
      printerColumns: printerColumns.MachineSet.v1beta1,
    },
    v1beta2: {
      kind: machineSet.MachineSet,
      spec: machineSet.machineSetSpecSchema,
      status: machineSet.machineSetStatusSchema,
      admission: machineSetRules("spec.machineNaming.template"),
      printerColumns: printerColumns.MachineSet.v1beta2,
    },
  },
  MachineDeployment: {
    shortNames: ["md"],
    scalable: true,
    v1beta1: {
      kind: machineDeploymentV1Beta1.MachineDeploymentV1Beta1,
      spec: machineDeploymentV1Beta1.machineDeploymentSpecSchema,
      status: machineDeploymentV1Beta1.machineDeploymentStatusSchema,
      admission: [
        ...machineDeploymentRules({
          naming: "spec.machineNamingStrategy.template",
          strategy: "spec.strategy",
          remediation: "spec.strategy.remediation",
        }),
        ...machineReferenceRules("spec.template.spec"),
      ],
      printerColumns: printerColumns.MachineDeployment.v1beta1,
    },
    v1beta2: {
      kind: machineDeployment.MachineDeployment,
      spec: machineDeployment.machineDeploymentSpecSchema,
      status: machineDeployment.machineDeploymentStatusSchema,
      admission: machineDeploymentRules({
        naming: "spec.machineNaming.template",
        strategy: "spec.rollout.strategy",
        remediation: "spec.remediation",
      }),
      printerColumns: printerColumns.MachineDeployment.v1beta2,
    },
  },
  MachineHealthCheck: {
    shortNames: ["mhc", "mhcs"],
    scalable: false,
    v1beta1: {
      kind: machineHealthCheckV1Beta1.MachineHealthCheckV1Beta1,
      spec: machineHealthCheckV1Beta1.machineHealthCheckSpecSchema,
      status: machineHealthCheckV1Beta1.machineHealthCheckStatusSchema,
      admission: [
        ...machineHealthCheckRules({ startup: startupDuration, limit: "spec.maxUnhealthy" }),
        ...objectReferenceRules("spec.remediationTemplate"),
      ],
      printerColumns: printerColumns.MachineHealthCheck.v1beta1,
    },
    v1beta2: {
      kind: machineHealthCheck.MachineHealthCheck,
      spec: machineHealthCheck.machineHealthCheckSpecSchema,
      status: machineHealthCheck.machineHealthCheckStatusSchema,
      admission: machineHealthCheckRules({
        startup: startupSeconds,
        limit: "spec.remediation.triggerIf.unhealthyLessThanOrEqualTo",
      }),
      printerColumns: printerColumns.MachineHealthCheck.v1beta2,
    },
  },
} as const satisfies Record<string, CoreKind>;
