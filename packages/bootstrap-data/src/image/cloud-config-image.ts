import { isJsonObject } from "@capstan/kube";
import { readCommands } from "../cloud-init/commands.ts";
import { cloudConfigDocument } from "../cloud-init/document.ts";
import { type WrittenFile, writtenFiles } from "../cloud-init/write-files.ts";
import type { ImageFile, ImageUser, MachineImage } from "./machine-image.ts";

/**
 * Parses a `#cloud-config` document: write_files, bootcmd, runcmd and users. Other modules do not affect whether a machine joins.
 *
 * @throws `BootstrapDataError` it is not YAML, or one of those modules could not have used it.
 */
export function cloudConfigImage(text: string): MachineImage {
  const document = cloudConfigDocument(text);
  return {
    format: "cloud-config",
    files: imageFiles(writtenFiles(document.write_files)),
    bootCommands: readCommands(document.bootcmd, "bootcmd"),
    commands: readCommands(document.runcmd, "runcmd"),
    users: users(document.users),
  };
}

/** A later file replaces an earlier one, or is appended to it. */
function imageFiles(written: readonly WrittenFile[]): ReadonlyMap<string, ImageFile> {
  const files = new Map<string, ImageFile>();
  for (const file of written) files.set(file.path, imageFile(file, files.get(file.path)));
  return files;
}

function imageFile({ content, permissions, owner, append }: WrittenFile, previous: ImageFile | undefined): ImageFile {
  const before = append ? previous : undefined;
  return {
    content: before === undefined ? content : Buffer.concat([before.content, content]),
    permissions: permissions ?? before?.permissions ?? "0644",
    owner: owner ?? before?.owner ?? "root:root",
  };
}

function users(value: unknown): ImageUser[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const name = isJsonObject(entry) ? entry.name : entry;
    return typeof name === "string" && name !== "" ? [{ name }] : [];
  });
}
