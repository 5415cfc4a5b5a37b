type Json = Readonly<Record<string, unknown>>;

/**
 * The comparable spec of a KubeadmConfig as the Go webhook restores it from v1beta1: it finds the earlier `append` and `readOnly` by the
 * path of a file or the hostPath of a volume, and uses the first value if two have the same path.
 */
export function asGoReads(spec: unknown): unknown {
  const { files, clusterConfiguration, ...others } = spec as Json;
  const read = {
    ...others,
    ...(files === undefined ? {} : { files: withFlagOfFirst(files, "path", "append") }),
    ...(clusterConfiguration === undefined ? {} : { clusterConfiguration: withVolumes(clusterConfiguration as Json) }),
  };
  return inOrder(Object.entries(read));
}

function withVolumes(cluster: Json): Json {
  const components = ["apiServer", "controllerManager", "scheduler"].flatMap((name) => {
    const component = cluster[name] as Json | undefined;
    if (component?.extraVolumes === undefined) return [];
    return [[name, { ...component, extraVolumes: withFlagOfFirst(component.extraVolumes, "hostPath", "readOnly") }]];
  });
  return { ...cluster, ...(Object.fromEntries(components) as Json) };
}

function withFlagOfFirst(list: unknown, key: string, flag: string): unknown {
  const items = list as readonly Json[];
  return items.map((item) => {
    const others = Object.entries(item).filter(([name]) => name !== flag);
    const first = items.find((candidate) => candidate[key] === item[key]);
    return inOrder([...others, ...(first?.[flag] === undefined ? [] : [[flag, first[flag]] as const])]);
  });
}

function inOrder(fields: readonly (readonly [string, unknown])[]): Json {
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
