import { calculateCRDName, familyOfType } from "@capstan/contract";
import { isApiVersionName } from "@capstan/kube";
import type { Problem } from "./problem.ts";
import { factsOf, type ProjectType, projectTypes } from "./project-facts.ts";

/** The author's choices for a provider. */
export interface ProviderChoices {
  /** The product of the provider: bootstrap data, servers, control planes, IP addresses, add-ons, or answers to hooks of the core. */
  readonly type: ProjectType;
  /** Whether an infrastructure provider also has machine pools. Default: false. */
  readonly machinePool?: boolean;
  /** Whether control planes consist of Machines, for which the provider also has bootstrap configs. Default: false; a service runs them. */
  readonly machines?: boolean;
  /** As in `clusterctl init --infrastructure <name>`. */
  readonly name: string;
  /**
   * Prefix of its kinds: `Hello` gives HelloMachine and HelloCluster, HelloConfig, HelloControlPlane, HelloIPPool, or HelloAddon. Default: derived from the name.
   */
  readonly prefix?: string;
  /** API group. Default: that of Cluster API for the type. */
  readonly group?: string;
  /** API version. Default: `v1alpha1`. */
  readonly apiVersion?: string;
  /** Full name of the image. Default: one in ghcr.io/example, for the author to change. */
  readonly image?: string;
}

/** {@link ProviderChoices} with all defaults. */
export type Provider = Required<ProviderChoices>;

/** `my-cloud` gives `MyCloud`. */
function prefixOf(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** The API group for which the Cluster API manager already has all permissions. */
export function defaultGroup(type: ProjectType): string {
  return `${familyOfType(type)}.cluster.x-k8s.io`;
}

/** `hello` gives `cluster-api-provider-hello`, the convention for repositories of providers. */
export function packageNameOf({ type, name }: Pick<Provider, "type" | "name">): string {
  return type === "infrastructure" ? `cluster-api-provider-${name}` : `cluster-api-${type}-provider-${name}`;
}

/** The name of a provider from its folder: the inverse of {@link packageNameOf} where possible. */
export function nameFromFolder(folder: string): string {
  const prefix = new RegExp(`^cluster-api-(?:(?:${projectTypes.join("|")})-)?provider-`);
  return folder.toLowerCase().replace(prefix, "");
}

/** Whether providers of a type have kinds of their own. */
export function hasKinds(type: ProjectType): boolean {
  return factsOf({ type }).kinds.length > 0;
}

/** The kinds of a provider, without their Templates. */
export function kindsOf({
  type,
  prefix,
  machinePool,
  machines,
}: Pick<Provider, "type" | "prefix" | "machinePool" | "machines">) {
  const all = [...factsOf({ type }).kinds, ...(machinePool ? ["MachinePool"] : []), ...(machines ? ["Config"] : [])];
  return all.map((suffix) => `${prefix}${suffix}`);
}

/** The names of the CRDs, in the order of the kinds, each followed by its Template if it has one. */
export function crdNamesOf(provider: Provider): readonly string[] {
  const { hasTemplates } = factsOf(provider);
  return kindsOf(provider).flatMap((kind) => {
    const isOfMachines = provider.machines && kind === `${provider.prefix}Config`;
    const group = isOfMachines ? bootstrapGroupOf(provider.group) : provider.group;
    return [kind, ...(hasTemplates ? [`${kind}Template`] : [])].map((each) => calculateCRDName(group, each));
  });
}

/** The group of the bootstrap configs of control planes: `controlplane.example.com` and `example.com` give `bootstrap.example.com`. */
export function bootstrapGroupOf(group: string): string {
  return `bootstrap.${group.replace(/^control-?plane\./, "")}`;
}

/** Adds defaults to the author's choices. */
export function withDefaults(choices: ProviderChoices): Provider {
  return {
    type: choices.type,
    machinePool: choices.machinePool ?? false,
    machines: choices.machines ?? false,
    name: choices.name,
    prefix: choices.prefix ?? prefixOf(choices.name),
    group: choices.group ?? defaultGroup(choices.type),
    apiVersion: choices.apiVersion ?? "v1alpha1",
    image: choices.image ?? `ghcr.io/example/${packageNameOf(choices)}:v0.1.0`,
  };
}

const dnsLabel = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** The name of the webhooks' Service, such as "infrastructure-hello-webhook-service", has 63 characters at most. */
function longestName(type: ProjectType): number {
  return 63 - `${type}-`.length - "-webhook-service".length;
}

/** Finds everything that Kubernetes or Cluster API would refuse later, and choices that would have no effect. */
export function checkChoices(choices: ProviderChoices): Problem[] {
  const provider = withDefaults(choices);
  const derived = withDefaults({ type: provider.type, name: provider.name });
  const ofName = checkName(provider.name, provider.type);
  // A value derived from an invalid name is not reported a second time.
  const isKnown = (value: string, fromName: string) => ofName.length > 0 && value === fromName;
  return [
    ...ofName,
    ...checkMachinePool(provider),
    ...checkMachines(provider),
    ...(hasKinds(provider.type)
      ? [
          ...checkGroup(provider.group),
          ...checkVersion(provider.apiVersion),
          ...(isKnown(provider.prefix, derived.prefix) ? [] : checkPrefix(provider)),
        ]
      : checkKindless(choices)),
    ...(isKnown(provider.image, derived.image) ? [] : checkImage(provider.image)),
  ];
}

/** Checks a provider's name: a DNS label, because namespaces and labels contain it (rule PC-014). */
export function checkName(name: string, type: ProjectType): Problem[] {
  const option = "--name";
  if (name === "cluster-api") {
    return [{ option, message: "cluster-api is the name of Cluster API itself. Choose another." }];
  }
  if (!dnsLabel.test(name)) {
    const message = `${quote(name)} is not a valid name: it must be a DNS label of lower-case letters, digits and dashes that begins and ends with a letter or digit, such as my-cloud.`;
    return [{ option, message }];
  }
  if (name.length > longestName(type)) {
    const most = longestName(type);
    return [{ option, message: `${quote(name)} has ${name.length} characters; it must have at most ${most}.` }];
  }
  return [];
}

/** Checks an API group: a DNS name of at least two labels, outside the groups that Kubernetes reserves. */
export function checkGroup(group: string): Problem[] {
  const option = "--group";
  const labels = group.split(".");
  if (labels.length < 2 || group.length > 253 || labels.some((label) => label.length > 63 || !dnsLabel.test(label))) {
    const message = `${quote(group)} must be a DNS name such as infrastructure.example.com.`;
    return [{ option, message }];
  }
  if (/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) {
    const message = `${group} is protected: the API server takes CRDs of *.k8s.io and *.kubernetes.io only with an approval. Use your own domain.`;
    return [{ option, message }];
  }
  return [];
}

function checkMachinePool({ type, machinePool }: Provider): Problem[] {
  if (!machinePool || type === "infrastructure") return [];
  return [
    {
      option: "--machine-pool",
      message: `A ${type} provider cannot have pools of machines; use --type infrastructure.`,
    },
  ];
}

function checkMachines({ type, machines }: Provider): Problem[] {
  if (!machines || type === "control-plane") return [];
  const message = `A ${type} provider has no control planes; use --type control-plane.`;
  return [{ option: "--machines", message }];
}

/** The choices that name kinds, for a type without kinds. */
function checkKindless({ type, prefix, group, apiVersion }: ProviderChoices): Problem[] {
  const given = { "--kind-prefix": prefix, "--group": group, "--api-version": apiVersion };
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([option]) => ({ option, message: `A ${type} has no kinds of its own; remove ${option}.` }));
}

