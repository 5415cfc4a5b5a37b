import { kubernetesVersionText, objectKeyText, readKubernetesVersion } from "@capstan/kube";
import { type Client, type Cluster, type DeepReadonly, isNotFound } from "@capstan/provider";
import { type TemplateData } from "../../render/setup/resolve-setup.ts";

/** The object of the Cluster's control plane is missing, or has an invalid version. Looked at again after a while. */
export class ControlPlaneUnreadableError extends Error {
  override readonly name = "ControlPlaneUnreadableError";
}

/**
 * What templates can use of a Cluster: the version of its control plane, if it reports one.
 *
 * @throws {@link ControlPlaneUnreadableError} it names a control plane that cannot be read.
 * @throws ApiError retried with back-off.
 */
export async function readTemplateData(
  client: Client,
  { spec, metadata }: DeepReadonly<Cluster>,
  signal: AbortSignal,
): Promise<TemplateData> {
  const reference = spec.controlPlaneRef;
  if (reference === undefined) return {};
  const { apiGroup, kind, name } = reference;
  const what = `${kind} ${objectKeyText({ namespace: metadata.namespace, name })}`;
  try {
    const path = await resourcePath(client, apiGroup, kind, signal);
    if (path === undefined) throw new ControlPlaneUnreadableError(`the server has no kind ${kind} of ${apiGroup}`);
    const url = `${path.version}/namespaces/${metadata.namespace ?? ""}/${path.plural}/${name}`;
    const object = (await client.request("GET", url, undefined, { signal })) as { spec?: { version?: unknown } };
    const version = object.spec?.version;
    if (version === undefined || version === "") return {};
    const read = typeof version === "string" ? readKubernetesVersion(version) : undefined;
    if (read === undefined) throw new ControlPlaneUnreadableError(`${what}: spec.version is not a version`);
    return { controlPlane: { version: kubernetesVersionText(read) } };
  } catch (cause) {
    if (!isNotFound(cause)) throw cause;
    throw new ControlPlaneUnreadableError(
      `${what} does not exist; create it, or correct the Cluster's controlPlaneRef`,
      {
        cause,
      },
    );
  }
}

interface Discovery {
  readonly preferredVersion: { readonly groupVersion: string };
  readonly resources: readonly { readonly name: string; readonly kind: string }[];
}

/** Where a kind is served, asked of the server: a reference has the group only. */
async function resourcePath(client: Client, group: string, kind: string, signal: AbortSignal) {
  const { preferredVersion } = (await client.request("GET", `/apis/${group}`, undefined, { signal })) as Discovery;
  const version = `/apis/${preferredVersion.groupVersion}`;
  const { resources } = (await client.request("GET", version, undefined, { signal })) as Discovery;
  const resource = resources.find((candidate) => candidate.kind === kind && !candidate.name.includes("/"));
  return resource === undefined ? undefined : { version, plural: resource.name };
}
