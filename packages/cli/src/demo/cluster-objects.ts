import { Cluster, type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { type Client, resourcePath } from "@capstan/runtime";
import type { DemoNodes } from "./nodes/demo-nodes.ts";

/** The kind of a manifest, by its apiVersion and kind; undefined if the demo does not support it. */
function kindOf(object: KubernetesObject, kinds: DemoNodes["kinds"]): ResourceKind | undefined {
  const supported: readonly ResourceKind[] = [Cluster, Machine, KubeadmConfig.kind, kinds.cluster, kinds.machine];
  return supported.find((kind) => kind.kind === object.kind && `${kind.group}/${kind.version}` === object.apiVersion);
}

/** Concurrent creates. */
const concurrency = 16;

/** A manifest that the server refused. */
interface Refusal {
  readonly object: KubernetesObject;
  readonly error: unknown;
}

/** One or more manifests were refused; the others were created nevertheless. */
// eslint-disable-next-line errors/capstan-errors -- the course of the demo reports it
export class ManifestsRefusedError extends AggregateError {
  /** The number of refused Machines. */
  readonly machines: number;

  constructor(refusals: readonly Refusal[], total: number) {
    const lines = refusals.map(({ object, error }) => {
      const reason = error instanceof Error ? error.message : String(error);
      return `  ${object.kind}/${object.metadata.name}: ${reason}`;
    });
    super(
      refusals.map(({ error }) => error),
      [`${refusals.length} of ${total} manifests were rejected:`, ...lines].join("\n"),
    );
    this.name = "ManifestsRefusedError";
    this.machines = refusals.filter(({ object }) => object.kind === Machine.kind).length;
  }
}

/** How the objects are created. */
export interface CreationOptions {
  readonly namespace: string;
  /** The kinds of the infrastructure provider. */
  readonly kinds: DemoNodes["kinds"];
  readonly signal: AbortSignal;
}

/**
 * Creates the objects. Machines come last, so that the objects they refer to exist.
 *
 * @throws {@link ManifestsRefusedError} naming each refused object and the reason, once the others are created.
 */
export async function applyManifests(
  client: Client,
  objects: readonly KubernetesObject[],
  options: CreationOptions,
): Promise<void> {
  const { Machine: machines = [], other = [] } = Object.groupBy(objects, ({ kind }) =>
    kind === Machine.kind ? Machine.kind : "other",
  );
  const refusals: Refusal[] = [];
  for (const wave of [other, machines]) {
    const queue = [...wave];
    const worker = async (): Promise<void> => {
      for (let object = queue.shift(); object !== undefined; object = queue.shift()) {
        const error = await create(client, object, options);
        if (error !== undefined) refusals.push({ object, error });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }
  if (refusals.length > 0) throw new ManifestsRefusedError(refusals, objects.length);
}

/** @returns why the server refused the object, if it did. */
async function create(client: Client, object: KubernetesObject, options: CreationOptions): Promise<unknown> {
  const kind = kindOf(object, options.kinds);
  if (kind === undefined) return new Error(`the demo does not support the kind ${object.kind} of ${object.apiVersion}`);
  const metadata = { ...object.metadata, namespace: options.namespace };
  try {
    // Strict, as kubectl requests it: unknown fields are refused instead of dropped.
    const path = resourcePath(kind, { namespace: options.namespace }, { fieldValidation: "Strict" });
    await client.request("POST", path, { ...object, metadata }, { signal: options.signal });
    return undefined;
  } catch (error) {
    options.signal.throwIfAborted();
    return error;
  }
}
