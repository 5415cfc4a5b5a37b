import Type from "typebox";
import { labelSelector } from "./label-selector.ts";
import { atomicList } from "./lists.ts";
import { clusterNameField } from "./machine-fields.ts";
import { kindName, subdomainName } from "./names.ts";
import { objectReference } from "./references.ts";
import { duration, int32, intOrString } from "./scalars.ts";
import { unhealthyMachineConditions, unhealthyNodeCondition, unhealthyRangeField } from "./topology-fields.ts";

const timeout = { timeoutSeconds: int32("How long the condition must last.", { minimum: 0 }) };

/** The conditions under which a Machine is unhealthy, v1beta2. */
export const healthChecks = Type.Object(
  {
    nodeStartupTimeoutSeconds: Type.Optional(
      int32("How long a machine may take to become a Node; 0 means no limit.", { minimum: 0 }),
    ),
    unhealthyNodeConditions: Type.Optional(
      atomicList(unhealthyNodeCondition(timeout), {
        minItems: 1,
        maxItems: 100,
        description: "Conditions of the Node that make the Machine unhealthy.",
      }),
    ),
    unhealthyMachineConditions: Type.Optional(unhealthyMachineConditions(timeout)),
  },
  { minProperties: 1, description: "What makes a Machine unhealthy." },
);

/** When unhealthy Machines are replaced and by whom, v1beta2. */
export const remediationTrigger = {
  triggerIf: Type.Optional(
    Type.Object(
      {
        unhealthyLessThanOrEqualTo: Type.Optional(
          intOrString("Remediation continues only up to this number of unhealthy Machines."),
        ),
        unhealthyInRange: Type.Optional(unhealthyRangeField),
      },
      { minProperties: 1, description: "When remediation continues." },
    ),
  ),
  templateRef: Type.Optional(
    Type.Object(
      {
        apiVersion: Type.String({
          minLength: 1,
          maxLength: 317,
          pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/[a-z]([-a-z0-9]*[a-z0-9])?$",
          description: "API version of the template.",
        }),
        kind: kindName("Kind of the template."),
        name: subdomainName("Name of the template."),
      },
      { description: "Template of the objects that request remediation from an external controller." },
    ),
  ),
};

const timeoutV1Beta1 = { timeout: duration("How long the condition must last.") };

/** The conditions under which a Machine is unhealthy, when it is replaced and by whom, v1beta1. */
export const healthCheckFieldsV1Beta1 = {
  unhealthyConditions: Type.Optional(
    Type.Array(unhealthyNodeCondition(timeoutV1Beta1), {
      maxItems: 100,
      description: "Conditions of the Node that make the Machine unhealthy.",
    }),
  ),
  unhealthyMachineConditions: Type.Optional(unhealthyMachineConditions(timeoutV1Beta1)),
  maxUnhealthy: Type.Optional(intOrString("Remediation continues only up to this number of unhealthy Machines.")),
  unhealthyRange: Type.Optional(unhealthyRangeField),
  nodeStartupTimeout: Type.Optional(duration("How long a machine may take to become a Node; 0 means no limit.")),
  remediationTemplate: Type.Optional(
    objectReference("Template of the objects that request remediation from an external controller."),
  ),
};

/** The Machines that a MachineHealthCheck is about. */
export const watchedMachines = {
  clusterName: clusterNameField,
  selector: labelSelector("The Machines whose health is watched."),
};

/** The counters in the status of a MachineHealthCheck. */
export const healthCounters = {
  expectedMachines: Type.Optional(int32("Number of Machines that are watched.", { minimum: 0 })),
  currentHealthy: Type.Optional(int32("Number of Machines that are healthy.", { minimum: 0 })),
  remediationsAllowed: Type.Optional(
    int32("How many Machines more may become unhealthy before remediation stops.", { minimum: 0 }),
  ),
};
