import type { WrittenFile } from "../cloud-init/write-files.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { file } from "../steps/new-step.ts";

/** `write_files`, or `write_files_deferred`. As in cloud-init, a file that cannot be written ends the module. */
export function writeFilesSteps(files: readonly WrittenFile[], deferred: boolean): BootStep[] {
  const module = deferred ? "write_files_deferred" : "write_files";
  return files
    .filter((one) => one.deferred === deferred)
    .map(({ at, path, content, append, permissions = "0644", owner = "root:root" }) =>
      file({ module, at }, { path, content, append, mode: octal(permissions), ...ownerOf(owner) }),
    );
}

function octal(permissions: string): number {
  return Number.parseInt(permissions.replace(/^0?o/, ""), 8);
}

/** As in cloud-init, a part that is empty, -1 or None leaves that owner unchanged. */
function ownerOf(owner: string): { user?: string; group?: string } {
  const at = owner.indexOf(":");
  const user = named(at === -1 ? owner : owner.slice(0, at));
  const group = at === -1 ? undefined : named(owner.slice(at + 1));
  return { ...(user === undefined ? {} : { user }), ...(group === undefined ? {} : { group }) };
}

function named(name: string): string | undefined {
  const trimmed = name.trim();
  return ["", "-1", "none"].includes(trimmed.toLowerCase()) ? undefined : trimmed;
}
