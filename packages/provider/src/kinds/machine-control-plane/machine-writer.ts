import {
  calculateCRDName,
  cloneTemplate,
  type Condition,
  type CustomResourceDefinition as CRD,
  type DeepReadonly,
  type KubernetesObject,
  Machine,
  metadataChanges,
  resolveKind,
  type ResourceKind,
} from "@capstan/contract";
import { apiVersionOf, isControlledBy } from "@capstan/kube";
import {
  type Client,
  CustomResourceDefinition,
  isAlreadyExists,
  isNotFound,
  nameWith,
  patchChanges,
  randomLength,
  randomText,
} from "@capstan/runtime";
import { PendingError } from "../../outcome/pending-error.ts";
import { type MachinePlan, newMachine, updatedMachine } from "./new-machine.ts";

/** The control plane whose Machines are written. */
export interface MachineJob {
  readonly client: Client;
  readonly plan: MachinePlan;
  /** The kind of the bootstrap configs. */
  readonly configKind: ResourceKind;
  /** Creates the spec of the bootstrap config of a Machine. */
  readonly specOf: (machineName: string) => Promise<object> | object;
}

/**
 * Creates, changes and deletes the Machines of control planes, and creates the objects behind them.
 *
 * The Machine is created first, with the names of its objects, and owns them from the start. If creation stops halfway, nothing leaks: the
 * next reconcile creates the missing objects.
 */
export class MachineWriter {
  /** The names of Machines whose creation was requested without an answer, by the uid of their control plane: they may exist. */
  readonly #attempted = new Map<string, string>();
  /** The Machines whose objects exist, but have not reported it, by uid. After a restart, they are requested once more. */
  readonly #complete = new Set<string>();

  /**
   * Creates a Machine with its objects.
   *
   * @throws PendingError the template of the infrastructure, or its kind, does not exist.
   */
  async create(job: MachineJob, failureDomain: string | undefined): Promise<void> {
    const { client, plan } = job;
    const { name: owner, uid = owner } = plan.object.metadata;
    const name = this.#attempted.get(uid) ?? nameWith(`${owner}-`, randomText(randomLength));
    // A Machine is created only once its objects can be.
    const spec = await job.specOf(name);
    await templateOf(client, plan);
    this.#attempted.set(uid, name);
    const machine = await createOrGet(client, newMachine(plan, name, failureDomain));
    this.#attempted.delete(uid);
    // If another object controls it, the next reconcile takes another name.
    if (isControlledBy(machine, plan.object)) await this.complete({ ...job, specOf: () => spec }, machine);
  }

  /** Creates the objects behind a Machine that an earlier call has not created. */
  async complete({ client, plan, configKind, specOf }: MachineJob, machine: DeepReadonly<Machine>): Promise<void> {
    const { name, namespace, uid = "", deletionTimestamp } = machine.metadata;
    const { bootstrapDataSecretCreated = false, infrastructureProvisioned = false } =
      machine.status?.initialization ?? {};
    if (deletionTimestamp !== undefined || (bootstrapDataSecretCreated && infrastructureProvisioned)) {
      this.#complete.delete(uid);
      return;
    }
    if (this.#complete.has(uid)) return;
    const owner = { apiVersion: apiVersionOf(Machine), kind: Machine.kind, name, uid, controller: true };
    if (!bootstrapDataSecretCreated) {
      const { labels, annotations } = machine.metadata;
      const kept = { labels: { ...labels }, annotations: { ...annotations } };
      const metadata = { name, namespace, ...kept, ownerReferences: [owner] };
      const spec = await specOf(name);
      await createIfMissing(client, configKind, {
        ...{ apiVersion: apiVersionOf(configKind), kind: configKind.kind, metadata, spec },
      });
    }
    if (!infrastructureProvisioned) {
      const clone = cloneTemplate(await templateOf(client, plan), machine, owner);
      await createIfMissing(client, clone.kind, clone.object);
    }
    this.#complete.add(uid);
  }

  /**
   * Writes what the control plane says about a Machine: everything that can be changed in place, with changed labels and annotations also to
   * the objects behind it, and its conditions.
   */
  async update(
    { client, plan, configKind }: MachineJob,
    machine: DeepReadonly<Machine>,
    conditions: Condition[] | undefined,
  ): Promise<void> {
    const next = updatedMachine(machine, plan);
    if (conditions !== undefined) next.status = { ...next.status, conditions };
    const metadata = metadataChanges(machine.metadata, next.metadata);
    // The Machine is written last: as long as it differs, an interrupted update is resumed.
    if (metadata !== undefined) {
      const { bootstrap, infrastructureRef } = machine.spec;
      const infraKind = await kindOf(client, { ...infrastructureRef, path: "spec.infrastructureRef" });
      for (const [kind, name] of [
        [configKind, bootstrap.configRef?.name],
        [infraKind, infrastructureRef.name],
      ] as const) {
        if (name === undefined) continue;
        await ifFound(client.patch(kind, { ...machine.metadata, name }, { type: "merge", body: { metadata } }));
      }
    }
    await ifFound(patchChanges<Machine>(client, Machine, machine, next));
  }

  /** Requests the deletion of a Machine. */
  async delete({ client }: Pick<MachineJob, "client">, { metadata }: DeepReadonly<Machine>): Promise<void> {
    const { uid, deletionTimestamp } = metadata;
    if (deletionTimestamp !== undefined) return;
    await ifFound(client.delete(Machine, metadata, { preconditions: { uid } }));
  }
}

async function createOrGet(client: Client, machine: Machine): Promise<DeepReadonly<Machine>> {
  try {
    return await client.create(Machine, machine);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return client.get(Machine, machine.metadata);
  }
}

async function createIfMissing(client: Client, kind: ResourceKind, object: KubernetesObject): Promise<void> {
  try {
    await client.create<KubernetesObject>(kind, object);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/**
 * The template of the infrastructure.
 *
 * @throws PendingError the kind or the template does not exist.
 */
async function templateOf(client: Client, { object, template }: MachinePlan) {
  const path = "spec.machineTemplate.spec.infrastructureRef";
  const { infrastructureRef } = template.spec;
  const kind = await kindOf(client, { ...infrastructureRef, path });
  const found = await ifFound(client.get(kind, { ...object.metadata, name: infrastructureRef.name }));
  if (found !== undefined) return { kind, object: found };
  const message = `${path} refers to ${kind.kind} ${infrastructureRef.name}, which does not exist`;
  throw new PendingError("InfrastructureTemplateNotFound", message, { warning: true });
}

/**
 * The kind of a reference, at the version that its CRD names for the contract.
 *
 * @throws PendingError it is not installed.
 */
async function kindOf(client: Client, reference: Parameters<typeof resolveKind>[0]): Promise<ResourceKind> {
  const name = calculateCRDName(reference.apiGroup, reference.kind);
  const crd = await ifFound(client.get<CRD>(CustomResourceDefinition, { name }));
  const resolved = resolveKind(reference, () => crd);
  if (!resolved.resolved) throw new PendingError(resolved.reason, resolved.message, { warning: true });
  return resolved.kind;
}

async function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}
