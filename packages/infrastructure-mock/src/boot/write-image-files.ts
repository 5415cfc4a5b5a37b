import type { ImageFile, MachineImage } from "@capstan/bootstrap-data";
import { unknownOwner } from "./image-accounts.ts";
import { BootProblem } from "./problem/boot-problem.ts";
import type { FileContent } from "./shell/symbolic-shell.ts";

/** Writes the files of an image up to the first that it cannot; cloud-init writes deferred files apart from the others. */
export function writeImageFiles(image: MachineImage, files: Map<string, FileContent>): BootProblem | undefined {
  const all = [...image.files];
  const problems = [false, true].map((deferred) => {
    const users = deferred || image.format === "ignition" ? image.users : [];
    const own = all.filter(([, file]) => (file.deferred ?? false) === deferred);
    return writeUntilUnknownOwner(own, users, files);
  });
  return problems.find((problem) => problem !== undefined);
}

function writeUntilUnknownOwner(
  written: readonly (readonly [string, ImageFile])[],
  users: MachineImage["users"],
  files: Map<string, FileContent>,
): BootProblem | undefined {
  for (const [path, { content, owner }] of written) {
    files.set(path, content);
    const unknown = unknownOwner(owner, users);
    if (unknown === undefined) continue;
    const problem = `The owner of ${path} is ${JSON.stringify(unknown)}, which the machine does not know when it writes files; the files after it are not written`;
    return new BootProblem("FileOwnerUnknown", problem);
  }
  return undefined;
}
