import { Type } from "typebox";

/** v1beta1 let users set kubeadm's own type in its sections. No provider has ever read it. */
export const typeMetaProperties = {
  apiVersion: Type.Optional(Type.String({ description: "Not read." })),
  kind: Type.Optional(Type.String({ description: "Not read." })),
};
