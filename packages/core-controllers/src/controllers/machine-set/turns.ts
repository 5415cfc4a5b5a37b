/**
 * The most Machines that one reconcile of a set creates and completes, and the most that it deletes: a set that lacks or has many too many
 * does it in as many turns, so that its worker serves other sets, and all controllers other namespaces, in between. Kubernetes does so with
 * the Pods of a ReplicaSet.
 */
export const mostAtATime = 100;

/** What is left to do comes after all that waits now, in milliseconds. */
export const nextTurnMs = 1;
