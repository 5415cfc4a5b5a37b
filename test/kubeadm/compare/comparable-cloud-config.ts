import { load, loadAll, YAML11_SCHEMA } from "js-yaml";
import { maskRandom } from "./mask-random.ts";

interface WriteFile {
  path: string;
  content: string;
}

/** What cloud-config says, in a form in which two can be compared: documents parsed, random material masked by its shape. */
export function comparableCloudConfig(data: string): unknown {
  // As cloud-init reads it.
  const config = load(data, { schema: YAML11_SCHEMA }) as Record<string, unknown> & { write_files: WriteFile[] };
  return {
    header: data.slice(0, data.indexOf("write_files")).trimEnd(),
    order: Object.keys(config),
    config: { ...config, write_files: config.write_files.map(comparableFile) },
  };
}

function comparableFile(file: WriteFile): object {
  // What it says is nobody's concern: it is there for its folder's sake.
  if (file.path === "/run/cluster-api/placeholder") return { ...file, content: "" };
  const isYaml = /^\/run\/kubeadm\/|\/discovery\.yaml$/.test(file.path);
  const begin = file.content.startsWith("---\n");
  if (isYaml) return { ...file, begin, content: maskRandom(loadAll(file.content)) };
  return { ...file, content: maskRandom(file.content) };
}
