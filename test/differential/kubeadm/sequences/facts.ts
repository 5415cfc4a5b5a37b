import { createHash, X509Certificate } from "node:crypto";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { type KubernetesObject, labels, type OwnerReference } from "@capstan/contract";
import { type Client, ConfigMap, isNotFound, Secret } from "@capstan/runtime";
import { isDeepStrictEqual } from "node:util";
import { comparableCloudConfig } from "../compare/comparable-cloud-config.ts";
import { type KnownPEM, maskRandom } from "../compare/mask-random.ts";

/** The user-visible state of a cluster, in a form that allows comparing two providers. */
export interface Facts {
  readonly secrets: Readonly<Record<string, SecretFacts>>;
  readonly configs: Readonly<Record<string, ConfigFacts>>;
  /** The init lock, if it exists. */
  readonly lock: object | undefined;
}

interface SecretFacts {
  readonly type: string | undefined;
  readonly labels: object;
  readonly owners: readonly object[];
  readonly data: unknown;
  /** For a certificate: `0`, or that it is another. */
  readonly serial?: string;
  /** For the token in the data: whether its Secret is in the workload cluster. */
  readonly token?: object | string;
}

export interface ConfigFacts {
  readonly conditions: Readonly<Record<string, { readonly status: string; readonly reason: string }>>;
  readonly dataSecretCreated: boolean;
  readonly dataSecretName: string | undefined;
  /** Where the spec has changed since its creation. */
  readonly specChangedAt: readonly string[];
  /** Whether status.observedGeneration equals the object's generation. */
  readonly observed: boolean;
  /** Whether the conditions of the API version v1beta1 are maintained, too. */
  readonly deprecatedConditions: boolean;
}

interface Config extends KubernetesObject {
  readonly spec?: object;
  readonly status?: {
    readonly observedGeneration?: number;
    readonly dataSecretName?: string;
    readonly initialization?: { readonly dataSecretCreated?: boolean };
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
    readonly deprecated?: { readonly v1beta1?: { readonly conditions?: readonly unknown[] } };
  };
}

/**
 * Reads the user-visible state of one cluster.
 *
 * @param created - the specs of its KubeadmConfigs as they were created, by UID.
 */
export async function readFacts(
  client: Client,
  namespace: string,
  cluster: string,
  created: ReadonlyMap<string, object>,
): Promise<Facts> {
  const labelSelector = `${labels.clusterName}=${cluster}`;
  const [secrets, configs, maps] = await Promise.all([
    client.list(Secret, { namespace, labelSelector }),
    client.list<Config>(KubeadmConfig.kind as never, { namespace, labelSelector }),
    client.list(ConfigMap, { namespace, labelSelector }),
  ]);
  const known = knownPEM(secrets.items);
  const secretFacts = await Promise.all(
    secrets.items
      .filter(({ metadata }) => !metadata.name.endsWith("-kubeconfig"))
      .map(async (secret) => [secret.metadata.name, await factsOfSecret(client, secret, known)] as const),
  );
  return {
    secrets: Object.fromEntries(secretFacts),
    configs: Object.fromEntries(configs.items.map((config) => [config.metadata.name, factsOfConfig(config, created)])),
    lock: maps.items
      .filter(({ metadata }) => metadata.name === `${cluster}-lock`)
      .map(({ metadata, data }) => ({ data, labels: metadata.labels, owners: ownersOf(metadata.ownerReferences) }))[0],
  };
}

function factsOfConfig(config: Config, created: ReadonlyMap<string, object>): ConfigFacts {
  const { metadata, spec = {}, status = {} } = config;
  const uid = metadata.uid ?? "";
  const original = created.get(uid) ?? {};
  return {
    conditions: Object.fromEntries(
      (status.conditions ?? []).map(({ type, status: value, reason }) => [type, { status: value, reason }]),
    ),
    dataSecretCreated: status.initialization?.dataSecretCreated ?? false,
    dataSecretName: status.dataSecretName,
    specChangedAt: changedPlaces(original, spec, ""),
    observed: status.observedGeneration === metadata.generation,
    deprecatedConditions: (status.deprecated?.v1beta1?.conditions ?? []).length > 0,
  };
}

function changedPlaces(before: unknown, after: unknown, path: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [path];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changedPlaces(before[name], after[name], path === "" ? name : `${path}.${name}`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function factsOfSecret(client: Client, secret: Secret, known: KnownPEM): Promise<SecretFacts> {
  const { metadata, type, data = {} } = secret;
  const text = (key: string) => Buffer.from(data[key] ?? "", "base64").toString();
  const common = { type, labels: metadata.labels ?? {}, owners: ownersOf(metadata.ownerReferences) };
  const value = text("value");
  if (data.format === undefined || !value.startsWith("## template: jinja")) {
    const content = Object.fromEntries(Object.keys(data).map((key) => [key, maskRandom(text(key))]));
    return {
      ...common,
      data: content,
      ...(data["tls.crt"] === undefined ? {} : { serial: serialOf(text("tls.crt")) }),
    };
  }
  const token = /^ +token: ([a-z0-9]{6})\.[a-z0-9]{16}$/m.exec(value)?.[1];
  return {
    ...common,
    data: { format: text("format"), value: comparableCloudConfig(value, known) },
    ...(token === undefined ? {} : { token: await factsOfToken(client, token) }),
  };
}

function serialOf(pem: string): string {
  if (!pem.includes("BEGIN CERTIFICATE")) return "no certificate";
  return /^0*$/.test(new X509Certificate(pem).serialNumber) ? "0" : "not 0";
}

async function factsOfToken(client: Client, id: string): Promise<object | string> {
  try {
    const key = { namespace: "kube-system", name: `bootstrap-token-${id}` };
    const { type, data = {} } = await client.get(Secret, key);
    const text = (name: string) => Buffer.from(data[name] ?? "", "base64").toString();
    const leftSeconds = (Date.parse(text("expiration")) - Date.now()) / 1000;
    const usages = Object.keys(data).filter((name) => name.startsWith("usage-"));
    return {
      type,
      usages: usages.sort().map((name) => `${name}=${text(name)}`),
      groups: text("auth-extra-groups"),
      life: lifeOf(leftSeconds),
    };
  } catch (error) {
    if (isNotFound(error)) return "not in the workload cluster";
    throw error;
  }
}

/** Tokens live for a minute in the comparison and are extended when two thirds remain; reading also takes a while. */
function lifeOf(leftSeconds: number): string {
  if (leftSeconds > 60) return "too long";
  if (leftSeconds > 12) return "prolonged";
  return leftSeconds > 0 ? "about to end" : "over";
}

/** Random values that must be the same in a cluster's Secrets and in the data of its machines. */
function knownPEM(secrets: readonly Secret[]): KnownPEM {
  return new Map(
    secrets.flatMap(({ metadata, data = {} }) =>
      ["tls.crt", "tls.key"].flatMap((key): [string, string][] => {
        const pem = Buffer.from(data[key] ?? "", "base64")
          .toString()
          .trim();
        if (pem === "") return [];
        const what = `${key} of Secret ${metadata.name}`;
        return [[pem, what], ...(pem.includes("BEGIN CERTIFICATE") ? [hashOf(pem, what)] : [])];
      }),
    ),
  );
}

function hashOf(pem: string, what: string): [string, string] {
  const key = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
  return [`sha256:${createHash("sha256").update(key).digest("hex")}`, `hash of ${what}`];
}

function ownersOf(owners: readonly OwnerReference[] = []): object[] {
  return owners.map((owner) => ({ ...owner, uid: "" }));
}
