import { type DeepReadonly, type KubernetesObject } from "@capstan/contract";
import { type EventRecorder } from "@capstan/runtime";

const verbs = { SuccessfulCreate: "Created", SuccessfulDelete: "Deleted", SuccessfulAdopt: "Adopted" } as const;

/** Records which objects of an owner were created, deleted or adopted, in a single Event. */
export function recordObjects(
  recorder: EventRecorder,
  owner: DeepReadonly<KubernetesObject>,
  reason: keyof typeof verbs,
  objects: readonly DeepReadonly<Pick<KubernetesObject, "kind" | "metadata">>[],
): void {
  const [first] = objects;
  if (first === undefined) return;
  const names = objects.map(({ metadata }) => metadata.name).sort();
  const what = names.length === 1 ? first.kind : `${names.length} ${first.kind}s:`;
  recorder.record(owner, { type: "Normal", reason, message: `${verbs[reason]} ${what} ${names.join(", ")}` });
}
