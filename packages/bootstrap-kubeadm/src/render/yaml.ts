import { writeYaml } from "@capstan/kube";

/**
 * Writes YAML that YAML 1.1 parsers (cloud-init, kubeadm) and 1.2 parsers read alike: a string that either would read as another type is
 * quoted. Members that are `undefined` are omitted.
 */
export function toYaml(value: unknown, options: { sortKeys: boolean }): string {
  return writeYaml(value, { lineWidth: -1, noRefs: true, skipInvalid: true, sortKeys: options.sortKeys });
}
