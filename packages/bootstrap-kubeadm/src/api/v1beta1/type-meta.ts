import { Type } from "typebox";

/** v1beta1 let users write kubeadm's own type into its sections. It has never been read. */
export const typeMetaProperties = {
  apiVersion: Type.Optional(Type.String({ description: "Not read." })),
  kind: Type.Optional(Type.String({ description: "Not read." })),
};
