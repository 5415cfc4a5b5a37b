import { Type } from "typebox";

/** The state of an add-on in one Cluster, in `status.clusters`. */
export interface ClusterReport {
  /** The name of the Cluster, in the namespace of the object. */
  readonly name: string;
  /** Whether the add-on is installed as the object requests. */
  readonly ready: boolean;
  /** Why it is not, or `Installed`. */
  readonly reason: string;
  /** The reason, as a sentence. */
  readonly message?: string;
  /** What is installed, in the author's words: a version, or the hash of manifests. */
  readonly revision?: string;
}

/** The longest message of one Cluster: an object with a thousand of them must fit into a request. */
const maxMessage = 256;
const maxRevision = 128;

/** Schema of `status.clusters`. */
export const clustersSchema = Type.Unsafe<ClusterReport[]>(
  Type.Array(
    Type.Object(
      {
        name: Type.String({ description: "Name of the Cluster." }),
        ready: Type.Boolean({ description: "Whether the add-on is installed as the object requests." }),
        reason: Type.String({ description: "Why it is not, in CamelCase." }),
        message: Type.Optional(Type.String({ description: "The reason, for people." })),
        revision: Type.Optional(Type.String({ maxLength: maxRevision, description: "What is installed." })),
      },
      { description: "The add-on in one Cluster." },
    ),
    {
      description: "The Clusters that the object selects, and those from which the add-on is still to be removed.",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
    },
  ),
);

/** A report with a message of limited length. */
export function clusterReport({ message = "", ...report }: ClusterReport): ClusterReport {
  const shown = message.length > maxMessage ? `${message.slice(0, maxMessage - 3)}...` : message;
  return shown === "" ? report : { ...report, message: shown };
}

/** The longest revision. */
export { maxRevision };

/** How many Clusters a condition names. */
const named = 3;

/** The Clusters that are not ready, as the reason and message of a condition; undefined if all are. Pure. */
export function whyNotReady(
  reports: readonly ClusterReport[],
): { readonly reason: string; readonly message: string } | undefined {
  const unready = reports.filter(({ ready }) => !ready);
  const [first, ...others] = unready;
  if (first === undefined) return undefined;
  const isCommon = others.every(({ reason }) => reason === first.reason);
  const shown = unready
    .slice(0, named)
    .map(({ name, reason, message }) => `${name}: ${message ?? reason}`)
    .join("; ");
  const more = unready.length > named ? `; and ${unready.length - named} more` : "";
  return {
    reason: isCommon ? first.reason : "ClustersNotReady",
    message: `${unready.length} of ${reports.length} Clusters are not ready: ${shown}${more}`,
  };
}
