/** Intended differences of the embedded server from the real one: the kinds, the path in the response, and the reason. */
interface Difference {
  readonly kinds: RegExp;
  readonly path: RegExp;
  readonly reason: string;
}

export const objectDifferences: readonly Difference[] = [
  {
    kinds: /^(\/v1\/pods|\/v1\/nodes)$/,
    path: /\.spec\.(tolerations|priority|preemptionPolicy|taints)$/,
    reason: "filled in by admission plugins, which the embedded server does not have",
  },
  {
    kinds: /persistentvolume|volumeattributesclasses/,
    path: /finalizers/,
    reason:
      "the finalizers that protect volumes in use are taken off by a controller, which the embedded server does not run",
  },
  {
    kinds: /certificatesigningrequests/,
    path: /\.spec\.extra$|managedFields/,
    reason: "credentials have no ids here, and the owners of a request's fields matter to no one",
  },
  {
    kinds: /customresourcedefinitions/,
    path: /managedFields|\.status\.(conditions|acceptedNames)|deletionGracePeriodSeconds|\.metadata\.generation/,
    reason: "what the server itself writes to a definition has no owner here, and is there sooner",
  },
  {
    kinds: /csinodes/,
    path: /managedFields$/,
    reason: "an empty list has an owner there, though it is stored as nothing",
  },
  {
    kinds: /resourcequotas|validatingadmissionpolicies$/,
    path: /managedFields|\.status\.(hard|used|observedGeneration|typeChecking)|^columns\.Request\./,
    reason: "their status is written by kube-controller-manager, which does not run here next to the real server",
  },
  {
    kinds:
      /flowschemas|prioritylevel|resourceslices|resourceclaims|ingressclasses|ipaddresses|volumeattachments|csidrivers/,
    path: /^columns/,
    reason: "tables of kinds that providers do not list have fewer columns here",
  },
  {
    kinds: /namespaces/,
    path: /^deleted/,
    reason: "a namespace without content goes at once",
  },
];
