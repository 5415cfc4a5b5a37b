import {
  componentsName,
  type ContractVersion,
  type PolicyRule,
  type ProviderType,
  readTemplate,
} from "@capstan/contract";
import { isMalformedText, listAt, parseManifests, writeYaml } from "@capstan/kube";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { componentsOf } from "./components.ts";
import { type ReleaseObject } from "./merged-objects.ts";
import { metadataOf } from "./metadata.ts";
import { readManifests } from "./read-manifests.ts";
import { ReleaseError } from "./release-error.ts";
import { releasedProvider, type ReleasedProvider } from "./released-provider.ts";

/** Options of {@link releaseFiles}. */
export interface ReleaseOptions {
  /** The kinds of one provider. */
  readonly definitions: readonly ReconciledDefinition[];
  /**
   * The type of the provider, if the kinds belong to several: a control plane provider may also install the bootstrap configs of its
   * Machines. Default: that of the kinds.
   */
  readonly type?: ProviderType | undefined;
  /** The name for `clusterctl init --infrastructure <name>`. Default: derived from the kinds; FooMachine results in `foo`. */
  readonly name?: string | undefined;
  /** The version of the release, such as `v1.2.3`. */
  readonly version: string;
  /** The full name of the manager's image. Without a tag or digest, the version becomes its tag. */
  readonly image: string;
  /** Permissions of the manager in addition to those of the definitions. */
  readonly rules?: readonly PolicyRule[];
  /**
   * Your own objects in YAML, by file name. They are added to the components, or merged into those of the same kind and name: fields that
   * are null are removed, lists of named objects are merged by name, and other lists get the missing items.
   */
  readonly manifests?: Readonly<Record<string, string>>;
  /** Templates for `clusterctl generate cluster` by file name, such as `cluster-template-ha.yaml`. */
  readonly templates?: Readonly<Record<string, string>>;
  /**
   * The project's metadata.yaml. It must list the series of the version, so that later releases know it. Default: a file with only this
   * series.
   */
  readonly metadata?: string | undefined;
}

/** A file of a release. */
export interface ReleaseFile {
  /** The relative path of the file, with slashes. */
  readonly path: string;
  /** The content of the file. */
  readonly text: string;
}

/**
 * Generates the release of a provider as clusterctl reads it from a local repository: `<type>-<name>/<version>/` with the components,
 * metadata.yaml and cluster templates. For `clusterctl init`, set the provider's URL to the path of the components. Writes no files.
 *
 * @throws ReleaseError an option is invalid; never retried.
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
  const { version, definitions, type, name, rules = [], templates = {} } = options;
  const provider = releasedProvider(definitions, { type, name, rules });
  const components = componentsOf(provider, releaseImage(options), readManifests(options.manifests ?? {}));
  return releaseOf({ ...provider, version, components, templates, metadata: options.metadata });
}

/** The parts of a release. */
export interface ReleaseParts extends Pick<ReleasedProvider, "label" | "contract"> {
  /** The type of the provider, such as `infrastructure`. */
  readonly type: ProviderType;
  /** The version, such as `v1.2.3`. */
  readonly version: string;
  /** All objects of the components file. */
  readonly components: readonly ReleaseObject[];
  /** Templates by file name. Default: none. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
  /** The project's metadata.yaml. Default: a file with only the series of the version. */
  readonly metadata?: string | undefined;
}

/**
 * The files of a release: `<label>/<version>/` with the components, metadata.yaml and templates.
 *
 * @throws ReleaseError - the version or metadata.yaml is invalid, or clusterctl could not read a file.
 *
 * @example
 * ```ts
 * import { releaseOf } from "@capstan/provider/release";
 *
 * const files = releaseOf({
 *   ...{ type: "addon", label: "addon-hello", contract: "v1beta2", version: "v0.1.0" },
 *   components: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "addon-hello-system" } }],
 * });
 * console.log(files.map(({ path }) => path)); // addon-hello/v0.1.0/addon-components.yaml and metadata.yaml
 * ```
 */
export function releaseOf(parts: ReleaseParts): ReleaseFile[] {
  const { type, label, contract, version, components, templates = {} } = parts;
  const metadata = parts.metadata ?? yamlOf([metadataOf(version, contract)]);
  checkSeries(version, contract, metadata);
  const folder = `${label}/${version}`;
  const substituted = [
    { path: `${folder}/${componentsName(type)}`, text: yamlOf(components) },
    ...Object.entries(templates).map(([file, text]) => ({ path: `${folder}/${templateName(file)}`, text })),
  ];
  for (const file of substituted) checkReadable(file);
  return substituted.toSpliced(1, 0, { path: `${folder}/metadata.yaml`, text: metadata });
}

/** @throws ReleaseError - clusterctl could not read the file (CT-024). */
function checkReadable({ path, text }: ReleaseFile): void {
  try {
    readTemplate(text);
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    const line = error.line === undefined ? "" : `:${error.line}`;
    throw new ReleaseError(`${path}${line}: clusterctl cannot read the file: ${error.reason} (CT-024).`, {
      cause: error,
    });
  }
}

/** clusterctl refuses a release without its series, and upgrades from releases whose series is missing. */
function checkSeries(version: string, contract: ContractVersion, text: string): void {
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
 * Serializes YAML documents.
 *
 * @example
 * ```ts
 * import { yamlOf } from "@capstan/provider/release";
 *
 * console.log(yamlOf([{ kind: "A" }, { kind: "B" }])); // two documents
 * ```
 */
export function yamlOf(documents: readonly unknown[]): string {
  return documents.map((document) => writeYaml(document, { noRefs: true, lineWidth: -1 })).join("---\n");
}

/**
 * The full name of an image: without a tag or digest, the version becomes its tag.
 *
 * @example
 * ```ts
 * import { releaseImage } from "@capstan/provider/release";
 *
 * console.log(releaseImage({ image: "registry.example.com/hello", version: "v1.2.3" })); // registry.example.com/hello:v1.2.3
 * ```
 */
export function releaseImage({ image, version }: Pick<ReleaseOptions, "image" | "version">): string {
  // A tag or a digest follows a colon, or an at sign, in the last part of the path.
  return /[:@][^/]*$/.test(image) ? image : `${image}:${version}`;
}

/** clusterctl never finds templates with other names. */
function templateName(file: string): string {
  if (/^(cluster-template(-[\w.-]+)?|clusterclass-[\w.-]+)\.yaml$/.test(file)) return file;
  throw new ReleaseError(
    `${file} is not the name of a template; call it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<name>.yaml.`,
  );
}
