import Type from "typebox";
import { conditionsSchema, conditionsV1Beta1Schema } from "../fields/conditions.ts";
import { failureFields } from "../fields/deprecated-status.ts";
import { infrastructureProvisionedField, infrastructureReadyField } from "../fields/infrastructure-report.ts";
import { observedGenerationField, observedGenerationV1Beta1Field } from "../fields/observed-generation.ts";
import { deprecatedPoolStatus, poolCountersV1Beta1, poolSpecFields, poolStatusFields } from "../fields/pool-fields.ts";
import { minReadySecondsV1Beta1Field, replicaCounters } from "../fields/rollout-fields.ts";
import { stagedStatus } from "../fields/staged-status.ts";
import { coreResourceV1Beta1 } from "../names/core-resource.ts";
import { immutable } from "./admission/machine-spec-rules.ts";
import { machineReferenceRules } from "./admission/reference-rules.ts";
import { crdOf } from "./core-crds.ts";
import { MachinePool } from "./machine-pool.ts";
import { printerColumns } from "./printer-columns.ts";
import { machineTemplateSchema as machineTemplateV1Beta1 } from "./v1beta1/machine-set.ts";
import { machineTemplateSchema } from "./v1beta2/machine-set.ts";

const bootstrapDescription = "The bootstrap provider has reported its data.";

/** `spec` of a v1beta1 MachinePool. */
const specV1Beta1 = Type.Object(
  {
    ...poolSpecFields,
    template: machineTemplateV1Beta1,
    minReadySeconds: Type.Optional(minReadySecondsV1Beta1Field),
  },
  { description: "Desired state of the MachinePool." },
);

/** `status` of a v1beta1 MachinePool. */
const statusV1Beta1 = Type.Object(
  {
    ...poolStatusFields,
    ...failureFields,
    ...poolCountersV1Beta1,
    bootstrapReady: Type.Optional(Type.Boolean({ description: bootstrapDescription })),
    infrastructureReady: Type.Optional(infrastructureReadyField),
    observedGeneration: Type.Optional(observedGenerationV1Beta1Field),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    v1beta2: Type.Optional(stagedStatus(replicaCounters)),
  },
  { description: "Observed state of the MachinePool." },
);

/** `spec` of a v1beta2 MachinePool. */
const spec = Type.Object(
  { ...poolSpecFields, template: machineTemplateSchema },
  { description: "Desired state of the MachinePool." },
);

/** `status` of a v1beta2 MachinePool. */
const status = Type.Object(
  {
    ...poolStatusFields,
    ...replicaCounters,
    conditions: Type.Optional(conditionsSchema),
    initialization: Type.Optional(
      Type.Object(
        {
          infrastructureProvisioned: Type.Optional(infrastructureProvisionedField),
          bootstrapDataSecretCreated: Type.Optional(Type.Boolean({ description: bootstrapDescription })),
        },
        { minProperties: 1, description: "Steps of the initial provisioning that have completed." },
      ),
    ),
    observedGeneration: Type.Optional(observedGenerationField),
    deprecated: Type.Optional(deprecatedPoolStatus),
  },
  { minProperties: 1, description: "Observed state of the MachinePool." },
);

/**
 * The CRD of MachinePools, in both versions. Capstan has no controller for the kind: its core reports that in a condition of each
 * MachinePool. The CRD exists because `clusterctl describe` lists MachinePools, whether there are any or not.
 */
export const machinePoolCRD = crdOf({
  shortNames: ["mp"],
  scalable: true,
  v1beta1: {
    kind: coreResourceV1Beta1(MachinePool),
    spec: specV1Beta1,
    status: statusV1Beta1,
    admission: [immutable("spec.clusterName"), ...machineReferenceRules("spec.template.spec")],
    printerColumns: printerColumns.MachinePool.v1beta1,
  },
  v1beta2: {
    kind: MachinePool,
    spec,
    status,
    admission: [immutable("spec.clusterName")],
    printerColumns: printerColumns.MachinePool.v1beta2,
  },
});
