import { Type } from "typebox";

/** What upstream's status has in addition to the contract's fields. */
export const KubeadmConfigStatus = Type.Object(
  {
    observedGeneration: Type.Optional(
      Type.Integer({ format: "int64", minimum: 1, description: "The generation that was reconciled last." }),
    ),
  },
  { minProperties: 1 },
);
