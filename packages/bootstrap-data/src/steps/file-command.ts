import type { BootFile } from "./boot-step.ts";

const write = `set -eu
umask 022
mkdir -p "$(dirname "$1")"
umask 077
case $3 in append) cat >>"$1" ;; *) cat >"$1" ;; esac
[ -z "$4" ] || chown "$4" "$1"
chmod "$2" "$1"`;

/**
 * The program that writes a file on its machine, with the content as its stdin. An archive that is unpacked into a container's file system
 * does not reach tmpfs such as `/run`, nor files that the engine mounts, such as `/etc/hostname`.
 *
 * @example
 * ```ts
 * import { fileCommand, planBoot } from "@capstan/bootstrap-data";
 *
 * const data = "#cloud-config\nwrite_files: [{ path: /etc/motd, content: hello }]\n";
 * const { steps } = planBoot(data, { instance: { instanceID: "i-1", localHostname: "m1" } });
 * for (const step of steps) {
 *   if (step.kind === "file") console.log(fileCommand(step.file).argv[0]); // /bin/sh
 * }
 * ```
 */
export function fileCommand(file: BootFile): {
  readonly argv: readonly [string, ...string[]];
  readonly stdin: Uint8Array;
} {
  const { path, content, mode, append, user = "", group } = file;
  const owner = group === undefined ? user : `${user}:${group}`;
  const octal = mode.toString(8).padStart(4, "0");
  return {
    argv: ["/bin/sh", "-c", write, "write-file", path, octal, append ? "append" : "replace", owner],
    stdin: content,
  };
}
