import type { ProviderState } from "../../src/page/protocol.ts";
import { durationText } from "./duration-text.ts";

/** Why the provider was restarted. */
export function whyStarted({ changed, startedMs }: ProviderState): string {
  const why = changed.length === 0 ? "" : `after a change of ${changed.join(", ")}`;
  return [why, startedMs === undefined ? "" : `ready in ${durationText(startedMs)}`]
    .filter((part) => part !== "")
    .join(", ");
}
