import type { PolicyRule } from "@capstan/contract";
import { listAt, parseManifests } from "@capstan/kube";
import { dump } from "js-yaml";
import { type ProviderDefinition } from "../definition/definition.ts";
import { componentsOf } from "./components.ts";
import { metadataOf } from "./metadata.ts";
import { readManifests } from "./read-manifests.ts";
import { ReleaseError } from "./release-error.ts";
import { releasedProvider, type ReleasedProvider } from "./released-provider.ts";

/** What a release is made of. */
export interface ReleaseOptions {
  /** Kinds of one provider. */
  readonly definitions: readonly ProviderDefinition[];
  /** As in `clusterctl init --infrastructure <name>`. Default: from the kinds, FooMachine gives `foo`. */
  readonly name?: string | undefined;
  /** `v1.2.3`. */
  readonly version: string;
  /** The manager's image, in full; without a tag or digest, its tag is the version. */
  readonly image: string;
  /** What the manager may do in addition to what the definitions need. */
  readonly rules?: readonly PolicyRule[];
  /**
   * The author's own objects, in YAML, by the names of their files: they are added to the components, and merged into those of the same
   * kind and name: fields that are null go, lists of objects with names are merged by these, other lists get what they lack.
   */
  readonly manifests?: Readonly<Record<string, string>>;
  /** Templates for `clusterctl generate cluster` by the names of their files, such as `cluster-template-ha.yaml`. */
  readonly templates?: Readonly<Record<string, string>>;
  /**
   * The project's metadata.yaml: it must list the series of the version, so that later releases know it. Default: one with this series
   * alone.
   */
  readonly metadata?: string | undefined;
}

/** A file of a release. */
export interface ReleaseFile {
  /** Relative, with slashes. */
  readonly path: string;
  /** What is in the file. */
  readonly text: string;
}

/**
 * A release of a provider as clusterctl reads it from a local repository: `<type>-<name>/<version>/` with the components, metadata.yaml
 * and cluster templates. `clusterctl init` is given the path of the components as the provider's URL. Nothing is written.
 *
 * @throws ReleaseError something of what was given cannot be; never retried.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 * import { releaseFiles } from "@capstan/provider/release";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * const files = releaseFiles({ version: "v0.1.0", definitions: [HelloMachine], image: "registry.example.com/hello" });
 * console.log(files.map(({ path }) => path)); // infrastructure-hello/v0.1.0/infrastructure-components.yaml and metadata.yaml
 * ```
 */
export function releaseFiles(options: ReleaseOptions): ReleaseFile[] {
  const { version, definitions, name, rules = [], templates = {} } = options;
  const provider = releasedProvider(definitions, { name, rules });
  const metadata = options.metadata ?? yamlOf([metadataOf(version, provider.contract)]);
  checkSeries(version, provider, metadata);
  const components = componentsOf(provider, imageOf(options), readManifests(options.manifests ?? {}));
  const folder = `${provider.label}/${version}`;
  return [
    { path: `${folder}/${provider.type}-components.yaml`, text: yamlOf(components) },
    { path: `${folder}/metadata.yaml`, text: metadata },
    ...Object.entries(templates).map(([file, text]) => ({ path: `${folder}/${templateName(file)}`, text })),
  ];
}

/** Without the series of a release, clusterctl refuses it, and without those before it the upgrade from them. */
function checkSeries(version: string, { contract }: ReleasedProvider, text: string): void {
  const [metadata] = parseManifests("metadata.yaml", text);
  const { releaseSeries } = metadataOf(version, contract, metadata);
  const own = releaseSeries.at(-1);
  if (own === undefined || releaseSeries.length === listAt(metadata, "releaseSeries").length) return;
  const missing = `{ major: ${own.major}, minor: ${own.minor}, contract: ${own.contract} }`;
  throw new ReleaseError(
    `metadata.yaml does not list the series of ${version}: add ${missing} to releaseSeries (CT-007).`,
  );
}

/**
 * Documents of YAML.
 *
 * @example
 * ```ts
 * import { yamlOf } from "@capstan/provider/release";
 *
 * console.log(yamlOf([{ kind: "A" }, { kind: "B" }])); // two documents
 * ```
 */
export function yamlOf(documents: readonly unknown[]): string {
  return documents.map((document) => dump(document, { noRefs: true, lineWidth: -1 })).join("---\n");
}

/** A tag or a digest is what follows a colon, or an at sign, in the last part of the path. */
function imageOf({ image, version }: ReleaseOptions): string {
  return /[:@][^/]*$/.test(image) ? image : `${image}:${version}`;
}

/** Others clusterctl never finds. */
function templateName(file: string): string {
  if (/^(cluster-template(-[\w.-]+)?|clusterclass-[\w.-]+)\.yaml$/.test(file)) return file;
  throw new ReleaseError(
    `${file} is not the name of a template; call it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<name>.yaml.`,
  );
}
