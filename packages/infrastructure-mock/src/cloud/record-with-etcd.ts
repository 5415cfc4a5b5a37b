import type { ClusterRecord } from "./cloud-record.ts";
import type { EtcdMembership } from "./etcd/etcd-membership.ts";

/** The record after a change of the cluster's etcd; undefined if kubeadm runs none, or nothing changes. */
export function withEtcd(
  record: ClusterRecord,
  change: (etcd: EtcdMembership | undefined) => EtcdMembership | undefined,
): ClusterRecord | undefined {
  const { controlPlane } = record;
  if (controlPlane?.etcdAuthority === undefined) return undefined;
  const etcd = change(controlPlane.etcd);
  return etcd === undefined ? undefined : { ...record, controlPlane: { ...controlPlane, etcd } };
}
