import packageJson from "../package.json" with { type: "json" };
import { crdNamesOf, packageNameOf, type Provider } from "./names.ts";

/** What templates contain as `__name__`, in file names and in files; exactly these. */
export interface TemplateValues {
  readonly type: string;
  readonly name: string;
  /** As in package.json, and the name of the process. */
  readonly packageName: string;
  /** Value of the label `cluster.x-k8s.io/provider`; begins the names of what is cluster scoped. */
  readonly label: string;
  readonly namespace: string;
  readonly image: string;
  readonly group: string;
  readonly apiVersion: string;
  /** Of the @capstan packages: those that this program was released with. */
  readonly capstanVersion: string;
  /** JSON. */
  readonly crdNames: string;
  readonly Prefix: string;
  readonly prefixFile: string;
  readonly ClusterKind: string;
  readonly clusterFile: string;
  readonly MachineKind: string;
  readonly machineFile: string;
  readonly ConfigKind: string;
  readonly configFile: string;
}

export function templateValues(provider: Provider): TemplateValues {
  const { type, name, prefix, group, apiVersion, image } = provider;
  const label = `${type}-${name}`;
  return {
    type,
    name,
    packageName: packageNameOf(provider),
    label,
    namespace: `${label}-system`,
    image,
    group,
    apiVersion,
    capstanVersion: packageJson.version,
    crdNames: `[\n${crdNamesOf(provider)
      .map((crd) => `      ${JSON.stringify(crd)},\n`)
      .join("")}    ]`,
    Prefix: prefix,
    prefixFile: kebabCase(prefix),
    ClusterKind: `${prefix}Cluster`,
    clusterFile: `${kebabCase(prefix)}-cluster`,
    MachineKind: `${prefix}Machine`,
    machineFile: `${kebabCase(prefix)}-machine`,
    ConfigKind: `${prefix}Config`,
    configFile: `${kebabCase(prefix)}-config`,
  };
}

/** `MyCloud` gives `my-cloud`, `AWSCloud` gives `aws-cloud`. */
function kebabCase(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

/**
 * Puts the values in place of `__name__`.
 *
 * @throws Error the template asks for a value that does not exist.
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
