import path from "node:path";
import type { RealApiServerOptions } from "./real-api-server-options.ts";
import type { ServerFolder } from "./server-folder.ts";

const controllers = [
  "clusterrole-aggregation-controller",
  "garbage-collector-controller",
  "namespace-controller",
  "resourcequota-controller",
  "validatingadmissionpolicy-status-controller",
];
const accountControllers = ["serviceaccount-controller", "root-ca-certificate-publisher-controller"];

type Place = Pick<ServerFolder, "directory" | "ports">;

/** The client URL of etcd. */
export function etcdUrl({ etcd }: Place["ports"]): string {
  return `http://127.0.0.1:${etcd}`;
}

/** Flags of etcd. */
export function etcdFlags({ directory, ports }: Place): string[] {
  const client = etcdUrl(ports);
  const peer = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    "--name=test",
    `--data-dir=${path.join(directory, "etcd")}`,
    "--unsafe-no-fsync",
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=test=${peer}`,
    "--log-level=warn",
  ];
}

/** Flags of kube-apiserver; those of the options come last, and so take effect. */
export function apiServerFlags({ directory, ports }: Place, options: RealApiServerOptions): string[] {
  const file = (name: string): string => path.join(directory, name);
  const audit = [
    `--audit-policy-file=${file("audit-policy.yaml")}`,
    `--audit-log-path=${auditLogIn(directory)}`,
    "--audit-log-mode=blocking",
    "--audit-log-maxsize=4096",
  ];
  return [
    `--etcd-servers=${etcdUrl(ports)}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--secure-port=${ports.apiServer}`,
    `--tls-cert-file=${file("serving.crt")}`,
    `--tls-private-key-file=${file("serving.key")}`,
    `--client-ca-file=${file("ca.crt")}`,
    `--authorization-mode=${options.rbac === true ? "RBAC" : "AlwaysAllow"}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-signing-key-file=${file("service-account.key")}`,
    `--service-account-key-file=${file("service-account.pub")}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    ...(options.serviceAccounts === true ? [] : ["--disable-admission-plugins=ServiceAccount"]),
    ...(options.audit === true ? audit : []),
    ...(options.apiServerFlags ?? []),
  ];
}

/** Flags of kube-controller-manager, whose kubeconfig is `admin.kubeconfig`. */
export function controllerManagerFlags({ directory, ports }: Place, options: RealApiServerOptions): string[] {
  const file = (name: string): string => path.join(directory, name);
  const wanted = [...controllers, ...(options.serviceAccounts === true ? accountControllers : [])];
  return [
    `--kubeconfig=${file("admin.kubeconfig")}`,
    `--controllers=${wanted.join(",")}`,
    `--root-ca-file=${file("ca.crt")}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${ports.controllerManager}`,
    `--cert-dir=${file("controller-manager")}`,
    "--leader-elect=false",
  ];
}

/** The path of the audit log. */
export function auditLogIn(directory: string): string {
  return path.join(directory, "audit.log");
}
