import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { ConversionClientConfig } from "@capstan/runtime";
import { dump, loadAll } from "js-yaml";

const root = path.resolve(import.meta.dirname, "../../..");
const releases = { upstream: "v1.14.2", mock: "v0.1.0", certManager: "v1.19.1" } as const;

/** The built providers: the folder that clusterctl expects, the type, and the components file. */
const upstream = [
  { folder: "cluster-api", name: "cluster-api", type: "CoreProvider", components: "core" },
  { folder: "bootstrap-kubeadm", name: "kubeadm", type: "BootstrapProvider", components: "bootstrap" },
  { folder: "control-plane-kubeadm", name: "kubeadm", type: "ControlPlaneProvider", components: "control-plane" },
] as const;

/** A provider in the configuration of clusterctl. */
export interface ConfiguredProvider {
  readonly name: string;
  readonly type: string;
  /** The path of the components file. */
  readonly url: string;
}

/** The types of Capstan's providers, as `clusterctl init` and its configuration name them. */
const types = { infrastructure: "InfrastructureProvider", "control-plane": "ControlPlaneProvider" } as const;

/** A release of a Capstan provider. */
export interface ProviderRelease {
  readonly type: keyof typeof types;
  /** The name without the type, for example `mock`. */
  readonly name: string;
  /** For example `v0.1.0`. */
  readonly version: string;
  /** The module with the provider's definitions. */
  readonly from: string;
  /** The address of the conversion webhook, in place of its Service, which an API server without a network cannot call. */
  readonly webhook?: ConversionClientConfig;
}

/** A release of Capstan's mock infrastructure provider. */
export const mockRelease: ProviderRelease = {
  type: "infrastructure",
  name: "mock",
  version: releases.mock,
  from: path.join(root, "packages/infrastructure-mock/src/index.ts"),
};

/**
 * Writes a release of a provider with `capstan generate`, like its author would.
 * @param before - the previous release, whose series the new one lists, too: clusterctl upgrades only from listed series.
 */
export async function writeRelease(
  folder: string,
  release: ProviderRelease,
  before?: ProviderRelease,
): Promise<ConfiguredProvider> {
  const { type, name, version } = release;
  const versions = path.join(folder, `${type}-${name}`);
  const out = path.join(versions, version);
  await mkdir(out, { recursive: true });
  const metadata = "metadata.yaml";
  if (before !== undefined) await copyFile(path.join(versions, before.version, metadata), path.join(out, metadata));
  await generateRelease(out, release);
  const components = path.join(out, `${type}-components.yaml`);
  if (release.webhook !== undefined) await convertAt(release.webhook, components);
  return { name, type: types[type], url: components };
}

/**
 * Writes repositories of the Go providers in the form of their releases, and the configuration that makes clusterctl read only them and the
 * given other providers.
 * @param assets - the folder with the build.
 * @returns the path of the configuration.
 */
export async function writeLocalRepository(
  folder: string,
  assets: string,
  others: readonly ConfiguredProvider[],
): Promise<string> {
  return writeConfiguration(folder, [...(await writeUpstreamReleases(folder, assets)), ...others]);
}

async function writeUpstreamReleases(folder: string, assets: string): Promise<ConfiguredProvider[]> {
  const configured: ConfiguredProvider[] = [];
  for (const { folder: label, name, type, components } of upstream) {
    const release = path.join(folder, label, releases.upstream);
    const url = path.join(release, `${components}-components.yaml`);
    await mkdir(release, { recursive: true });
    await copyFile(path.join(assets, "manifests", `${components.replace("-", "")}.yaml`), url);
    await writeFile(path.join(release, "metadata.yaml"), dump(upstreamMetadata));
    configured.push({ name, type, url });
  }
  return configured;
}

/**
 * Writes the configuration that makes clusterctl read only these providers, and the part of cert-manager that it reads.
 * @returns the path of the configuration.
 */
export async function writeConfiguration(folder: string, providers: readonly ConfiguredProvider[]): Promise<string> {
  const certManager = path.join(folder, "cert-manager", releases.certManager, "cert-manager.yaml");
  await mkdir(path.dirname(certManager), { recursive: true });
  await writeFile(certManager, ["Certificate", "Issuer"].map((kind) => dump(certManagerCRD(kind))).join("---\n"));
  const configuration = path.join(folder, "clusterctl.yaml");
  await writeFile(
    configuration,
    dump({ providers, "cert-manager": { url: certManager, version: releases.certManager } }),
  );
  return configuration;
}

const upstreamMetadata = {
  apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3",
  kind: "Metadata",
  releaseSeries: [{ major: 1, minor: 14, contract: "v1beta2" }],
};

async function generateRelease(out: string, { type, name, version, from }: ProviderRelease): Promise<void> {
  const capstan = path.join(root, "packages/cli/src/main.ts");
  const image = `registry.example.com/${type}-${name}:${version}`;
  await promisify(execFile)(
    process.execPath,
    [
      ...["--conditions=source", capstan, "generate", "components", "metadata", "--from", from, "--name", name],
      ...["--image", image, "--release", version, "--out", out],
    ],
    { cwd: root },
  );
}

interface Converted {
  readonly spec?: { readonly conversion?: { readonly webhook?: { clientConfig: object } } };
}

async function convertAt(clientConfig: ConversionClientConfig, components: string): Promise<void> {
  const objects = loadAll(await readFile(components, "utf8")) as Converted[];
  for (const { spec } of objects) {
    if (spec?.conversion?.webhook !== undefined) spec.conversion.webhook.clientConfig = clientConfig;
  }
  await writeFile(components, objects.map((object) => dump(object)).join("---\n"));
}

/** The part of cert-manager that clusterctl reads: its served kinds. It has no Pods here. */
function certManagerCRD(kind: string): object {
  const group = "cert-manager.io";
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  };
}
