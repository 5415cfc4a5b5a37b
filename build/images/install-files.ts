import { releasedProvider, type ReleaseFile, releaseFiles, yamlOf } from "@capstan/provider/release";
import type { ImageProgram } from "./programs.ts";

type Provider = NonNullable<ImageProgram["provider"]>;

const registry = "registry.example.com";

/**
 * What installs the image of a provider: a release as clusterctl reads it from a local repository, and a kustomization of its components
 * next to it.
 */
export function installFiles({ name, flags, provider }: ImageProgram, version: string): readonly ReleaseFile[] {
  if (provider === undefined) return [];
  const image = `${registry}/${name}`;
  const release = releaseFiles({
    ...provider,
    version: `v${version}`,
    image,
    manifests: flags.length === 0 ? {} : { "flags.yaml": deploymentWith(flags, provider) },
  });
  const components = release.filter(({ path }) => path.endsWith("-components.yaml")).map(({ path }) => path);
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: components,
    images: [{ name: image, newName: image, newTag: `v${version}` }],
  };
  return [...release, { path: "kustomization.yaml", text: yamlOf([kustomization]) }];
}

/** What is merged into the Deployment of the components. */
function deploymentWith(args: readonly string[], { definitions, name }: Provider): string {
  const { label, namespace } = releasedProvider(definitions, { name });
  const containers = [{ name: "manager", args }];
  const metadata = { name: `${label}-controller-manager`, namespace };
  return yamlOf([
    { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { template: { spec: { containers } } } },
  ]);
}
