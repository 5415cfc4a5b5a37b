import { annotations, Cluster, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { apiVersionOf, isMalformedText, jsonEqual, parseYaml } from "@capstan/kube";
import { type Client, isApiError } from "@capstan/runtime";
import { ActionRefusedError } from "./action-refused-error.ts";
import { kindOfObject } from "./kind-of-object.ts";
import type { Action } from "./protocol.ts";
import type { DescribedRow } from "./rows.ts";

/** The field manager of edits on the page, in `metadata.managedFields`. */
const fieldManager = "capstan-page";

/** An action on an object. */
export type ObjectAction = Exclude<Action, { type: "inject-fault" | "end-fault" }>;

/**
 * Carries out an action of the page on an object.
 *
 * @throws ActionRefusedError - the API server refused it, with its status and message, or the YAML is not that of the object.
 */
export async function actOnObject(
  client: Client,
  { row, described }: DescribedRow,
  action: ObjectAction,
  signal: AbortSignal,
): Promise<void> {
  const kind = await kindOfObject(client, described, signal);
  const { name, namespace } = row;
  try {
    switch (action.type) {
      case "pause":
      case "resume": {
        const body = pausing(kind, action.type === "pause");
        await client.patch(kind, { name, namespace }, { type: "merge", body }, { fieldManager, signal });
        return;
      }
      case "delete":
        await client.delete(kind, { name, namespace }, { signal });
        return;
      case "replace":
        await client.replace(kind, replacement(kind, { name, namespace }, action), { fieldManager, signal });
        return;
    }
  } catch (error) {
    if (isApiError(error)) throw new ActionRefusedError(error.status, error.message, { cause: error });
    throw error;
  }
}

/** A Cluster is paused by a field, for all its objects; any other object by an annotation. */
function pausing({ kind, group }: ResourceKind, isPaused: boolean): object {
  const annotated = { metadata: { annotations: { [annotations.paused]: isPaused ? "" : null } } };
  if (kind !== Cluster.kind || group !== Cluster.group) return annotated;
  return isPaused ? { spec: { paused: true } } : { ...annotated, spec: { paused: false } };
}

function replacement(
  { group, version, kind }: ResourceKind,
  key: { readonly name: string; readonly namespace: string },
  { yaml, resourceVersion }: Extract<ObjectAction, { type: "replace" }>,
): KubernetesObject {
  const read = readObject(yaml);
  const wanted = { apiVersion: apiVersionOf({ group, version }), kind, ...key };
  const { name, namespace } = read.metadata;
  if (!jsonEqual({ apiVersion: read.apiVersion, kind: read.kind, name, namespace }, wanted)) {
    throw new ActionRefusedError(
      422,
      `apiVersion, kind, name and namespace must stay ${wanted.apiVersion}, ${kind}, ${key.name} and ${key.namespace}`,
    );
  }
  return { ...read, metadata: { ...read.metadata, resourceVersion } };
}

function readObject(yaml: string): KubernetesObject {
  try {
    const read = parseYaml(yaml) as Partial<KubernetesObject> | null | undefined;
    if (typeof read === "object" && typeof read?.metadata?.name === "string") return read as KubernetesObject;
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    const where = error.line === undefined ? "" : ` at line ${error.line}`;
    throw new ActionRefusedError(400, `the YAML is invalid${where}: ${error.reason}`, { cause: error });
  }
  throw new ActionRefusedError(400, "the YAML is not an object with metadata.name");
}
