/**
 * Every error code of Capstan with what it means, one line each, as docs/errors.md lists them.
 * The union is closed: a package that needs a new code adds it here.
 */
export const errorCodes = {
  ApiRequestFailed: "The API server answered with an error Status; see its reason.",
  ArgumentInvalid: "An option or argument that code passed cannot be used; the code has to change.",
  BootstrapDataUnreadable: "A mock machine cannot read its bootstrap data; the reason says in which way.",
  CloudStateUnusable: "What the mock cloud keeps on disk cannot be read, or another process uses it.",
  CommandLineInvalid: "A flag of the command line is unknown, lacks its value or has one that cannot be read.",
  ConformanceFailed: "A provider under test does not do what a rule of the contract demands.",
  ConnectionFailed: "No answer came from the API server: refused, reset, timed out or not trusted.",
  ContractViolated: "An object or definition breaks a rule of the Cluster API contract.",
  ConversionFailed: "An object cannot be converted between versions of its kind.",
  DefinitionInvalid: "A kind was defined in a way that no API server can serve.",
  GenerationFailed: "No files of a provider can be generated from what was given.",
  InfrastructureOutOfOrder:
    "The conformance suite has the infrastructure refuse a call, to see what a provider makes of it.",
  InstallationUnfit: "The CRDs on the API server do not fit the definitions of a provider, which does not start then.",
  KindNotServed: "The API server does not serve this kind: its CRD is not installed, or not yet established.",
  KubeconfigInvalid: "A kubeconfig cannot be read, names a context, cluster or user it lacks, or has no server.",
  LeadershipLost: "Another process holds the Lease; this one must stop its controllers.",
  LoadBalancerUnavailable: "The mock cloud cannot listen at the address of a load balancer.",
  MalformedText: "A selector, duration, certificate, key or kubeconfig is not written as Kubernetes reads it.",
  ManifestInvalid: "A manifest cannot be read, or lacks the objects or fields that are needed; names the file.",
  NotThereYet: "What author code asked its scope for is not there yet; let it pass, the SDK calls again when it is.",
  ProgramUnusable: "A program that a test starts is missing, cannot be started or ended before its time.",
  RemoteUnavailable: "Another cluster cannot be used now: its kubeconfig Secret is missing or its server is away.",
  ScaffoldFailed: "The project of a new provider cannot be written as asked; the reason says why.",
  SchemaNotStructural: "A schema says something that a CRD cannot.",
  SecretLeaked: "Secrets were found in logs, Events, conditions or errors.",
  Stopped: "Something that has been stopped or closed was asked to work.",
  Terminal: "The reconciler declared that trying again cannot help until something changes.",
  TimedOut: "Something awaited did not happen within its time.",
} as const;

/** The code of a {@link CapstanError}; each is described in {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
