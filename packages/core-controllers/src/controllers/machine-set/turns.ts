/**
 * The largest number of Machines that one reconcile of a set creates and completes, and that it deletes. A larger difference takes several
 * turns, so that the worker serves other sets in between, and all controllers other namespaces. Kubernetes limits the Pods of a ReplicaSet
 * in the same way.
 */
export const mostAtATime = 100;

/** Milliseconds until the next turn: the rest comes after all requests that wait now. */
export const nextTurnMs = 1;
