import type { KubeadmIntent } from "./kubeadm/intent.ts";
import { BootProblem } from "./problem/boot-problem.ts";
import type { FileContent } from "./shell/symbolic-shell.ts";

const manifests = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd"];
const runtimeSockets = new Set(["/run/containerd/containerd.sock", "/run/crio/crio.sock", "/run/cri-dockerd.sock"]);

/** A check of kubeadm, by the name with which users ignore it. */
interface Failure {
  readonly check: string;
  readonly problem: string;
}

/**
 * The checks of kubeadm before it changes anything, of which bootstrap data decides the result.
 *
 * @throws {@link BootProblem} a check fails, and is not ignored.
 */
export function requirePreflight(intent: KubeadmIntent, files: ReadonlyMap<string, FileContent>): void {
  if (intent.skippedPhases.includes("preflight")) return;
  const ignored = intent.registration.ignoredPreflightErrors.map((name) => name.toLowerCase());
  if (ignored.includes("all")) return;
  const failures = [...existingFiles(intent, files), ...missingRuntime(intent.registration.criSocket)];
  const failure = failures.find(({ check }) => !ignored.includes(check.toLowerCase()));
  if (failure === undefined) return;
  throw new BootProblem("KubeadmPreflightFailed", `The check ${failure.check} of kubeadm fails: ${failure.problem}`);
}

function existingFiles(intent: KubeadmIntent, files: ReadonlyMap<string, FileContent>): Failure[] {
  return filesOfKubeadm(intent)
    .filter((path) => files.has(path))
    .map((path) => ({ check: `FileAvailable-${path.replaceAll("/", "-")}`, problem: `${path} exists already` }));
}

function filesOfKubeadm(intent: KubeadmIntent): string[] {
  if (intent.command === "init") return manifests.map((name) => `/etc/kubernetes/manifests/${name}.yaml`);
  const kubelet = ["/etc/kubernetes/kubelet.conf", "/etc/kubernetes/bootstrap-kubelet.conf"];
  return intent.controlPlane ? kubelet : [...kubelet, intent.caCertPath];
}

function missingRuntime(socket: string | undefined): Failure[] {
  if (socket === undefined) return [];
  const path = socket.replace(/^unix:\/\//, "").replace(/^\/var\/run\//, "/run/");
  return runtimeSockets.has(path) ? [] : [{ check: "CRI", problem: `no container runtime listens at ${socket}` }];
}
