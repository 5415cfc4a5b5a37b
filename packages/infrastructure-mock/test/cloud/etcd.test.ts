import { connect, constants } from "node:http2";
import { buffer } from "node:stream/consumers";
import { connect as connectTLS } from "node:tls";
import { CertificateAuthority } from "@capstan/kube/x509";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connectionPair } from "../../src/cloud/connection-pair.ts";
import { type EtcdMembership, memberID, withMember } from "../../src/cloud/etcd/etcd-membership.ts";
import { EtcdServers } from "../../src/cloud/etcd/etcd-server.ts";
import { encodeMessage } from "../../src/cloud/etcd/protobuf.ts";

const status = "/etcdserverpb.Maintenance/Status";
const alarm = "/etcdserverpb.Maintenance/Alarm";
const moveLeader = "/etcdserverpb.Maintenance/MoveLeader";
const list = "/etcdserverpb.Cluster/MemberList";
const remove = "/etcdserverpb.Cluster/MemberRemove";

/** Three members; the machines in `stopped` no longer run. */
class EtcdCluster {
  readonly stopped = new Set<string>();
  readonly authority: CertificateAuthority;
  readonly servers: EtcdServers;
  #etcd: EtcdMembership | undefined;

  constructor(authority: CertificateAuthority) {
    this.authority = authority;
    for (const name of ["cp-0", "cp-1", "cp-2"]) {
      this.#etcd = withMember(this.#etcd, { machine: name, name, internalIP: "10.0.0.1" });
    }
    this.servers = new EtcdServers(authority, {
      membership: () => this.#etcd,
      runs: (machine) => !this.stopped.has(machine),
      change: (change) => {
        this.#etcd = this.#etcd && change(this.#etcd);
        return Promise.resolve();
      },
    });
  }

  /** Calls a member as an etcd client does; returns the response message, or the status. */
  async call(
    node: string,
    path: string,
    message: Buffer = Buffer.alloc(0),
    authority = this.authority,
  ): Promise<string> {
    const [near, far] = connectionPair();
    if (!(await this.servers.handleConnection(node, far))) return "not there";
    const { certificate, privateKey } = await authority.issueClient("client", []);
    const tls = { cert: certificate, key: privateKey, ca: this.authority.certificate, ALPNProtocols: ["h2"] };
    const session = connect("https://etcd", {
      createConnection: () => connectTLS({ ...tls, socket: near, servername: node }),
    });
    onTestFinished(() => {
      session.destroy();
    });
    const answer = await new Promise<Buffer | string>((resolve) => {
      session.on("error", () => {
        resolve("refused");
      });
      const stream = session.request({ ":method": constants.HTTP2_METHOD_POST, ":path": path, te: "trailers" });
      stream.on("error", () => undefined);
      let outcome: unknown = "refused";
      stream.on("response", (headers) => (outcome = headers["grpc-message"]));
      stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]));
      buffer(stream).then(
        (body) => {
          resolve(body.length > 0 ? body.subarray(5) : decodeURIComponent(String(outcome)));
        },
        () => {
          resolve("refused");
        },
      );
    });
    // A gRPC string and a gRPC message, both as strings: every byte is a character.
    return answer.toString("latin1");
  }

  /** The ids of all members in a response, in order. */
  names(answer: string): string[] {
    return [...answer.matchAll(/cp-\d/g)].map(([name]) => name);
  }
}

/** A message with the id of a member. */
function target(name: string): Buffer {
  return encodeMessage([1, id(name)]);
}

function id(name: string): bigint {
  return memberID({ machine: name });
}

/** Field 4 of a status. */
function leading(name: string): string {
  return encodeMessage([4, id(name)]).toString("latin1");
}

describe("the etcd of mock machines", () => {
  let world: EtcdCluster;
  beforeEach(async () => {
    world = new EtcdCluster(await CertificateAuthority.create("etcd-ca", Date));
  });

  test("reports its members and its leader, and has no alarms", async () => {
    expect(world.names(await world.call("cp-1", list))).toEqual(["cp-0", "cp-1", "cp-2"]);
    expect(await world.call("cp-1", status)).toContain(leading("cp-0"));
    expect(await world.call("cp-1", alarm)).toEqual(
      encodeMessage([1, encodeMessage([2, id("cp-1")], [3, 1n], [4, 2n])]).toString("latin1"),
    );
  });

  test("changes the leader only through the leader", async () => {
    expect(await world.call("cp-1", moveLeader, target("cp-1"))).toBe("etcdserver: not leader");
    await world.call("cp-0", moveLeader, target("cp-2"));
    expect(await world.call("cp-1", status)).toContain(leading("cp-2"));
  });

  test("forgets a removed member, which stops responding", async () => {
    expect(world.names(await world.call("cp-0", remove, target("cp-1")))).toEqual(["cp-0", "cp-2"]);
    expect(await world.call("cp-1", list)).toBe("not there");
  });

  test("keeps the member of a deleted machine, elects another leader, and stops without a majority", async () => {
    world.stopped.add("cp-0");
    expect(world.names(await world.call("cp-1", list))).toEqual(["cp-0", "cp-1", "cp-2"]);
    expect(await world.call("cp-1", status)).toContain(leading("cp-1"));
    world.stopped.add("cp-2");
    expect(await world.call("cp-1", list)).toBe("etcdserver: no leader");
  });

  test("rejects clients with a certificate from another authority, and unknown requests", async () => {
    const stranger = await CertificateAuthority.create("etcd-ca", Date);
    expect(await world.call("cp-0", list, Buffer.alloc(0), stranger)).toBe("refused");
    expect(await world.call("cp-0", "/etcdserverpb.KV/Range")).toContain("does not know /etcdserverpb.KV/Range");
  });
});
