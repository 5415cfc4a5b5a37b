/** Owner of a file, by name or number. */
interface NodeOwner {
  readonly id?: number;
  readonly name?: string;
}

/** A file, directory or link, which decides the other fields. */
interface IgnitionNode {
  readonly filesystem: string;
  readonly path: string;
  readonly user?: NodeOwner;
  readonly group?: NodeOwner;
  readonly overwrite?: boolean;
}

export interface IgnitionFile extends IgnitionNode {
  readonly append?: boolean;
  readonly contents: { readonly source: string; readonly compression?: string; readonly verification: object };
  readonly mode?: number;
}

export interface IgnitionUnit {
  readonly name: string;
  readonly enable?: boolean;
  readonly enabled?: boolean;
  readonly mask?: boolean;
  readonly contents?: string;
  readonly dropins?: readonly { readonly name: string; readonly contents?: string }[];
}

/** Lists of a section, which decides their names. */
type Lists = Readonly<Record<string, readonly object[]>>;

/** An Ignition configuration of spec 2.3.0, with the fields that this package generates. */
export interface IgnitionConfig {
  readonly ignition: {
    readonly config: object;
    readonly security: { readonly tls: Lists };
    readonly timeouts: object;
    readonly version: "2.3.0";
  };
  readonly networkd: Lists;
  readonly passwd: Lists;
  readonly storage: Lists;
  readonly systemd: Lists;
}

/** The non-empty sections of a configuration. */
export interface IgnitionSections {
  readonly config?: object;
  readonly certificateAuthorities?: readonly object[];
  readonly timeouts?: object;
  readonly networkd?: Lists;
  readonly passwd?: Lists;
  readonly storage?: Lists;
  readonly systemd?: Lists;
}

/** Assembles a configuration; empty lists are omitted. */
export function ignitionConfig(sections: IgnitionSections): IgnitionConfig {
  const { config = {}, certificateAuthorities = [], timeouts = {} } = sections;
  return {
    ignition: { config, security: { tls: withoutEmpty({ certificateAuthorities }) }, timeouts, version: "2.3.0" },
    networkd: withoutEmpty(sections.networkd ?? {}),
    passwd: withoutEmpty(sections.passwd ?? {}),
    storage: withoutEmpty(sections.storage ?? {}),
    systemd: withoutEmpty(sections.systemd ?? {}),
  };
}

/**
 * Appends one configuration to another as Ignition does: lists are concatenated, any other value comes from the second configuration if
 * set, and references to further configurations come only from the second.
 */
export function appendConfig(first: IgnitionConfig, second: IgnitionConfig): IgnitionConfig {
  return {
    ignition: {
      config: second.ignition.config,
      security: { tls: appendLists(first.ignition.security.tls, second.ignition.security.tls) },
      timeouts: { ...first.ignition.timeouts, ...second.ignition.timeouts },
      version: first.ignition.version,
    },
    networkd: appendLists(first.networkd, second.networkd),
    passwd: appendLists(first.passwd, second.passwd),
    storage: appendLists(first.storage, second.storage),
    systemd: appendLists(first.systemd, second.systemd),
  };
}

function appendLists(first: Lists, second: Lists): Lists {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort();
  return Object.fromEntries(names.map((name) => [name, [...(first[name] ?? []), ...(second[name] ?? [])]]));
}

function withoutEmpty(lists: Lists): Lists {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
