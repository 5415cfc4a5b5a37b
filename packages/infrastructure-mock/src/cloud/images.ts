/** The tag of an image of a Kubernetes version: build metadata is written with an underscore. */
export function imageTag(kubernetesVersion: string): string {
  return kubernetesVersion.replaceAll("+", "_");
}
