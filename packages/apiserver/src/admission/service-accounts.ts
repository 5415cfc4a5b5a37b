import { type JsonObject, listAt, objectAt, textAt, isJsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { generateName } from "../object/names.ts";
import { pods, serviceAccounts } from "../registry/built-in/built-ins.ts";
import { resourceName } from "../registry/resource.ts";
import { forbidden } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { rootCertificates } from "../object/root-certificates.ts";
import { type Attributes } from "./attributes.ts";

/** Where programs in a Pod find the token of its account. */
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const volumePrefix = "kube-api-access-";
const tokenSeconds = 3607;
const fileMode = 0o644;

/**
 * Applies the admission plugin ServiceAccount to a write: a new Pod gets an account, its image pull secrets, and its token as a mount.
 *
 * @throws StatusError Forbidden: the account does not exist.
 */
export function withServiceAccount(store: Store, attributes: Attributes): Attributes {
  const { operation, target, object, namespace } = attributes;
  const isNewPod = target.resource.id === pods.id && operation === "CREATE" && target.subresource === undefined;
  const spec = objectAt(object, "spec");
  if (!isNewPod || object === undefined || spec === undefined || isMirror(object)) return attributes;
  const name = textAt(spec, "serviceAccountName") ?? "default";
  const account = store.get(serviceAccounts.id, namespace, name);
  if (account === undefined) {
    const why = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
    throw forbidden(resourceName(pods), attributes.name, why);
  }
  const own = { ...spec, serviceAccountName: name, serviceAccount: name };
  const mounted = isMounted(spec, account) ? withToken(own) : own;
  return { ...attributes, object: { ...object, spec: withPullSecrets(mounted, account) } };
}

/** Whether a Pod only mirrors a static Pod of a node. */
function isMirror({ metadata }: ApiObject): boolean {
  return metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;
}

function isMounted(spec: JsonObject, account: ApiObject): boolean {
  return (spec.automountServiceAccountToken ?? account.automountServiceAccountToken) !== false;
}

function withPullSecrets(spec: JsonObject, account: ApiObject): JsonObject {
  const secrets = listAt(account, "imagePullSecrets");
  if (secrets.length === 0 || listAt(spec, "imagePullSecrets").length > 0) return spec;
  return { ...spec, imagePullSecrets: secrets };
}

/** Adds a volume with the token, mounted unless another mount has the path. */
function withToken(spec: JsonObject): JsonObject {
  const volumes = listAt(spec, "volumes");
  const names = volumes.map((volume) => textAt(volume, "name") ?? "");
  const known = names.find((name) => name.startsWith(volumePrefix));
  const name = known ?? generateName(volumePrefix);
  const mounted = (field: string): JsonObject => {
    const containers = listAt(spec, field);
    return containers.length === 0 ? {} : { [field]: containers.map((container) => withMount(container, name)) };
  };
  const changed = { ...spec, ...mounted("initContainers"), ...mounted("containers") };
  const isUsed = ["initContainers", "containers"].some((field) =>
    listAt(changed, field).some((container, index) => container !== listAt(spec, field)[index]),
  );
  return known === undefined && isUsed ? { ...changed, volumes: [...volumes, tokenVolume(name)] } : changed;
}

function withMount(container: unknown, name: string): unknown {
  const mounts = listAt(container, "volumeMounts");
  if (!isJsonObject(container) || mounts.some((mount) => textAt(mount, "mountPath") === mountPath)) return container;
  return { ...container, volumeMounts: [...mounts, { name, readOnly: true, mountPath }] };
}

function tokenVolume(name: string): JsonObject {
  const { name: certificates, key } = rootCertificates;
  const fieldRef = { apiVersion: "v1", fieldPath: "metadata.namespace" };
  const sources = [
    { serviceAccountToken: { expirationSeconds: tokenSeconds, path: "token" } },
    { configMap: { name: certificates, items: [{ key, path: key }] } },
    { downwardAPI: { items: [{ path: "namespace", fieldRef }] } },
  ];
  return { name, projected: { sources, defaultMode: fileMode } };
}
