import { Type } from "typebox";

/** The fields of upstream's status in addition to the contract's. */
export const KubeadmConfigStatusV1Beta1 = Type.Object({
  observedGeneration: Type.Optional(
    Type.Integer({ format: "int64", description: "Generation that was last reconciled." }),
  ),
});
export type KubeadmConfigStatusV1Beta1 = Type.Static<typeof KubeadmConfigStatusV1Beta1>;
