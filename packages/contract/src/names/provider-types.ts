import { groups } from "./groups.ts";

/** The facts of a type of provider. */
interface ProviderTypeFacts {
  /** The type in clusterctl.yaml and in the inventory of clusterctl. */
  readonly clusterctlName: string;
  /** The API group of Cluster API's own kinds of the type. Default: the type has no kinds. */
  readonly group?: string;
  /** Whether the core may access the kinds of the group without a role of the provider (rule RB-005). Default: false. */
  readonly grantsCore?: true;
}

/**
 * The only list of the types of providers, as labels, file names, and folders of a repository spell them. Releases, checks, the CLI and the
 * scaffold derive from it. Cluster API's core is a type, too, which no provider of an author has.
 */
export const providerTypes = {
  bootstrap: { clusterctlName: "BootstrapProvider", group: groups.bootstrap, grantsCore: true },
  "control-plane": { clusterctlName: "ControlPlaneProvider", group: groups.controlPlane, grantsCore: true },
  infrastructure: { clusterctlName: "InfrastructureProvider", group: groups.infrastructure, grantsCore: true },
  ipam: { clusterctlName: "IPAMProvider", group: groups.ipam },
  "runtime-extension": { clusterctlName: "RuntimeExtensionProvider" },
  addon: { clusterctlName: "AddonProvider", group: groups.addons, grantsCore: true },
} as const satisfies Readonly<Record<string, ProviderTypeFacts>>;

/** A type of provider, other than Cluster API's core. */
export type ProviderType = keyof typeof providerTypes;

const facts: Readonly<Record<ProviderType, ProviderTypeFacts>> = providerTypes;
const types = Object.keys(providerTypes) as readonly ProviderType[];
const label = new RegExp(`^(${types.join("|")})-(.+)$`);
const components = new Set([...types, "core" as const].map(componentsName));
const granted = new Set(types.flatMap((type) => (facts[type].grantsCore === true ? (facts[type].group ?? []) : [])));

/** Splits a provider label (rule PC-013), such as `infrastructure-foo`; undefined if it begins with no type of provider. */
export function parseProviderLabel(text: string): { readonly type: ProviderType; readonly name: string } | undefined {
  const [, type, name] = label.exec(text) ?? [];
  return type === undefined || name === undefined ? undefined : { type: type as ProviderType, name };
}

/** The name of the components file in a release of a type (rule PC-002): `ipam-components.yaml`. */
export function componentsName(type: ProviderType | "core"): string {
  return `${type}-components.yaml`;
}

/** Whether a file has the name of a components file (rule PC-002). */
export function isComponentsName(file: string): boolean {
  return components.has(file);
}

/** Whether the core may access the kinds of an API group without a role of their provider (rule RB-005). */
export function isGrantedToCore(group: string): boolean {
  return granted.has(group);
}

/** The first part of the API group of a type's kinds: `controlplane`. For a type without kinds, the type. */
export function familyOfType(type: ProviderType): string {
  const { group = type } = facts[type];
  return group.split(".")[0] ?? type;
}
