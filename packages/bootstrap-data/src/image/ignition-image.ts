import { textAt } from "@capstan/kube";
import { entriesAt, ignitionDocument } from "../ignition/ignition-document.ts";
import { ignitionFiles, type IgnitionFile } from "../ignition/ignition-files.ts";
import { type IgnitionUnit, ignitionUnits } from "../ignition/ignition-units.ts";
import type { ImageFile, MachineImage } from "./machine-image.ts";

/**
 * Parses an Ignition configuration: users, files, and the commands of units that are enabled.
 *
 * @throws `BootstrapDataError` it is not JSON, or a file, user or unit is unusable.
 */
export function ignitionImage(text: string): MachineImage {
  const document = ignitionDocument(text);
  const units = ignitionUnits(document);
  return {
    format: "ignition",
    files: new Map([...ignitionFiles(document).map(imageFile), ...units.flatMap(unitFile)]),
    bootCommands: [],
    commands: units.flatMap(unitCommands),
    users: entriesAt(document, "passwd", "users").flatMap(({ fields }) => {
      const name = textAt(fields, "name");
      return name === undefined || name === "" ? [] : [{ name }];
    }),
  };
}

function imageFile({ path, mode = 0o644, user = "root", group = "root", contents }: IgnitionFile): [string, ImageFile] {
  const content = Buffer.concat(contents.flatMap(({ bytes }) => (bytes === undefined ? [] : [bytes])));
  return [path, { content, permissions: `0${mode.toString(8)}`, owner: `${user}:${group}` }];
}

function unitFile({ name, contents }: IgnitionUnit): [string, ImageFile][] {
  if (contents === undefined) return [];
  const content = Buffer.from(contents);
  return [[`/etc/systemd/system/${name}`, { content, permissions: "0644", owner: "root:root" }]];
}

/** The commands of a unit, without the prefixes of systemd. */
function unitCommands({ enabled, masked, contents = "" }: IgnitionUnit): string[] {
  if (enabled !== true || masked) return [];
  return [...contents.matchAll(/^ExecStart\s*=\s*[-@:+!]*(.+)$/gm)].flatMap(([, line]) => line ?? []);
}
