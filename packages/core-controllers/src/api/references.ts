import { definedFields, groupOfApiVersion, type JsonObject } from "@capstan/kube";
import { ifThere } from "./fields.ts";

/** What a reference of v1beta1 says and one of v1beta2 does not. */
export interface ReferenceContext {
  /** Of the object that has the references. */
  readonly namespace: string | undefined;
  /** The API version in which the core reads a kind of a provider; `undefined` if its CRD is not known. */
  readonly apiVersionOf: (group: string, kind: string) => string | undefined;
}

/** A reference of v1beta1, which has a version and no group of its own, in v1beta2. */
export function contractRef(value: unknown): JsonObject | undefined {
  return ifThere(value, ({ apiVersion, kind, name }) => definedFields({ apiGroup: typeof apiVersion === "string" ? groupOfApiVersion(apiVersion) : undefined, kind, name }));
}

/** A reference of v1beta2 in v1beta1. */
export function objectRef(value: unknown, { namespace, apiVersionOf }: ReferenceContext): JsonObject | undefined {
  return ifThere(value, ({ apiGroup, kind, name }) =>
    definedFields({ apiVersion: apiVersionOf(String(apiGroup), String(kind)), kind, name, namespace }),
  );
}
