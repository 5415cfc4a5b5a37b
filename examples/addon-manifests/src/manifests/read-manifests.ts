import { createHash } from "node:crypto";
import {
  type Client,
  ConfigMap,
  isCapstanError,
  isNotFound,
  parseManifests,
  PendingError,
  Secret,
} from "@capstan/provider";
import { isManifest, type Manifest } from "./manifest.ts";

/** Only Secrets of this type are read, as by ClusterResourceSets: who may write a ManifestSet must not get every Secret. */
export const secretType = "addons.cluster.x-k8s.io/resource-set";

/** An object that contains manifests. */
export interface ResourceReference {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
}

/** The manifests of a set. */
export interface ReadManifests {
  /** In the order in which they are applied. */
  readonly manifests: readonly Manifest[];
  /** Equal for equal manifests. */
  readonly hash: string;
}

/** Kinds that others need. */
const first = ["Namespace", "CustomResourceDefinition"];

/**
 * Reads the manifests in the values of these objects.
 *
 * @throws PendingError - an object does not exist, or has no manifests; users see the message.
 */
export async function readManifests(
  client: Client,
  namespace: string,
  resources: readonly ResourceReference[],
  signal: AbortSignal,
): Promise<ReadManifests> {
  const strings: string[] = [];
  const manifests: Manifest[] = [];
  for (const resource of resources) {
    const values = await valuesOf(client, namespace, resource, signal);
    for (const key of Object.keys(values).toSorted()) {
      const text = values[key] ?? "";
      strings.push(text);
      manifests.push(...parsed(`${resource.kind} ${resource.name}, ${key}`, text));
    }
  }
  const rank = ({ kind }: Manifest) => (first.includes(kind) ? first.indexOf(kind) : first.length);
  return {
    manifests: manifests.toSorted((one, other) => rank(one) - rank(other)),
    hash: createHash("sha256").update(JSON.stringify(strings)).digest("hex"),
  };
}

async function valuesOf(
  client: Client,
  namespace: string,
  { kind, name }: ResourceReference,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  try {
    if (kind === "ConfigMap") return (await client.get(ConfigMap, { name, namespace }, { signal })).data ?? {};
    const { type, data = {} } = await client.get(Secret, { name, namespace }, { signal });
    if (type !== secretType) {
      throw new PendingError("SecretNotAllowed", `Secret ${name} must have the type ${secretType}`, { warning: true });
    }
    const entries = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]);
    return Object.fromEntries(entries) as Record<string, string>;
  } catch (error) {
    if (isNotFound(error)) throw new PendingError("ResourceNotFound", `${kind} ${name} does not exist`);
    throw error;
  }
}

function parsed(place: string, text: string): Manifest[] {
  const found = documentsOf(place, text);
  const index = found.findIndex((document) => !isManifest(document));
  if (index === -1) return found as Manifest[];
  const message = `${place}: document ${index + 1} needs apiVersion, kind and metadata.name`;
  throw new PendingError("InvalidManifest", message, { warning: true });
}

/** Without the message of the parser, which may quote a Secret. */
function documentsOf(place: string, text: string): unknown[] {
  try {
    return parseManifests(place, text);
  } catch (error) {
    if (!isCapstanError(error, "ManifestInvalid")) throw error;
    throw new PendingError("InvalidManifest", `${place} is not YAML`, { warning: true });
  }
}
