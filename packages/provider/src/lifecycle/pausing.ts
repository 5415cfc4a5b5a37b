import { annotations, type Cluster, type DeepReadonly } from "@capstan/contract";
import type { CachedObject } from "../object/stored-object.ts";

/** Why an object is paused, as a sentence; undefined if it is not paused. The annotation counts whatever its value (rule BC-021). */
export function whyPaused(cluster: DeepReadonly<Cluster> | undefined, object: CachedObject): string | undefined {
  const causes = [
    cluster?.spec.paused === true ? `Cluster ${cluster.metadata.name} has spec.paused set` : undefined,
    object.metadata.annotations?.[annotations.paused] === undefined
      ? undefined
      : `${object.kind} has the annotation ${annotations.paused}`,
  ].filter((cause) => cause !== undefined);
  return causes.length === 0 ? undefined : causes.join("; ");
}
