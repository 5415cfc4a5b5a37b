import type { ReplicaCounts } from "./described-object.ts";

/** `3/5 ready`, and other differences from the desired state; empty without counts. */
export function replicasText(counts: ReplicaCounts | undefined): string {
  if (counts === undefined) return "";
  const { desired, current = 0, ready = 0, available = ready, upToDate = current } = counts;
  return [
    `${ready}/${desired ?? current} ready`,
    ...(available < ready ? [`${available} available`] : []),
    ...(upToDate < current ? [`${upToDate} of ${current} up to date`] : []),
  ].join(", ");
}
