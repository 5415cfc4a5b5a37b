import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { Duplex } from "node:stream";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { systemClock } from "@capstan/provider";
import {
  type EtcdMember,
  type EtcdMembership,
  leaderOf,
  memberID,
  withLeader,
  withoutMember,
} from "./etcd-membership.ts";
import { GrpcError, type GrpcHandler, grpcCodes, serveCall } from "./grpc.ts";
import { decodeNumber, encodeMessage } from "./protobuf.ts";

/** The etcd of a cluster that its members share. */
export interface EtcdCluster {
  /** Undefined if the cluster has no etcd of its own. */
  membership(): EtcdMembership | undefined;
  /** Whether a machine exists. */
  runs(machine: string): boolean;
  change(change: (etcd: EtcdMembership) => EtcdMembership): Promise<void>;
}

const version = "3.6.8";

/**
 * Serves the requests of an etcd administrator: the status of members, alarms (none), the list of members, the removal of a member, and a
 * change of leader. Key-value data is not stored. Clients present a certificate of the cluster's etcd authority.
 */
export class EtcdServers {
  readonly #authority: CertificateAndKey;
  readonly #cluster: EtcdCluster;
  readonly #servers = new Map<string, Promise<Http2SecureServer>>();

  /** @param authority - PEM: etcd/ca.crt and etcd/ca.key of the control-plane machines. */
  constructor(authority: CertificateAndKey, cluster: EtcdCluster) {
    this.#authority = authority;
    this.#cluster = cluster;
  }

  /** Passes a connection to the member on a Node; false if there is no member, or it does not run. */
  async handleConnection(node: string, connection: Duplex): Promise<boolean> {
    const member = this.#cluster.membership()?.members.find(({ name }) => name === node);
    if (member === undefined || !this.#cluster.runs(member.machine)) return false;
    const started = this.#servers.get(member.machine) ?? this.#start(member);
    this.#servers.set(member.machine, started);
    (await started).emit("connection", connection);
    return true;
  }

  async #start({ machine, name, internalIP }: EtcdMember): Promise<Http2SecureServer> {
    const authority = CertificateAuthority.load(this.#authority, systemClock);
    const { certificate, privateKey } = await authority.issueServing(name, [
      name,
      "localhost",
      "127.0.0.1",
      internalIP,
    ]);
    const server = createSecureServer({
      cert: certificate,
      key: privateKey,
      ca: this.#authority.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    });
    // A client that disconnects, or is not trusted, is not worth reporting.
    for (const event of ["sessionError", "tlsClientError"]) server.on(event, () => undefined);
    server.on("stream", (stream, headers) => {
      stream.on("error", () => undefined);
      void serveCall(stream, headers, this.#handler(machine));
    });
    return server;
  }

  #handler(machine: string): GrpcHandler {
    return async (path, message) => {
      const etcd = this.#cluster.membership();
      const self = etcd?.members.find((member) => member.machine === machine);
      const leader = etcd && leaderOf(etcd, (each) => this.#cluster.runs(each));
      if (self === undefined || leader === undefined) {
        throw new GrpcError(grpcCodes.unavailable, "etcdserver: no leader");
      }
      return this.#call(path, message, self, leader);
    };
  }

  async #call(path: string, message: Buffer, self: EtcdMember, leader: EtcdMember): Promise<Buffer> {
    const header = [1, encodeMessage([2, memberID(self)], [3, 1n], [4, 2n])] as const;
    switch (path) {
      case "/etcdserverpb.Maintenance/Status":
        return encodeMessage(header, [2, version], [4, memberID(leader)], [6, 2n]);
      case "/etcdserverpb.Maintenance/Alarm":
        return encodeMessage(header);
      case "/etcdserverpb.Maintenance/MoveLeader":
        if (self !== leader) throw new GrpcError(grpcCodes.failedPrecondition, "etcdserver: not leader");
        await this.#cluster.change((etcd) => withLeader(etcd, decodeNumber(message)));
        return encodeMessage(header);
      case "/etcdserverpb.Cluster/MemberRemove":
        await this.#cluster.change((etcd) => withoutMember(etcd, decodeNumber(message)));
        return encodeMessage(header, ...this.#members());
      case "/etcdserverpb.Cluster/MemberList":
        return encodeMessage(header, ...this.#members());
      default:
        throw new GrpcError(grpcCodes.unimplemented, `a mock machine's etcd does not know ${path}`);
    }
  }

  #members(): (readonly [number, Buffer])[] {
    return (this.#cluster.membership()?.members ?? []).map((member) => {
      const { name, internalIP } = member;
      const urls = [
        [3, `https://${internalIP}:2380`],
        [4, `https://${internalIP}:2379`],
      ] as const;
      return [2, encodeMessage([1, memberID(member)], [2, name], ...urls)] as const;
    });
  }
}
