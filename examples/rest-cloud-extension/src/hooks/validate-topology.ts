import { HookError, type HookHandler, placedTemplates } from "@capstan/runtime-extension";
import { restMachineTemplate } from "../api/rest-kinds.ts";
import { variables } from "./variables.ts";

/** The largest disk of a small server, in GiB. */
const smallDiskGiB = 100;

/** Refuses a combination before any object is created with it. */
export const validateTopology: HookHandler<"ValidateTopology"> = (request) => {
  const machines = placedTemplates(request).filter(({ object }) => object.kind === restMachineTemplate.kind);
  for (const place of machines) {
    const { restServerType, restDiskGiB = 0 } = variables.read(place);
    if (restServerType === "small" && restDiskGiB > smallDiskGiB) {
      const { kind, name } = place.holder;
      throw new HookError(`restDiskGiB of ${kind} ${name} must be at most ${smallDiskGiB} for a small server`);
    }
  }
  return undefined;
};
