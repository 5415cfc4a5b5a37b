import type { ResourceKind } from "@capstan/contract";
import type { WatchOptions } from "./client.ts";
import { watchedPath, type WatchPath } from "./request-path.ts";

function timeoutFor(wanted: number | undefined, longest: number): number | undefined {
  const least = Math.min(wanted ?? Infinity, longest);
  return Number.isFinite(least) ? least : undefined;
}

/** Path and query of a watch that lasts at most as long as requested, and at most `longestSeconds`. */
export function watchPath(kind: ResourceKind, options: WatchOptions, longestSeconds: number): WatchPath {
  const { namespace, resourceVersion, labelSelector, fieldSelector, timeoutSeconds, sendInitialEvents } = options;
  return watchedPath(
    kind,
    { namespace },
    {
      allowWatchBookmarks: options.allowBookmarks ?? true,
      resourceVersion,
      labelSelector,
      fieldSelector,
      ...(sendInitialEvents === true ? { sendInitialEvents, resourceVersionMatch: "NotOlderThan" } : {}),
      timeoutSeconds: timeoutFor(timeoutSeconds, longestSeconds),
    },
  );
}
