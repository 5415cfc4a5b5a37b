const urgent = /^\/apis\/(?:coordination|authentication|authorization)\.k8s\.io\//;

/**
 * Whether a request skips the rate limit and the wait for a slot: the Lease must be renewed in time, and the reviews that decide about
 * access to the process have limits of their own. In client-go, these clients have separate rates.
 */
export function isUrgent(path: string): boolean {
  return urgent.test(path);
}
