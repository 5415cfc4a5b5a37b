import type { Reconcile, ThrownError } from "../../src/page/protocol.ts";

/** An error of the author's code that is still thrown, as far as known. */
export interface CurrentError {
  readonly error: ThrownError;
  /** The last reconcile that threw it. */
  readonly last: Reconcile;
  /** How often, among the known reconciles. */
  readonly times: number;
  /** The objects whose last reconcile threw it. */
  readonly objects: readonly string[];
}

/**
 * The errors that the last reconcile of an object threw, the newest first. The same error of several objects counts once.
 *
 * @param reconciles - the newest first.
 */
export function currentErrors(reconciles: readonly Reconcile[]): CurrentError[] {
  const last = new Map<string, Reconcile>();
  for (const reconcile of reconciles) {
    const key = `${reconcile.controller} ${reconcile.object ?? ""}`;
    if (!last.has(key)) last.set(key, reconcile);
  }
  const failed = [...last.values()].filter(({ own, error }) => own && error !== undefined);
  return [...Map.groupBy(failed, placeOf).values()].flatMap((group) => {
    const [newest] = group;
    if (newest?.error === undefined) return [];
    const times = reconciles.filter((each) => each.error !== undefined && placeOf(each) === placeOf(newest)).length;
    return [{ error: newest.error, last: newest, times, objects: group.flatMap(({ object }) => object ?? []) }];
  });
}

/** The key that makes two errors the same: their place or, without a place, their name. */
function placeOf({ controller, error }: Reconcile): string {
  const at = error?.source === undefined ? error?.name : `${error.source.file}:${error.source.line}`;
  return `${controller} ${at ?? ""}`;
}
