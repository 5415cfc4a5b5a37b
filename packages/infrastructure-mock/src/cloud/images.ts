/** The image tag of a Kubernetes version: build metadata is separated with an underscore. */
export function imageTag(kubernetesVersion: string): string {
  return kubernetesVersion.replaceAll("+", "_");
}
