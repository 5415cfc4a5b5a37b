import { Type } from "typebox";

/** v1beta1 let users write kubeadm's own type into its sections. Nobody has ever read it. */
export const typeMetaProperties = {
  apiVersion: Type.Optional(Type.String({ description: "Not read." })),
  kind: Type.Optional(Type.String({ description: "Not read." })),
};
