/**
 * Every error code of Capstan with a description in one line, as docs/errors.md lists them. The union is closed: a package that needs a new
 * code adds it here.
 */
export const errorCodes = {
  ApiRequestFailed: "The API server answered with an error Status; see its reason.",
  ArgumentInvalid: "An option or argument is invalid; change the code that passes it.",
  BootstrapDataUnreadable: "A mock machine cannot read its bootstrap data; the reason says why.",
  CommandLineInvalid: "A command-line flag is unknown, has no value or has an invalid one.",
  ConformanceBlocked:
    "A case of the conformance suite cannot be played, because of what the provider under test does before.",
  ConformanceFailed: "A provider under test breaks a rule of the contract.",
  ConnectionFailed: "No answer came from the API server: refused, reset, timed out or not trusted.",
  ContractViolated: "An object or definition breaks a rule of the Cluster API contract.",
  ConversionFailed: "There is no such kind or version to convert an object to.",
  DefinitionInvalid: "A kind was defined in a way that no API server can serve.",
  ExpectedErrorMissing: "A test expects an error of a reconciler, and none was thrown.",
  GenerationFailed: "No files of a provider can be generated from what was given.",
  InfrastructureOutOfOrder:
    "The conformance suite has the infrastructure refuse a call, to see what a provider makes of it.",
  InstallationUnfit:
    "The CRDs on the API server do not match the definitions of a provider, which therefore does not start.",
  KindNotServed: "The API server does not serve this kind: its CRD is not installed, or not yet established.",
  KubeconfigInvalid:
    "A kubeconfig cannot be read, refers to a context, cluster or user that it does not contain, or has no server.",
  KubeconfigRefused:
    "A kubeconfig that comes from a Secret has a field that would run a program, read a file, use a proxy or not verify the server.",
  LeadershipLost: "Another process holds the Lease; this one must stop its controllers.",
  LoadBalancerUnavailable: "The mock cloud cannot listen at the address of a load balancer.",
  MalformedText:
    "A selector, duration, certificate, key, kubeconfig, JSON or YAML is not written as Kubernetes reads it, or exceeds a limit.",
  ManifestInvalid: "A manifest cannot be read, or lacks the objects or fields that are needed; names the file.",
  MissingRights: "A provider under test was refused what its generated role does not give it; lists what.",
  NotThereYet:
    "Something that author code requested from its scope does not exist yet; do not catch it, the SDK calls again when it does.",
  Pending: "What author code asks of its cloud is not available yet; the SDK reports it and calls again, in time.",
  PerturbationDiverged: "A scenario comes to another end when something goes wrong; the message says what, and when.",
  ProgramUnusable: "A program that a test starts is missing, cannot be started or exited too early.",
  RateLimited:
    "The cloud takes no more requests for now, or it is another object's turn; the SDK calls again, in time.",
  RemoteUnavailable:
    "Another cluster cannot be used now: its kubeconfig Secret is missing or its server cannot be reached.",
  ReconcilerThrew: "A reconciler threw an error that the test does not expect; the cause is what it threw.",
  RequestPathRefused:
    "A name or another part of a request's path is empty, . or .., or has a character that would make another path of it; nothing was sent.",
  ResponseRefused: "Another cluster answered with more than is read of it, or with something other than JSON.",
  ScaffoldFailed: "The project of a new provider cannot be written as asked; the reason says why.",
  SchemaNotStructural: "A schema contains something that a CRD cannot express.",
  SecretLeaked: "Secrets were found in logs, Events, conditions or errors.",
  SpecNotFollowed:
    "A provider does not follow a change of the spec of an object; the message says which, and what is wrong.",
  StateDirectoryUnusable: "What is kept on disk cannot be read or written, or another process uses it.",
  Stopped: "Something that has been stopped or closed was used.",
  Terminal: "The reconciler reported that a retry cannot succeed until something changes.",
  TimedOut: "Something that was waited for did not happen in time.",
} as const;

/** The code of a {@link CapstanError}; {@link errorCodes} describes each. */
export type ErrorCode = keyof typeof errorCodes;
