import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type CustomResourceDefinition, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { checkCoreVersion } from "@capstan/provider";
import {
  type Client,
  createClient,
  CustomResourceDefinition as CRDKind,
  installCRDs,
  isNotFound,
  Namespace,
  systemClock,
} from "@capstan/runtime";
import { namespace as defaultNamespace } from "../../builders/test-objects.ts";
import { coreCRDsWithPools } from "../../environment/core-crds.ts";
import { startTestServer } from "../../environment/test-server.ts";
import { IdleMachine } from "../scene/idle-kinds.ts";
import { withoutConversion } from "./kinds-in-crds.ts";
import type { ProviderRun } from "./provider-run.ts";
import { readUpstream, type Upstream } from "./upstream.ts";

/** The API server of one scene. */
export interface ManagementServer {
  readonly client: Client;
  /** The namespace of the scene's objects. */
  readonly namespace: string;
  readonly isElsewhere: (namespace: string) => boolean;
  /** The upstream of a proxy. */
  readonly upstream: () => Upstream;
}

const userAgent = "capstan-conformance/1";
const prefix = "capstan-conformance-";

/** A scene's own server, or its own namespace on the existing server. */
export function managementServer(run: ProviderRun, closing: AsyncDisposableStack): Promise<ManagementServer> {
  const { kubeconfig } = run;
  return kubeconfig === undefined ? serverOfItsOwn(run, closing) : namespaceOfItsOwn(run, kubeconfig, closing);
}

async function serverOfItsOwn(
  { server: choice, kinds }: ProviderRun,
  closing: AsyncDisposableStack,
): Promise<ManagementServer> {
  const layers = [coreKinds(), crdsOf(kinds)];
  const server = closing.use(await startTestServer(choice, systemClock, { layers }));
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent });
  closing.defer(() => client.close());
  if (choice === "real") await installCRDs(client, layers.flat());
  return {
    client,
    namespace: defaultNamespace,
    isElsewhere: () => false,
    upstream: () => readUpstream(server.kubeconfig),
  };
}

async function namespaceOfItsOwn(
  { kinds }: ProviderRun,
  file: string,
  closing: AsyncDisposableStack,
): Promise<ManagementServer> {
  const client = createClient({ kubeconfig: { path: file }, userAgent });
  closing.defer(() => client.close());
  await installMissing(client, [...coreKinds(), ...crdsOf(kinds)]);
  const namespace = `${prefix}${randomBytes(4).toString("hex")}`;
  await client.create(Namespace, { apiVersion: "v1", kind: Namespace.kind, metadata: { name: namespace } });
  closing.defer(() =>
    cleanUp(
      client,
      namespace,
      kinds.flatMap(({ kind, templateKind = kind }) => [...new Set<ResourceKind>([kind, templateKind])]),
    ),
  );
  return {
    client,
    namespace,
    isElsewhere: (name) => name.startsWith(prefix) && name !== namespace,
    upstream: () => readUpstream(readFileSync(file, "utf8"), path.dirname(file)),
  };
}

function coreKinds(): readonly CustomResourceDefinition[] {
  return [...coreCRDsWithPools(), ...IdleMachine.crds];
}

function crdsOf(kinds: ProviderRun["kinds"]): readonly CustomResourceDefinition[] {
  return kinds.flatMap(({ crds }) => crds).map(withoutConversion);
}

/**
 * Whether an existing server has kinds of the core that the cases can use.
 *
 * @throws CoreVersionError its core is too old.
 */
export async function checkCoreOf(file: string): Promise<void> {
  const client = createClient({ kubeconfig: { path: file }, userAgent });
  try {
    await checkCoreVersion(client);
  } finally {
    await client.close();
  }
}

/** Existing CRDs are unchanged, because their webhooks may serve them. */
async function installMissing(client: Client, crds: readonly CustomResourceDefinition[]): Promise<void> {
  const { items } = await client.list(CRDKind);
  const known = new Set(items.map(({ metadata }) => metadata.name));
  await installCRDs(
    client,
    crds.filter(({ metadata }) => !known.has(metadata.name)),
  );
}

/** Objects of a slow or broken provider must not block the deletion of the namespace. */
async function cleanUp(client: Client, namespace: string, kinds: readonly ResourceKind[]): Promise<void> {
  for (const kind of kinds) {
    const { items } = await client.list<KubernetesObject>(kind, { namespace });
    for (const { metadata } of items) {
      const key = { name: metadata.name, namespace };
      await client.patch(kind, key, { type: "merge", body: { metadata: { finalizers: null } } }).catch(unlessGone);
    }
  }
  await client.delete(Namespace, { name: namespace });
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
