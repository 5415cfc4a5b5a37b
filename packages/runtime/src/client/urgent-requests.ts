const urgent = /^\/apis\/(?:coordination|authentication|authorization)\.k8s\.io\//;

/**
 * Whether a request is sent however many others wait: the Lease must be renewed in time, and what decides about access to the process
 * is limited by itself. In client-go they have rates of their own.
 */
export function isUrgent(path: string): boolean {
  return urgent.test(path);
}
