import { fieldsOf, isJsonObject, type JsonObject } from "@capstan/kube";
import { entriesAt, ignitionDocument } from "../ignition/ignition-document.ts";
import { ignitionFiles, isOnRoot } from "../ignition/ignition-files.ts";
import { ignitionUnits } from "../ignition/ignition-units.ts";
import type { IgnoredPart } from "../steps/boot-step.ts";
import type { BootPlan } from "./boot-plan.ts";
import { filesystemSteps } from "../sections/filesystems.ts";
import { passwdSteps } from "../sections/passwd.ts";
import { storageSteps } from "../sections/storage.ts";
import { unitSteps } from "../sections/units.ts";

/** The plan of an Ignition configuration, in the order of Ignition's stages; then systemd starts the units. */
export function planIgnition(text: string): BootPlan {
  const document = ignitionDocument(text);
  return {
    format: "ignition",
    steps: [
      ...filesystemSteps(document),
      ...passwdSteps(document),
      ...storageSteps(document),
      ...unitSteps(ignitionUnits(document)),
    ],
    ignored: [...unsupportedSections(document), ...otherFilesystems(document), ...downloads(document)],
  };
}

const supported: Readonly<Record<string, readonly string[]>> = {
  ignition: ["version"],
  passwd: ["groups", "users"],
  storage: ["directories", "files", "filesystems", "links"],
  systemd: ["units"],
};

function unsupportedSections(document: JsonObject): IgnoredPart[] {
  return Object.entries(document).flatMap(([section, value]) =>
    Object.entries(fieldsOf(value))
      .filter(([name, content]) => supported[section]?.includes(name) !== true && !isEmpty(content))
      .map(([name]) => ({ at: `${section}.${name}`, reason: "is not supported" })),
  );
}

/** Whether nothing is requested, at any depth. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || (isJsonObject(value) && Object.values(value).every(isEmpty));
}

function otherFilesystems(document: JsonObject): IgnoredPart[] {
  return ["directories", "files", "links"].flatMap((list) =>
    entriesAt(document, "storage", list)
      .filter((entry) => !isOnRoot(entry))
      .map(({ at }) => ({ at, reason: "is on another file system than root" })),
  );
}

function downloads(document: JsonObject): IgnoredPart[] {
  return ignitionFiles(document).flatMap(({ contents }) =>
    contents.flatMap(({ at, bytes }) =>
      bytes === undefined ? [{ at: `${at}.source`, reason: "downloads are not supported; use a data URL" }] : [],
    ),
  );
}
