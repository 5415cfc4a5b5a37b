import type { AdmissionWebhook } from "@capstan/runtime";
import { definitions } from "../raw/definitions.ts";

const { group, version, kind, plural } = definitions.v1beta2.config.kind;

/** An admission webhook that refuses every RawConfig. */
export function refusing(message: string): AdmissionWebhook {
  return {
    type: "validating",
    path: "/validate-raw",
    group,
    version,
    kind,
    plural,
    review: () => ({ problems: [{ path: "spec", message }] }),
  };
}
