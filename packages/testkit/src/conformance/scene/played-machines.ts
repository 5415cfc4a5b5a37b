import { ApiServer } from "@capstan/apiserver";
import {
  Cluster,
  clusterSecretName,
  type Condition,
  conditionTypes,
  type KubernetesObject,
  Machine,
  secretKeys,
  setCondition,
} from "@capstan/contract";
import { isMalformedText } from "@capstan/kube";
import { type CertificateAndKey, readCertificate, readPrivateKey } from "@capstan/kube/x509";
import {
  type Client,
  createClient,
  discoverKind,
  isConflict,
  isNotFound,
  Node,
  Secret,
  systemClock,
} from "@capstan/runtime";
import { ownerReferenceTo } from "../../builders/test-objects.ts";
import { registerNode } from "../../workload/register-node.ts";
import { must, NotSo } from "./not-so.ts";
import { OutsideWorld, OutsideWorldError } from "./outside-world.ts";

/** The control plane whose Machines are played. */
interface PlayedCluster {
  readonly client: Client;
  readonly namespace: string;
  /** The name of the Cluster. */
  readonly name: string;
}

interface Workload {
  readonly server: ApiServer;
  readonly client: Client;
}

/**
 * Plays core's part for the Machines of a control plane, and their servers: a Machine with its bootstrap config and its infra machine gets a
 * healthy Node, the first one starts an API server with the certificate authority of the Cluster, and a deleted Machine loses its server.
 */
export class PlayedMachines implements AsyncDisposable {
  /** The servers of the Machines, by the names of the Machines. */
  readonly outside = new OutsideWorld();
  readonly #cluster: PlayedCluster;
  #workload: Workload | undefined;

  constructor(cluster: PlayedCluster) {
    this.#cluster = cluster;
  }

  /** Does what is due for every Machine. Safe to repeat. */
  async play(): Promise<void> {
    for (const machine of await this.list()) {
      try {
        if (machine.metadata.deletionTimestamp === undefined) await this.#boot(machine);
        else await this.#remove(machine);
      } catch (error) {
        // The next call tries again.
        if (!(error instanceof OutsideWorldError) && !isNotFound(error) && !isConflict(error)) throw error;
      }
    }
  }

  /** The Machines of the Cluster, which has no workers, by name. */
  async list(): Promise<readonly Machine[]> {
    const { client, namespace } = this.#cluster;
    const { items } = await client.list(Machine, { namespace });
    return items.toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
  }

  /** Makes an object the owner of all Machines, as clusterctl does at the target of a move; without one, they have none. */
  async handOver(owner?: KubernetesObject): Promise<void> {
    const ownerReferences = owner === undefined ? null : [ownerReferenceTo(owner)];
    for (const { metadata } of await this.list()) await this.#patch(metadata.name, { metadata: { ownerReferences } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#workload?.client.close();
    await this.#workload?.server.close();
  }

  async #boot(machine: Machine): Promise<void> {
    const { name, resourceVersion } = machine.metadata;
    if (machine.status?.nodeRef !== undefined) return;
    for (const each of behind(machine)) await this.#get(each);
    const workload = (this.#workload ??= await this.#start());
    this.outside.call();
    this.outside.created(name);
    await registerNode(workload.client, { name, providerID: `played://${name}`, version: machine.spec.version });
    const now = new Date(systemClock.now()).toISOString();
    const conditions = healthy.reduce<readonly Condition[]>(
      (before, type) => setCondition(before, { type, status: "True", reason: type }, now),
      machine.status?.conditions ?? [],
    );
    const initialization = { bootstrapDataSecretCreated: true, infrastructureProvisioned: true };
    const status = { nodeRef: { name }, initialization, conditions };
    await this.#patch(name, { metadata: { resourceVersion }, status }, { subresource: "status" });
  }

  async #remove(machine: Machine): Promise<void> {
    const { name } = machine.metadata;
    const { client, namespace } = this.#cluster;
    this.outside.call();
    await this.#workload?.client.delete(Node, { name }).catch(unlessGone);
    this.outside.removed(name);
    for (const { apiGroup: group, kind, name: ofObject } of behind(machine)) {
      await client.delete(await discoverKind(client, { group, kind }), { namespace, name: ofObject }).catch(unlessGone);
    }
    await this.#patch(name, { metadata: { finalizers: null } });
  }

  /** @throws ApiError it does not exist yet. */
  async #get({ apiGroup: group, kind, name }: Reference): Promise<void> {
    const { client, namespace } = this.#cluster;
    await client.get(await discoverKind(client, { group, kind }), { namespace, name });
  }

  /**
   * Starts the API server of the control plane at the endpoint of the Cluster.
   *
   * @throws ApiError the certificate authority does not exist yet.
   * @throws NotSo it is unusable.
   */
  async #start(): Promise<Workload> {
    const { client, namespace, name } = this.#cluster;
    const certificateAuthority = certificateAuthorityIn(
      await client.get(Secret, { namespace, name: clusterSecretName(name, "ca") }),
    );
    const { controlPlaneEndpoint } = (await client.get(Cluster, { namespace, name })).spec;
    const server = await ApiServer.start({ certificateAuthority, port: controlPlaneEndpoint?.port ?? 0 });
    return { server, client: createClient({ kubeconfig: server.kubeconfig, userAgent: "kubelet" }) };
  }

  async #patch(name: string, body: object, options: { readonly subresource?: "status" } = {}): Promise<void> {
    const { client, namespace } = this.#cluster;
    await client.patch(Machine, { namespace, name }, { type: "merge", body }, options);
  }
}

type Reference = Machine["spec"]["infrastructureRef"];

/** The conditions of a Machine with a healthy Node. */
const healthy = [conditionTypes.available, conditionTypes.ready, conditionTypes.nodeHealthy, conditionTypes.nodeReady];

/** The objects behind a Machine. */
function behind({ spec: { bootstrap, infrastructureRef } }: Machine): readonly Reference[] {
  return bootstrap.configRef === undefined ? [infrastructureRef] : [bootstrap.configRef, infrastructureRef];
}

function certificateAuthorityIn({ metadata, data = {} }: Secret): CertificateAndKey {
  const decoded = (key: string) => Buffer.from(data[key] ?? "", "base64").toString("utf8");
  const certificate = decoded(secretKeys.certificate);
  const privateKey = decoded(secretKeys.privateKey);
  try {
    const isPair = readCertificate(certificate).checkPrivateKey(readPrivateKey(privateKey));
    must(isPair, `Secret ${metadata.name} has the private key of another certificate`);
  } catch (cause) {
    if (!isMalformedText(cause)) throw cause;
    throw new NotSo(`Secret ${metadata.name} has no certificate authority: ${cause.message}`, { cause });
  }
  return { certificate, privateKey };
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
