import { labels, type Report, type StatusVersion } from "@capstan/contract";
import { compareKubernetesVersions, definedFields, fieldsOf } from "@capstan/kube";
import type { CachedObject } from "../../object/stored-object.ts";
import type { ControlPlaneFacts } from "./outcome.ts";

type Derived = Pick<Report<"ControlPlane">, "version" | "versions" | "desiredReplicas" | "selector">;

/**
 * Derives facts from the author's, for every contract: `versions` sorted from the oldest, and the oldest version (rule CP-005); the desired
 * number of instances, from which the missing ones are counted; and the selector of their Machines (CP-004). Pure.
 */
export function derivedFacts(object: CachedObject, clusterName: string, facts: ControlPlaneFacts): Derived {
  const versions = versionsOf(facts)?.toSorted((a, b) => compareKubernetesVersions(a.version, b.version));
  return definedFields({
    versions,
    version: versions?.[0]?.version,
    selector: facts.replicas === undefined ? undefined : (facts.selector ?? selectorOf(clusterName)),
    desiredReplicas: wantedReplicas(object),
  });
}

/** The label selector of a control plane's Machines, as the kubeadm control plane provider reports it. */
function selectorOf(clusterName: string): string {
  return `${labels.clusterName}=${clusterName},${labels.controlPlane}`;
}

function versionsOf({ version, versions, replicas = 0 }: ControlPlaneFacts): readonly StatusVersion[] | undefined {
  if (versions !== undefined || version === undefined) return versions;
  return [{ version, ...(replicas > 0 ? { replicas } : {}) }];
}

function wantedReplicas({ spec }: CachedObject): number | undefined {
  const { replicas } = fieldsOf(spec);
  return typeof replicas === "number" ? replicas : undefined;
}
