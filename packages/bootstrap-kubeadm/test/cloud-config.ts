import { load, loadAll } from "js-yaml";

/** A cloud-config as cloud-init reads it. */
export interface ParsedCloudConfig {
  write_files: { path: string; content: string; owner?: string; permissions?: string; encoding?: string }[];
  runcmd: string[];
  bootcmd?: string[];
  users?: Record<string, unknown>[];
  ntp?: Record<string, unknown>;
  mounts?: string[][];
}

/** Parses bootstrap data. */
export function parseCloudConfig(data: string): ParsedCloudConfig {
  return load(data) as ParsedCloudConfig;
}

/** The content of one file of bootstrap data. */
export function fileOf(data: string, path: string): string {
  const file = parseCloudConfig(data).write_files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`no file ${path} in the bootstrap data`);
  return file.content;
}

/** The documents of a kubeadm configuration file. */
export function documentsOf(data: string, path: string): Record<string, unknown>[] {
  return loadAll(fileOf(data, path)) as Record<string, unknown>[];
}
