import { isJsonObject, type JsonObject, textAt } from "@capstan/kube";
import { entriesAt, type Entry } from "../ignition/ignition-document.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { makeFilesystem } from "../steps/make-filesystem.ts";

/** `storage.filesystems` that have a format: in spec 2 below `mount`. */
export function filesystemSteps(document: JsonObject): BootStep[] {
  return entriesAt(document, "storage", "filesystems").flatMap(({ at, fields }: Entry) => {
    const settings = isJsonObject(fields.mount) ? fields.mount : fields;
    const [device, type] = [textAt(settings, "device"), textAt(settings, "format")];
    if (device === undefined || type === undefined || type === "none") return [];
    return [
      makeFilesystem(
        { module: "storage.filesystems", at, onFailure: "stop" },
        {
          device,
          partition: "none",
          type,
          label: textAt(settings, "label") ?? "",
          overwrite: settings.wipeFilesystem === true,
          options: Array.isArray(settings.options) ? settings.options.map(String) : [],
        },
      ),
    ];
  });
}
