import Type from "typebox";
import { kindName, subdomainName } from "./names.ts";

/** Reference to a provider object in the same namespace; the contract label of its CRD determines the version. */
export function contractRef(description: string) {
  return Type.Object(
    {
      apiGroup: subdomainName("API group of the object."),
      kind: kindName("Kind of the object."),
      name: subdomainName("Name of the object."),
    },
    { description },
  );
}

/** `corev1.ObjectReference`, which v1beta1 uses for every reference. */
export function objectReference(description: string) {
  return Type.Object(
    {
      apiVersion: Type.Optional(Type.String({ description: "API version of the object." })),
      kind: Type.Optional(Type.String({ description: "Kind of the object." })),
      name: Type.Optional(Type.String({ description: "Name of the object." })),
      namespace: Type.Optional(Type.String({ description: "Namespace of the object." })),
      uid: Type.Optional(Type.String({ description: "UID of the object." })),
      resourceVersion: Type.Optional(Type.String({ description: "Resource version of the object." })),
      fieldPath: Type.Optional(Type.String({ description: "Field of the object that the reference points to." })),
    },
    { "x-kubernetes-map-type": "atomic", description },
  );
}
