/**
 * Every error code of Capstan with what it means, one line each: the catalogue `docs/errors.md` is made from.
 * The union is closed: a package that needs a new code adds it here.
 */
export const errorCodes = {
  ApiRequestFailed: "The API server answered with an error Status; see its reason.",
  CommandLineInvalid: "A flag of the command line is unknown, lacks its value or has one that cannot be read.",
  ConnectionFailed: "No answer came from the API server: refused, reset, timed out or not trusted.",
  ContractViolated: "An object or definition breaks a rule of the Cluster API contract.",
  ConversionFailed: "An object cannot be converted between versions of its kind.",
  DefinitionInvalid: "A kind was defined in a way that no API server can serve.",
  InstallationUnfit: "The CRDs on the API server do not fit the definitions of a provider, which does not start then.",
  KindNotServed: "The API server does not serve this kind: its CRD is not installed, or not yet established.",
  KubeconfigInvalid: "A kubeconfig cannot be read, names a context, cluster or user it lacks, or has no server.",
  LeadershipLost: "Another process holds the Lease; this one must stop its controllers.",
  MalformedText: "A selector, duration, certificate, key or kubeconfig is not written as Kubernetes reads it.",
  RemoteUnavailable: "Another cluster cannot be used now: its kubeconfig Secret is missing or its server is away.",
  Stopped: "Something that has been stopped or closed was asked to work.",
  Terminal: "The reconciler declared that trying again cannot help until something changes.",
  TimedOut: "Something awaited did not happen within its time.",
} as const;

/** The code of a {@link CapstanError}; each is described in {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
