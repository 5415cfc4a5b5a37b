import { canonicalQuantity } from "@capstan/kube";
import { type EnvVar, type EnvVarSource } from "../../api/v1beta2/component-settings.ts";

/** Renders environment variables as Go does: without empty strings, and always with a divisor in canonical form. */
export function renderEnvVars(variables: readonly EnvVar[] | undefined): object[] | undefined {
  return variables?.map(({ name, value, valueFrom }) => ({
    name,
    value: value === "" ? undefined : value,
    valueFrom: valueFrom === undefined ? undefined : renderSource(valueFrom),
  }));
}

function renderSource(source: EnvVarSource): object {
  const { configMapKeyRef, secretKeyRef, fieldRef, fileKeyRef, resourceFieldRef } = source;
  return {
    configMapKeyRef: configMapKeyRef && withoutEmpty(configMapKeyRef, "name"),
    secretKeyRef: secretKeyRef && withoutEmpty(secretKeyRef, "name"),
    fieldRef: fieldRef && withoutEmpty(fieldRef, "apiVersion"),
    fileKeyRef,
    resourceFieldRef: resourceFieldRef && {
      ...withoutEmpty(resourceFieldRef, "containerName"),
      divisor: canonicalQuantity(String(resourceFieldRef.divisor ?? 0)),
    },
  };
}

function withoutEmpty<Source extends object>(source: Source, field: keyof Source): object {
  return { ...source, ...(source[field] === "" ? { [field]: undefined } : {}) };
}
