import { posix } from "node:path";
import { parseYamlDocuments } from "@capstan/kube";
import { BootProblem } from "../problem/boot-problem.ts";
import type { FileContent } from "../shell/symbolic-shell.ts";

const targets = [
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "etcd",
  "kubeletconfiguration",
  "corednsdeployment",
];

/**
 * The patches that kubeadm reads from a directory; it reads all of them, whatever the machine is.
 *
 * @throws {@link BootProblem} the directory does not exist, or a patch has another target or is not YAML.
 */
export function requirePatches(directory: string | undefined, files: ReadonlyMap<string, FileContent>): void {
  if (directory === undefined) return;
  const folder = posix.resolve("/", directory);
  const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`));
  if (inside.length === 0) throw invalid(`the directory ${folder} of patches does not exist`);
  for (const [path, content] of inside) {
    if (posix.dirname(path) === folder && /\.(json|yaml)$/.test(path)) requirePatch(path, content);
  }
}

function requirePatch(path: string, content: FileContent): void {
  const name = posix.basename(path);
  if (!targets.some((target) => name.startsWith(target))) {
    throw invalid(`${path} has none of the targets ${targets.join(", ")}`);
  }
  if (content === undefined) return;
  try {
    parseYamlDocuments(content.toString("utf8"));
  } catch {
    throw invalid(`${path} is not YAML`);
  }
}

function invalid(problem: string): BootProblem {
  return new BootProblem("KubeadmPatchesInvalid", `kubeadm cannot read its patches: ${problem}`);
}
