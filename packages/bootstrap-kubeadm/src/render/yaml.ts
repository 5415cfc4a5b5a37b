import { dump } from "js-yaml";

/**
 * Writes YAML that readers of YAML 1.1 (cloud-init, kubeadm) and 1.2 understand alike: whatever one of them would read
 * as something else than a string is quoted. Members that are `undefined` are left out.
 */
export function toYaml(value: unknown, options: { sortKeys: boolean }): string {
  return dump(value, { lineWidth: -1, noRefs: true, skipInvalid: true, sortKeys: options.sortKeys });
}
