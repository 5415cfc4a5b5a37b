import { durationPattern } from "@capstan/kube";
import { Type } from "typebox";

/**
 * A duration as text, e.g. `1h30m` or `90s`: upstream's conversion fails for any other text, long after the API server has accepted
 * it.
 */
export function durationText(description: string) {
  return Type.String({ pattern: durationPattern, description });
}
