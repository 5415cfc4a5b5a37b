import Type from "typebox";

/** `corev1.TypedLocalObjectReference`, with which v1beta1 refers to a pool. */
export function poolReferenceV1Beta1(description: string) {
  return Type.Object(
    {
      apiGroup: Type.Optional(Type.String({ description: "API group of the pool." })),
      kind: Type.String({ description: "Kind of the pool." }),
      name: Type.String({ description: "Name of the pool." }),
    },
    { "x-kubernetes-map-type": "atomic", description },
  );
}

/** Names a pool of IP addresses, in the namespace of the claim or cluster-wide. */
export interface PoolReference {
  /** The API group of the pool's kind. */
  readonly apiGroup: string;
  /** The kind of the pool. */
  readonly kind: string;
  /** The name of the pool. */
  readonly name: string;
}