function checkVersion(apiVersion: string): Problem[] {
  if (isApiVersionName(apiVersion)) return [];
  const message = `${quote(apiVersion)} must be an API version such as v1alpha1, v1beta2 or v1.`;
  return [{ option: "--api-version", message }];
}

function checkPrefix(provider: Provider): Problem[] {
  const option = "--kind-prefix";
  const { prefix } = provider;
  if (!/^[A-Z][A-Za-z0-9]*$/.test(prefix)) {
    const message = `${quote(prefix)} cannot be the prefix of a kind: it must consist of letters and digits and begin with a capital letter, such as MyCloud for MyCloudMachine.`;
    return [{ option, message }];
  }
  // A plural is a DNS label, a CRD's name a DNS name.
  const tooLong = crdNamesOf(provider).find((name) => name.length > 253 || name.indexOf(".") > 63);
  return tooLong === undefined
    ? []
    : [{ option, message: `${prefix} is too long: ${tooLong} could not be the name of a CRD.` }];
}

function checkImage(image: string): Problem[] {
  // Host with a dot, port or "localhost", then a path, then a tag or digest (rule PC-011).
  if (
    /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(?::\d+)?(?:\/[a-z0-9._-]+)+(?::[\w.-]+|@sha256:[a-f0-9]{64})$/.test(
      image,
    )
  )
    return [];
  const message = `${quote(image)} must be a full image name of host, path and tag, such as ghcr.io/example/my-provider:v0.1.0.`;
  return [{ option: "--image", message }];
}

function quote(text: string): string {
  return JSON.stringify(text);
}
