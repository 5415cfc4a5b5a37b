import { annotations, type DeepReadonly, type KubernetesObject } from "@capstan/contract";
import { type Informer } from "@capstan/runtime";
import { revisionOf } from "./revision.ts";

interface Scalable extends KubernetesObject {
  spec: { replicas?: number };
}

/**
 * The last `spec.replicas` of objects whose `spec.replicas` was removed, as watched. A counter in status is not a replacement: it includes
 * surge Machines, and excludes Machines that are not created yet.
 */
export class FormerReplicas<T extends Scalable> {
  readonly #byUid = new Map<string, number>();

  constructor(objects: Pick<Informer<T>, "onEvent">) {
    objects.onEvent(({ type, object, previous }) => {
      const { uid } = object.metadata;
      if (uid === undefined) return;
      if (type === "deleted" || object.spec.replicas !== undefined) this.#byUid.delete(uid);
      else if (previous?.metadata.uid === uid && previous.spec.replicas !== undefined) {
        this.#byUid.set(uid, previous.spec.replicas);
      }
    });
  }

  /** `undefined`: no change of the object from a number to none was watched. */
  of({ metadata }: DeepReadonly<T>): number | undefined {
    return this.#byUid.get(metadata.uid ?? "");
  }
}

/** A MachineSet of a MachineDeployment. */
interface AnnotatedSet {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
}

/** The last `spec.replicas` of a MachineDeployment, as its controller recorded it on the latest of its MachineSets. */
export function recordedReplicas(sets: readonly AnnotatedSet[]): number | undefined {
  const recorded = sets.flatMap((set) => {
    const replicas = Number.parseInt(
      set.metadata.annotations?.[annotations.machineDeploymentDesiredReplicas] ?? "",
      10,
    );
    const isAlive = set.metadata.deletionTimestamp === undefined;
    return Number.isNaN(replicas) ? [] : [{ replicas, isAlive, revision: revisionOf(set) }];
  });
  const [latest] = recorded.sort(
    (left, right) => Number(right.isAlive) - Number(left.isAlive) || right.revision - left.revision,
  );
  return latest?.replicas;
}
