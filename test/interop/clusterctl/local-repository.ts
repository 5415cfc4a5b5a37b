import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { dump } from "js-yaml";

const root = path.resolve(import.meta.dirname, "../../..");
const releases = { upstream: "v1.14.2", mock: "v0.1.0", certManager: "v1.19.1" } as const;

/** The providers of the build: the folder that clusterctl looks for, the type, and the file of components. */
const upstream = [
  { folder: "cluster-api", name: "cluster-api", type: "CoreProvider", components: "core" },
  { folder: "bootstrap-kubeadm", name: "kubeadm", type: "BootstrapProvider", components: "bootstrap" },
  { folder: "control-plane-kubeadm", name: "kubeadm", type: "ControlPlaneProvider", components: "control-plane" },
] as const;

/** A provider as the configuration of clusterctl has it. */
export interface ConfiguredProvider {
  readonly name: string;
  readonly type: string;
  /** The path of the components. */
  readonly url: string;
}

/** Writes a release of our mock infrastructure provider, which `capstan generate` makes, as its author would have it. */
export async function writeMockRelease(folder: string): Promise<ConfiguredProvider> {
  const release = path.join(folder, "infrastructure-mock", releases.mock);
  await generateRelease(release);
  const url = path.join(release, "infrastructure-components.yaml");
  return { name: "mock", type: "InfrastructureProvider", url };
}

/**
 * Writes repositories of the Go providers, as releases of them would have them, and what makes clusterctl read them, other providers
 * that are given, and nothing else.
 *
 * @param assets - the folder with the build.
 * @returns the path of the configuration.
 */
export async function writeLocalRepository(
  folder: string,
  assets: string,
  others: readonly ConfiguredProvider[],
): Promise<string> {
  const certManager = path.join(folder, "cert-manager", releases.certManager, "cert-manager.yaml");
  for (const { folder: label, components } of upstream) {
    const release = path.join(folder, label, releases.upstream);
    const manifest = path.join(assets, "manifests", `${components.replace("-", "")}.yaml`);
    await mkdir(release, { recursive: true });
    await copyFile(manifest, path.join(release, `${components}-components.yaml`));
    await writeFile(path.join(release, "metadata.yaml"), dump(upstreamMetadata));
  }
  await mkdir(path.dirname(certManager), { recursive: true });
  await writeFile(certManager, ["Certificate", "Issuer"].map((kind) => dump(certManagerCRD(kind))).join("---\n"));

  const url = (label: string, release: string, components: string): string =>
    path.join(folder, label, release, `${components}-components.yaml`);
  const configuration = path.join(folder, "clusterctl.yaml");
  const providers = [
    ...upstream.map(({ folder: label, name, type, components }) => {
      return { name, type, url: url(label, releases.upstream, components) };
    }),
    ...others,
  ];
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

/** Has `capstan generate` write a release of the mock infrastructure provider, as its author would. */
async function generateRelease(out: string): Promise<void> {
  const capstan = path.join(root, "packages/cli/src/main.ts");
  const from = path.join(root, "packages/infrastructure-mock/src/index.ts");
  const image = `registry.example.com/infrastructure-mock:${releases.mock}`;
  await promisify(execFile)(
    process.execPath,
    [
      ...["--conditions=source", capstan, "generate", "components", "metadata", "--from", from],
      ...["--image", image, "--release", releases.mock, "--out", out],
    ],
    { cwd: root },
  );
}

/** What clusterctl sees of cert-manager, which has no Pods here: that its kinds are served. */
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
