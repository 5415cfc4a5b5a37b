import { stringType } from "../types/cel-type.ts";
import { global, type Overload } from "./overload.ts";

/** Kubernetes' functions for creating JSON patches. */
export const patches: readonly Overload[] = [
  global("jsonpatch.escapeKey", "string_jsonpatch_escapeKey_string", [stringType], stringType, (key: string) =>
    key.replaceAll("~", "~0").replaceAll("/", "~1"),
  ),
];
