import { groups } from "./groups.ts";

/** The types of providers, as labels, file names and folders of a repository spell them, and what clusterctl calls them. */
export const providerTypes = {
  bootstrap: "BootstrapProvider",
  "control-plane": "ControlPlaneProvider",
  infrastructure: "InfrastructureProvider",
  ipam: "IPAMProvider",
  "runtime-extension": "RuntimeExtensionProvider",
  addon: "AddonProvider",
} as const;

/** A type of provider, other than Cluster API's core. */
export type ProviderType = keyof typeof providerTypes;

/** The name of Cluster API's core as a type of provider, in file names. */
const core = "core";

const types = Object.keys(providerTypes) as readonly ProviderType[];
const label = new RegExp(`^(${types.join("|")})-(.+)$`);
const components = new RegExp(`^(${[...types, core].join("|")})-components\\.yaml$`);

/** Splits a provider label (rule PC-013), such as `infrastructure-foo`; undefined if it begins with no type of provider. */
export function parseProviderLabel(text: string): { readonly type: ProviderType; readonly name: string } | undefined {
  const [, type, name] = label.exec(text) ?? [];
  return type === undefined || name === undefined ? undefined : { type: type as ProviderType, name };
}

/** Whether a file has the name of a components file (rule PC-002). */
export function isComponentsName(file: string): boolean {
  return components.test(file);
}

/** The families that are spelled differently from their type. */
const families: Readonly<Partial<Record<ProviderType, string>>> = {
  "control-plane": firstPart(groups.controlPlane),
  addon: firstPart(groups.addons),
};

/** The first part of the API group of a type's kinds: `controlplane`. */
export function familyOfType(type: ProviderType): string {
  return families[type] ?? type;
}

function firstPart(group: string): string {
  return group.slice(0, group.indexOf("."));
}
