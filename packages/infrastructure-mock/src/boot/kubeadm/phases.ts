import { BootProblem } from "../problem/boot-problem.ts";

/** The phases of kubeadm, of the versions that read v1beta3 or v1beta4, with those inside them. */
const phases: Readonly<Record<"init" | "join", Readonly<Record<string, readonly string[]>>>> = {
  init: {
    preflight: [],
    certs: [
      ...["all", "ca", "apiserver", "apiserver-kubelet-client", "front-proxy-ca", "front-proxy-client", "etcd-ca"],
      ...["etcd-server", "etcd-peer", "etcd-healthcheck-client", "apiserver-etcd-client", "sa"],
    ],
    kubeconfig: ["all", "admin", "super-admin", "kubelet", "controller-manager", "scheduler"],
    etcd: ["local"],
    "control-plane": ["all", "apiserver", "controller-manager", "scheduler"],
    "kubelet-start": [],
    "wait-control-plane": [],
    "upload-config": ["all", "kubeadm", "kubelet"],
    "upload-certs": [],
    "mark-control-plane": [],
    "bootstrap-token": [],
    "kubelet-finalize": ["all", "enable-client-cert-rotation", "experimental-cert-rotation"],
    addon: ["all", "coredns", "kube-proxy"],
    "show-join-command": [],
  },
  join: {
    preflight: [],
    "control-plane-prepare": ["all", "download-certs", "certs", "kubeconfig", "control-plane"],
    "kubelet-start": [],
    "etcd-join": [],
    "kubelet-wait-bootstrap": [],
    "control-plane-join": ["all", "etcd", "update-status", "mark-control-plane"],
    "wait-control-plane": [],
  },
};

/** @throws {@link BootProblem} kubeadm has no phase of one of these names. */
export function requirePhases(command: "init" | "join", skipped: readonly string[]): void {
  const known = Object.entries(phases[command]).flatMap(([name, inside]) => [
    name,
    ...inside.map((each) => `${name}/${each}`),
  ]);
  const unknown = skipped.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new BootProblem(
    "KubeadmConfigInvalid",
    `skipPhases has ${unknown}, which is not a phase of kubeadm ${command}`,
  );
}
