import Type from "typebox";
import { atomicList, keyedList } from "./lists.ts";
import { conditionTypeName, text } from "./names.ts";
import { rolloutTimeField } from "./rollout-fields.ts";
import { anyValue } from "./scalars.ts";

const ownConditions = ["Ready", "Available", "HealthCheckSucceeded", "OwnerRemediated", "ExternallyRemediated"];

/** Values for variables of a ClusterClass. */
export function topologyVariables<Fields extends Type.TProperties>(
  extraFields: Fields,
  description: string,
  bounds: { minItems?: number } = {},
) {
  return keyedList(
    Type.Object(
      { name: text(256, "Name of the variable."), value: anyValue("Value of the variable."), ...extraFields },
      { description: "A variable and its value." },
    ),
    ["name"],
    { ...bounds, maxItems: 1000, description },
  );
}

/** Machine conditions that make a Machine unhealthy after some time; `timeout` is the field with the limit. */
export function unhealthyMachineConditions<Timeout extends Type.TProperties>(timeout: Timeout) {
  return atomicList(
    Type.Object(
      {
        type: Type.Unsafe<string>({
          ...conditionTypeName("Type of the condition."),
          "x-kubernetes-validations": [
            {
              rule: `!(self in [${ownConditions.map((name) => `'${name}'`).join(",")}])`,
              message: `${ownConditions.join(", ")} must not be set, because they are computed from the Machine's health`,
            },
          ],
        }),
        status: Type.Enum(["True", "False", "Unknown"], { description: "Status that counts as unhealthy." }),
        ...timeout,
      },
      { description: "A condition that makes a Machine unhealthy." },
    ),
    { minItems: 1, maxItems: 100, description: "Conditions of the Machine that make it unhealthy." },
  );
}

/** A Node condition that makes its Machine unhealthy after some time; `timeout` is the field with the limit. */
export function unhealthyNodeCondition<Timeout extends Type.TProperties>(timeout: Timeout) {
  return Type.Object(
    {
      type: Type.String({ minLength: 1, description: "Type of the condition." }),
      status: Type.String({ minLength: 1, description: "Status that counts as unhealthy." }),
      ...timeout,
    },
    { description: "A condition that makes a Machine unhealthy." },
  );
}

/** The range of unhealthy Machines in which remediation continues. */
export const unhealthyRangeField = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: "^\\[[0-9]+-[0-9]+\\]$",
  description: "Remediation continues only while the number of unhealthy Machines is in this range, such as [3-5].",
});

/** The time of a rollout of Machines. */
export const rolloutAfterField = Type.Object(
  { after: Type.Optional(rolloutTimeField) },
  { minProperties: 1, description: "When Machines are replaced." },
);

/** Name of the class in the ClusterClass. */
export const classField = text(256, "Name of the class in the ClusterClass.");

/** Namespace of a ClusterClass. */
export const classNamespaceField = Type.String({
  minLength: 1,
  maxLength: 63,
  pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
  description: "Namespace of the ClusterClass; that of the Cluster by default.",
});
