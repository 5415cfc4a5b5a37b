import { pluralOf } from "@capstan/contract";
import packageJson from "../package.json" with { type: "json" };
import { bootstrapGroupOf, kindsOf, packageNameOf, type Provider } from "./names.ts";
import { factsOf } from "./project-facts.ts";
import { readmeStrings, type ReadmeStrings } from "./readme-strings.ts";

/** The placeholders `__name__` of templates, in file names and in files; exactly these. */
export interface TemplateValues extends ReadmeStrings {
  readonly type: string;
  readonly name: string;
  /** The name in package.json, and of the process. */
  readonly packageName: string;
  /** Value of the label `cluster.x-k8s.io/provider`; prefix of the names of cluster-scoped objects. */
  readonly label: string;
  readonly namespace: string;
  readonly image: string;
  /** Without the tag, which is the version of the release. */
  readonly imageName: string;
  readonly group: string;
  readonly apiVersion: string;
  /** Version of the @capstan packages: the one of this program's release. */
  readonly capstanVersion: string;
  /** The kinds, for people. */
  readonly kinds: string;
  /** Prefix of the variables of a release, which do not begin with a digit. */
  readonly variable: string;
  /** Options of `capstan dev` for the other components that a provider of this type needs. */
  readonly devOptions: string;
  /** The option of `capstan generate` for cluster templates, if there are any. */
  readonly templatesOption: string;
  /** The option of `capstan generate` for the type, if the kinds are of several. */
  readonly typeOption: string;
  /** The name of a variable of a topology. */
  readonly variableName: string;
  readonly Prefix: string;
  readonly prefixFile: string;
  readonly ClusterKind: string;
  readonly clusterFile: string;
  readonly MachineKind: string;
  readonly machineFile: string;
  readonly PoolKind: string;
  readonly poolFile: string;
  readonly IPPoolKind: string;
  readonly ipPoolFile: string;
  readonly AddonKind: string;
  readonly addonFile: string;
  readonly ConfigKind: string;
  readonly configFile: string;
  /** The resource of the configs, as in paths and roles. */
  readonly configPlural: string;
  /** The group of the bootstrap configs of control planes. */
  readonly bootstrapGroup: string;
  readonly ControlPlaneKind: string;
  readonly controlPlaneFile: string;
}

export function templateValues(provider: Provider): TemplateValues {
  const { type, machines, name, prefix, group, apiVersion, image } = provider;
  const { devOptions, hasClusterTemplates } = factsOf(provider);
  const label = `${type}-${name}`;
  return {
    type,
    name,
    packageName: packageNameOf(provider),
    label,
    namespace: `${label}-system`,
    image,
    imageName: image.replace(/[:@][^/]*$/, ""),
    group,
    apiVersion,
    capstanVersion: packageJson.version,
    kinds: listed(kindsOf(provider)),
    variable: name
      .replaceAll("-", "_")
      .toUpperCase()
      .replace(/^(?=\d)/, "_"),
    devOptions,
    typeOption: machines ? `--type ${type} ` : "",
    templatesOption: hasClusterTemplates ? "--templates templates " : "",
    ...readmeStrings(provider, kebabCase(prefix)),
    // A name may begin with a digit, an identifier may not.
    variableName: `payerOf${prefix}`,
    Prefix: prefix,
    prefixFile: kebabCase(prefix),
    ClusterKind: `${prefix}Cluster`,
    clusterFile: `${kebabCase(prefix)}-cluster`,
    MachineKind: `${prefix}Machine`,
    machineFile: `${kebabCase(prefix)}-machine`,
    PoolKind: `${prefix}MachinePool`,
    poolFile: `${kebabCase(prefix)}-machine-pool`,
    IPPoolKind: `${prefix}IPPool`,
    ipPoolFile: `${kebabCase(prefix)}-ip-pool`,
    AddonKind: `${prefix}Addon`,
    addonFile: `${kebabCase(prefix)}-addon`,
    ConfigKind: `${prefix}Config`,
    configFile: `${kebabCase(prefix)}-config`,
    configPlural: pluralOf(`${prefix}Config`),
    bootstrapGroup: bootstrapGroupOf(group),
    ControlPlaneKind: `${prefix}ControlPlane`,
    controlPlaneFile: `${kebabCase(prefix)}-control-plane`,
  };
}

/** "Kinds `A`, `B` and `C`". */
function listed(kinds: readonly string[]): string {
  const names = new Intl.ListFormat("en-GB").format(kinds.map((kind) => `\`${kind}\``));
  return `${kinds.length === 1 ? "Kind" : "Kinds"} ${names}`;
}

/** `MyCloud` gives `my-cloud`, `AWSCloud` gives `aws-cloud`. */
function kebabCase(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

/**
 * Replaces the placeholders `__name__` with their values.
 *
 * @throws Error the template has an unknown placeholder.
 */
export function substitute(template: string, values: TemplateValues): string {
  return template.replaceAll(/__([A-Za-z]+)__/g, (placeholder, name: string) => {
    // eslint-disable-next-line errors/capstan-errors -- would be a bug of a template
    if (!isValueName(values, name)) throw new Error(`The template uses ${placeholder}, which has no value.`);
    return values[name];
  });
}

function isValueName(values: TemplateValues, name: string): name is keyof TemplateValues {
  return Object.hasOwn(values, name);
}
