import { releasedProvider, type ReleaseFile, releaseFiles, yamlOf } from "@capstan/provider/release";
import { coreRelease } from "./core-release.ts";
import type { ImageProgram, ImageProvider } from "./programs.ts";

const registry = "registry.example.com";

/** The files that install an image: a release for clusterctl's local repository, and a kustomization of its components. */
export function installFiles(program: ImageProgram, version: string): readonly ReleaseFile[] {
  const { name, provider } = program;
  const given = { version: `v${version}`, image: `${registry}/${name}` };
  const release = provider === "core" ? coreRelease(given) : providerRelease({ ...program, provider }, given);
  const components = release.filter(({ path }) => path.endsWith("-components.yaml")).map(({ path }) => path);
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: components,
    images: [{ name: given.image, newName: given.image, newTag: given.version }],
  };
  return [...release, { path: "kustomization.yaml", text: yamlOf([kustomization]) }];
}

function providerRelease(
  { flags, provider }: { readonly flags: readonly string[]; readonly provider: ImageProvider },
  given: Readonly<Record<"version" | "image", string>>,
): ReleaseFile[] {
  const manifests = flags.length === 0 ? {} : { "flags.yaml": deploymentWith(flags, provider) };
  return releaseFiles({ ...provider, ...given, manifests });
}

/** The patch that is merged into the components' Deployment. */
function deploymentWith(args: readonly string[], { definitions, name }: ImageProvider): string {
  const { label, namespace } = releasedProvider(definitions, { name });
  const containers = [{ name: "manager", args }];
  const metadata = { name: `${label}-controller-manager`, namespace };
  return yamlOf([
    { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { template: { spec: { containers } } } },
  ]);
}
