/** Orders names by their code units, as every Kubernetes listing does. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
