import { listAt, textAt } from "@capstan/kube";

/** The keys and indexes of a path: `rules[1].verbs`, `metadata.labels['cluster.x-k8s.io/v1beta2']`. */
export function stepsOf(path: string): string[] {
  const steps = path.matchAll(/\['([^']*)'\]|\[([^\]]*)\]|([^.[\]]+)/g);
  return Array.from(steps, ([, quoted, index, key]) => quoted ?? index ?? key ?? "");
}

/** A path into a CRD with the names of versions instead of their indexes: `spec.versions[v1beta1].schema`. */
export function withVersionNames(path: string, crd: unknown): string {
  return path.replace(/^spec\.versions\[(\d+)\]/, (whole, index: string) => {
    const name = textAt(listAt(crd, "spec", "versions")[Number(index)], "name") ?? "";
    return name === "" ? whole : `spec.versions[${name}]`;
  });
}
