import { labels, type ObjectKey, type OwnerReference, secretType } from "@capstan/contract";
import type { Secret } from "@capstan/runtime";
import type { ClusterOwners } from "../object/owners.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Visit } from "../visit/visit.ts";

/** The content of a Secret: UTF-8 strings by key; undefined values are omitted. */
export type SecretData = Readonly<Record<string, string | undefined>>;

/** The controller owner reference to a provider object (rule BS-004). */
export function ownerReferenceTo({ apiVersion, kind, metadata }: CachedObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}

/** A Secret of the object's Cluster that the object controls, as the contract requires (rules BS-002 to BS-004, CP-008). */
export function ownedSecret(visit: Visit<ClusterOwners>, { name, namespace }: ObjectKey, data: SecretData): Secret {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name,
      namespace,
      labels: { [labels.clusterName]: visit.owners.cluster.metadata.name },
      ownerReferences: [ownerReferenceTo(visit.object)],
    },
    type: secretType,
    data: encodedData(data),
  };
}

/** Encodes the content in base64, as the API server requires. */
export function encodedData(data: SecretData): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, Buffer.from(text, "utf8").toString("base64")] as const],
    ),
  );
}
