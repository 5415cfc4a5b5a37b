import { rule } from "../rule/rule.ts";
import { type Release } from "./release.ts";

/** The rule that clusterctl can read the files. It does not read the files of Tilt (rule BP-002). */
export const readableFiles = rule<Release>("CT-024", function* ({ files }) {
  for (const { path, name, unreadable } of files) {
    if (unreadable === undefined || name.startsWith("tilt-provider.")) continue;
    yield { object: path, path: "", expected: "YAML after the substitution of variables", actual: unreadable };
  }
});
