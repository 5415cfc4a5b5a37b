import { kubernetesVersionText, readKubernetesVersion } from "@capstan/kube";
import {
  type Client,
  type Cluster,
  type DeepReadonly,
  discoverKind,
  isCapstanError,
  isForbidden,
  isNotFound,
  type KubernetesObject,
} from "@capstan/provider";
import { type TemplateData } from "../../render/setup/resolve-setup.ts";

/** The control plane object of the Cluster is missing, or has an invalid version. Retried after a while. */
export class ControlPlaneUnreadableError extends Error {
  override readonly name: string = "ControlPlaneUnreadableError";
}

/** The Cluster's `controlPlaneRef` does not refer to an object. Only a change of the Cluster helps, and its event triggers a retry. */
export class ControlPlaneReferenceError extends ControlPlaneUnreadableError {
  override readonly name = "ControlPlaneReferenceError";
}

type ControlPlaneReference = NonNullable<DeepReadonly<Cluster>["spec"]["controlPlaneRef"]>;

/**
 * The values of a Cluster that templates can use: the version of its control plane, if reported. Both contract versions have it at the same
 * path, so any version that the server prefers works.
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
  try {
    const object = await readReferred(client, reference, metadata.namespace, signal);
    const version = object.spec?.version;
    if (version === undefined || version === "") return {};
    const read = typeof version === "string" ? readKubernetesVersion(version) : undefined;
    if (read === undefined)
      throw new ControlPlaneUnreadableError(
        `${nameOf(reference)}: spec.version is not a Kubernetes version; correct it`,
      );
    return { controlPlane: { version: kubernetesVersionText(read) } };
  } catch (cause) {
    throw explained(cause, reference);
  }
}

async function readReferred(
  client: Client,
  { apiGroup: group, kind, name }: ControlPlaneReference,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<KubernetesObject & { readonly spec?: { readonly version?: unknown } }> {
  const served = await discoverKind(client, { group, kind }, { signal });
  if (!served.namespaced)
    throw new ControlPlaneReferenceError(
      `the Cluster's controlPlaneRef: ${kind} is cluster-scoped; reference a namespaced kind`,
    );
  return await client.get(served, { name, namespace }, { signal });
}

/** Converts errors that the author of the Cluster can repair into a condition; any other error is unchanged. */
function explained(cause: unknown, reference: ControlPlaneReference): unknown {
  const { kind, apiGroup } = reference;
  if (isCapstanError(cause, "RequestPathRefused")) {
    return new ControlPlaneReferenceError(`the Cluster's controlPlaneRef: ${cause.message}`, { cause });
  }
  if (isCapstanError(cause, "KindNotServed")) {
    return new ControlPlaneUnreadableError(`the API server does not serve ${kind} of ${apiGroup}; install its CRD`, {
      cause,
    });
  }
  if (isForbidden(cause)) {
    const what = `${nameOf(reference)} of ${apiGroup} may not be read`;
    return new ControlPlaneUnreadableError(`${what}; grant the bootstrap provider get on it, or remove the template`, {
      cause,
    });
  }
  if (isNotFound(cause)) {
    const what = `${nameOf(reference)} does not exist`;
    return new ControlPlaneUnreadableError(`${what}; create it, or correct the Cluster's controlPlaneRef`, { cause });
  }
  return cause;
}

function nameOf({ kind, name }: ControlPlaneReference): string {
  return `${kind} ${name}`;
}
