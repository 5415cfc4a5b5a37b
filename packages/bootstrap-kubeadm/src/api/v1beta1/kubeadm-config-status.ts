import { Type } from "typebox";

/** What upstream's status has in addition to the contract's fields. */
export const KubeadmConfigStatusV1Beta1 = Type.Object({
  observedGeneration: Type.Optional(
    Type.Integer({ format: "int64", description: "The generation that was reconciled last." }),
  ),
});
export type KubeadmConfigStatusV1Beta1 = Type.Static<typeof KubeadmConfigStatusV1Beta1>;
