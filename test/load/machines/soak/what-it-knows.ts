import type { Manager } from "@capstan/runtime";

/** The knowledge and activity of a manager, to explain inactivity: no line has the content of an object. */
export function whatItKnows({ cache, controllers }: Manager): string[] {
  const caches = cache.informers().map((informer) => {
    const { kind, synced, problem } = informer;
    const objects = informer.list().map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion ?? ""}`);
    const state = synced ? objects.join(" ") : "not read";
    return `cache of ${kind.plural}: ${state}${problem === undefined ? "" : ` (${problem.message})`}`;
  });
  const work = controllers.map(({ name, queue, longestRunning, pendingInSources }) => {
    const { depth = 0, processing = 0, delayed = 0, adds = 0, retries = 0 } = queue ?? {};
    const running =
      longestRunning === undefined
        ? ""
        : `; ${longestRunning.request.name} for ${longestRunning.seconds.toFixed(1)} s: ${longestRunning.waitsFor.join(", ")}`;
    const counts = { depth, processing, delayed, adds, retries, pendingInSources };
    const shown = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
    return `controller ${name}: ${shown.join(", ")}${running}`;
  });
  return [...caches, ...work];
}
