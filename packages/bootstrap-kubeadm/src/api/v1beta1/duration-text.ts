import { Type } from "typebox";

/** What Go reads as a duration: upstream's conversion fails for any other text, long after the API server has taken it. */
const pattern = "^[-+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

/** A duration as text, e.g. `1h30m` or `90s`. */
export function durationText(description: string) {
  return Type.String({ pattern, description });
}
