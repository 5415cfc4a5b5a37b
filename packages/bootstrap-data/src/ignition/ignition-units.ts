import { invalid } from "../input/bootstrap-data-error.ts";
import type { JsonObject } from "@capstan/kube";
import { entriesAt, entriesOf, requiredText } from "./ignition-document.ts";

/** A unit of `systemd.units`. */
export interface IgnitionUnit {
  readonly at: string;
  readonly name: string;
  /** Undefined if the data leaves it as it is. */
  readonly enabled?: boolean;
  readonly masked: boolean;
  readonly contents?: string;
  readonly dropins: readonly { readonly at: string; readonly name: string; readonly contents: string }[];
}

/** The systemd units of an Ignition configuration. */
export function ignitionUnits(document: JsonObject): IgnitionUnit[] {
  return entriesAt(document, "systemd", "units").map((entry) => {
    const { at, fields } = entry;
    const { contents, mask } = fields;
    // `enable` is the former name, which can only enable.
    const enabled = typeof fields.enabled === "boolean" ? fields.enabled : fields.enable === true ? true : undefined;
    return {
      at,
      name: fileName(requiredText(entry, "name"), at),
      masked: mask === true,
      ...(enabled === undefined ? {} : { enabled }),
      ...(typeof contents === "string" && contents !== "" ? { contents } : {}),
      dropins: entriesOf(fields.dropins, `${at}.dropins`).map((dropin) => ({
        at: dropin.at,
        name: fileName(requiredText(dropin, "name"), dropin.at),
        contents: typeof dropin.fields.contents === "string" ? dropin.fields.contents : "",
      })),
    };
  });
}

function fileName(name: string, at: string): string {
  if (name.includes("/") || name.startsWith("-")) throw invalid(`${at}.name`, "must be the name of a file");
  return name;
}
