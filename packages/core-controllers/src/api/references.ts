import { definedFields, groupOfApiVersion, type JsonObject } from "@capstan/kube";
import { ifThere } from "./fields.ts";

/** The data that a v1beta1 reference contains and a v1beta2 reference does not. */
export interface ReferenceContext {
  /** Namespace of the object that contains the references. */
  readonly namespace: string | undefined;
  /** The API version in which the core reads a kind of a provider; `undefined` if its CRD is not known. */
  readonly apiVersionOf: (group: string, kind: string) => string | undefined;
}

/** Converts a v1beta1 reference, which has `apiVersion` instead of a group, to v1beta2. */
export function contractRef(value: unknown): JsonObject | undefined {
  return ifThere(value, ({ apiVersion, kind, name }) => definedFields({ apiGroup: typeof apiVersion === "string" ? groupOfApiVersion(apiVersion) : undefined, kind, name }));
}

/** Converts a v1beta2 reference to v1beta1. */
export function objectRef(value: unknown, { namespace, apiVersionOf }: ReferenceContext): JsonObject | undefined {
  return ifThere(value, ({ apiGroup, kind, name }) =>
    definedFields({
      apiVersion: typeof apiGroup === "string" && typeof kind === "string" ? apiVersionOf(apiGroup, kind) : undefined,
      kind,
      name,
      namespace,
    }),
  );
}
