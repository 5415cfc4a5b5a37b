import { type JsonObject, textAt } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import { ignitionFiles, type IgnitionFile, type IgnitionNode, nodesAt } from "../ignition/ignition-files.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { command, file, script, type StepOrigin } from "../steps/new-step.ts";

const makeDirectory = [
  `set -e`,
  `if [ "$4" = true ] && [ -e "$1" ] && [ ! -d "$1" ]; then rm -f "$1"; fi`,
  `mkdir -p "$1"`,
  `chmod "$2" "$1"`,
  `[ -z "$3" ] || chown "$3" "$1"`,
];
const makeLink = [
  `set -e`,
  `mkdir -p "$(dirname "$1")"`,
  `if [ "$5" = true ]; then rm -rf "$1"; fi`,
  `if [ "$3" = hard ]; then ln "$2" "$1"; else ln -s "$2" "$1"; fi`,
  `[ -z "$4" ] || chown -h "$4" "$1"`,
];

/** `storage`: directories, files, links, each group by the depth of its path, as Ignition orders them. */
export function storageSteps(document: JsonObject): BootStep[] {
  return [
    ...byDepth(nodesAt(document, "directories")).map(directoryStep),
    ...byDepth(ignitionFiles(document)).flatMap(fileSteps),
    ...byDepth(nodesAt(document, "links")).map((node) => linkStep(node, node.fields)),
  ];
}

function byDepth<Node extends IgnitionNode>(nodes: readonly Node[]): Node[] {
  const depth = ({ path }: Node): number => path.split("/").length;
  return nodes.toSorted((a, b) => depth(a) - depth(b));
}

function originOf(module: string, at: string): StepOrigin {
  return { module, at, onFailure: "stop" };
}

function directoryStep({ at, path, mode = 0o755, overwrite, ...node }: IgnitionNode): BootStep {
  const args = ["make-directory", path, octal(mode), ownerText(node), String(overwrite === true)];
  return script(originOf("storage.directories", at), makeDirectory, args);
}

function linkStep({ at, path, overwrite, ...node }: IgnitionNode, fields: JsonObject): BootStep {
  const target = textAt(fields, "target") ?? "";
  if (target === "") throw invalid(`${at}.target`, "must be the path that the link points to");
  const args = [
    "make-link",
    path,
    target,
    fields.hard === true ? "hard" : "soft",
    ownerText(node),
    String(overwrite === true),
  ];
  return script(originOf("storage.links", at), makeLink, args);
}

/** Without `overwrite`, spec 2 replaces an existing file and spec 3 refuses to. */
function fileSteps({ at, path, mode, user, group, overwrite, contents }: IgnitionFile): BootStep[] {
  const origin = originOf("storage.files", at);
  const replaces = contents.some(({ append }) => !append);
  const owner = { ...(user === undefined ? {} : { user }), ...(group === undefined ? {} : { group }) };
  const written = contents.flatMap(({ bytes, append }) =>
    bytes === undefined ? [] : [file(origin, { path, content: bytes, append, mode: mode ?? 0o644, ...owner })],
  );
  const guard = replaces && overwrite === false ? [command(origin, ["test", "!", "-e", path])] : [];
  // A file without contents exists afterwards, with its mode and owner.
  const empty = contents.length === 0 ? [file(origin, { path, mode: mode ?? 0o644, append: true, ...owner })] : [];
  return [...guard, ...written, ...empty];
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}

function ownerText({ user = "", group }: Pick<IgnitionNode, "group" | "user">): string {
  return group === undefined ? user : `${user}:${group}`;
}
