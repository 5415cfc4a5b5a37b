import { durationPattern } from "@capstan/kube";
import { Type } from "typebox";

/**
 * A duration string such as `1h30m` or `90s`. Upstream's conversion fails for any other string, long after the API server has accepted it.
 */
export function durationText(description: string) {
  return Type.String({ pattern: durationPattern, description });
}
