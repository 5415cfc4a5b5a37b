import { load, loadAll, YAML11_SCHEMA } from "js-yaml";
import { type KnownPEM, maskRandom } from "./mask-random.ts";

interface CloudConfig {
  readonly write_files: readonly WriteFile[];
  readonly disk_setup?: object | null;
  readonly fs_setup?: readonly object[] | null;
  readonly ntp?: { readonly servers?: readonly string[] | null } | null;
}

interface WriteFile {
  path: string;
  content: string;
}

/**
 * The content of a cloud-config in comparable form: documents parsed, random material masked by its shape.
 *
 * @param known - as for {@link maskRandom}.
 */
export function comparableCloudConfig(data: string, known?: KnownPEM): unknown {
  // In the way that cloud-init reads it.
  const config = withEmptyForNull(load(data, { schema: YAML11_SCHEMA }) as CloudConfig);
  return {
    header: data.slice(0, data.indexOf("write_files")).trimEnd(),
    order: Object.keys(config),
    config: { ...config, write_files: config.write_files.map((file) => comparableFile(file, known)) },
  };
}

/** To cloud-init, a key without a value (from the Go provider) equals Capstan's output: an empty list or object, or no key. */
function withEmptyForNull(config: CloudConfig): CloudConfig {
  const { disk_setup: disks, fs_setup: filesystems, ntp } = config;
  const withoutNulls = (entry: object) =>
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
  return {
    ...config,
    ...(disks === undefined ? {} : { disk_setup: disks ?? {} }),
    ...(filesystems === undefined ? {} : { fs_setup: (filesystems ?? []).map(withoutNulls) }),
    ...(ntp === undefined || ntp === null ? {} : { ntp: { ...ntp, servers: ntp.servers ?? [] } }),
  };
}

function comparableFile(file: WriteFile, known: KnownPEM | undefined): object {
  // Its content does not matter: it exists only to create its folder.
  if (file.path === "/run/cluster-api/placeholder") return { ...file, content: "" };
  const isYaml = /^\/run\/kubeadm\/|\/discovery\.yaml$/.test(file.path);
  const begin = file.content.startsWith("---\n");
  if (isYaml) return { ...file, begin, content: maskRandom(loadAll(file.content), known) };
  return { ...file, content: maskRandom(file.content, known) };
}
