import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { isJsonObject, objectKeyText } from "@capstan/kube";
import { type Client, delegatingClient, type Patch } from "@capstan/runtime";
import type { SecretContent } from "./secret-strings.ts";
import type { SecretGuard } from "./secret-guard.ts";

/**
 * A client that passes its writes to the guard: Secrets as secrets, everything else as public.
 *
 * @param by - the controller that writes; undefined for a person, who may write anything.
 */
export function guardedClient(client: Client, guard: SecretGuard, by?: string): Client {
  const look = (verb: string, kind: ResourceKind, name: string, body: unknown): void => {
    if (kind.kind === "Secret") guard.addSecret(name, contentOf(body));
    else if (by !== undefined) guard.emitted(`${verb} ${kind.kind}/${name} by ${by}`, publicParts(kind, body));
  };
  return {
    ...delegatingClient(client),
    create: (kind, object, options) => {
      look("create", kind, objectKeyText(object.metadata), object);
      return client.create(kind, object, options);
    },
    replace: (kind, object, options) => {
      look("update", kind, objectKeyText(object.metadata), object);
      return client.replace(kind, object, options);
    },
    patch: (kind, key, patch, options) => {
      look("patch", kind, objectKeyText(key), bodyOf(patch));
      return client.patch(kind, key, patch, options);
    },
  };
}

/**
 * The public parts of an object, or of a patch. A spec belongs to the user: it may hold confidential values, and the permission to read it
 * is granted accordingly.
 */
export function publicParts(kind: Pick<ResourceKind, "kind">, body: unknown): unknown {
  if (!isJsonObject(body) || wholeKinds.has(kind.kind)) return body;
  const { metadata } = body as unknown as Partial<KubernetesObject>;
  const shownMetadata = metadata === undefined ? {} : { metadata: { ...metadata, managedFields: undefined } };
  return { ...body, spec: undefined, ...shownMetadata };
}

/** Kinds without a user's spec. */
const wholeKinds: ReadonlySet<string> = new Set(["ConfigMap", "Event", "Lease", "Node"]);

function contentOf(body: unknown): SecretContent {
  return typeof body === "object" && body !== null ? body : {};
}

function bodyOf(patch: Patch): unknown {
  return patch.type === "json" ? patch.body.map((operation) => ({ ...operation })) : patch.body;
}
