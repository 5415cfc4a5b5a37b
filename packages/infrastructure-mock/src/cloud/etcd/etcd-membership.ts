import { createHash } from "node:crypto";

/** A member of a cluster's etcd, by the name of the machine that it runs on. */
export interface EtcdMember {
  readonly machine: string;
  /** The name of the Node. */
  readonly name: string;
  readonly internalIP: string;
}

/** The etcd of a cluster that kubeadm runs on the control-plane machines. */
export interface EtcdMembership {
  readonly members: readonly EtcdMember[];
  /** Name of a machine. It leads as long as that machine is there. */
  readonly leader: string;
}

/** The id of a member: always the same for a machine. */
export function memberID({ machine }: Pick<EtcdMember, "machine">): bigint {
  return createHash("sha256").update(`etcd ${machine}`).digest().readBigUInt64BE(0);
}

/** Adds a machine to the etcd; the first member leads. */
export function withMember(etcd: EtcdMembership | undefined, member: EtcdMember): EtcdMembership {
  if (etcd === undefined) return { members: [member], leader: member.machine };
  const others = etcd.members.filter(({ machine }) => machine !== member.machine);
  return { ...etcd, members: [...others, member] };
}

/** Removes a member by request. A member whose machine is deleted stays until then. */
export function withoutMember(etcd: EtcdMembership, id: bigint): EtcdMembership {
  return { ...etcd, members: etcd.members.filter((member) => memberID(member) !== id) };
}

/** Makes a member the leader; unchanged if the member does not exist. */
export function withLeader(etcd: EtcdMembership, id: bigint): EtcdMembership {
  const leader = etcd.members.find((member) => memberID(member) === id);
  return leader === undefined ? etcd : { ...etcd, leader: leader.machine };
}

/** The leader among the running members; undefined without a majority to elect one. */
export function leaderOf(etcd: EtcdMembership, runs: (machine: string) => boolean): EtcdMember | undefined {
  const running = etcd.members.filter(({ machine }) => runs(machine));
  if (running.length * 2 <= etcd.members.length) return undefined;
  return running.find(({ machine }) => machine === etcd.leader) ?? running[0];
}
