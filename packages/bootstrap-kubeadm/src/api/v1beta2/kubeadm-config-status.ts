import { Type } from "typebox";

/** The fields of upstream's status in addition to the contract's. */
export const KubeadmConfigStatus = Type.Object(
  {
    observedGeneration: Type.Optional(
      Type.Integer({ format: "int64", minimum: 1, description: "Generation that was last reconciled." }),
    ),
  },
  { minProperties: 1 },
);
