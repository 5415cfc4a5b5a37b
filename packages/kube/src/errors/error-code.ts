/**
 * Every error code of Capstan with a description in one line, as docs/errors.md lists them. The union is closed: a package that needs a new
 * code adds it here.
 */
export const errorCodes = {
  ApiRequestFailed: "The API server answered with an error Status; see its reason.",
  ArgumentInvalid: "An option or argument is invalid; change the code that passes it.",
  BootFailed: "A machine of a test on real Nodes reports that its bootstrap data has failed.",
  BootstrapDataUnreadable: "A machine cannot read its bootstrap data; see the reason.",
  CommandLineInvalid: "A command-line flag is unknown, has no value or has an invalid one.",
  ConformanceBlocked:
    "A conformance case cannot run, because the provider under test fails before the behavior that the case checks.",
  ConformanceFailed: "A provider under test breaks a rule of the contract.",
  ConnectionFailed:
    "The API server sent no response: the connection was refused, was reset, timed out or is not trusted.",
  ContractViolated: "An object or definition breaks a rule of the Cluster API contract.",
  ConversionFailed: "An object cannot be converted, because the requested kind or version does not exist.",
  CoreUnsupported:
    "The core of the management cluster is older than the SDK supports; providers therefore do not start, and commands end.",
  DefinitionInvalid: "A kind was defined in a way that no API server can serve.",
  ExpectedErrorMissing: "A test expects an error of a reconciler, but the reconciler threw no error.",
  GenerationFailed: "The files of a provider cannot be generated from the given module and options.",
  HookFailed: "A handler of a runtime extension reports a failure; the core shows the message and calls again.",
  InfrastructureOutOfOrder:
    "The conformance suite rejected a call to the infrastructure, to test how the provider handles it.",
  InstallationUnfit:
    "The CRDs on the API server do not match the definitions of a provider, which therefore does not start.",
  KindNotServed: "The API server does not serve this kind: its CRD is not installed, or not yet established.",
  KubeconfigInvalid:
    "A kubeconfig cannot be read, refers to a context, cluster or user that it does not contain, or has no server.",
  KubeconfigRefused:
    "A kubeconfig that comes from a Secret has a field that would run a program, read a file, use a proxy or not verify the server.",
  LeadershipLost: "Another process holds the Lease; this process must stop its controllers.",
  LoadBalancerUnavailable: "The mock cloud cannot listen at the address of a load balancer.",
  MalformedText:
    "A selector, duration, certificate, key, kubeconfig, JSON or YAML has a syntax that Kubernetes does not accept, or exceeds a limit.",
  ManifestInvalid: "A manifest cannot be read, or lacks required objects or fields; the message names the file.",
  MissingRights: "A provider under test sent requests that its generated role does not allow; the message lists them.",
  NotThereYet:
    "An object that author code requested from its scope does not exist yet; do not catch this error, the SDK calls again once it exists.",
  PatchInapplicable: "A JSON patch does not fit the document that it is for; the message names the place.",
  Pending:
    "A cloud resource that author code requested is not available yet; the SDK reports this and calls again later.",
  PerturbationDiverged:
    "A scenario ends with a different result after a failure; the message names the failure and its moment.",
  ProgramUnusable: "A program that a test starts is missing, cannot be started or exited too early.",
  RateLimited: "The cloud accepts no more requests for now, or it is another object's turn; the SDK calls again later.",
  RemoteUnavailable:
    "Another cluster cannot be used now: its kubeconfig Secret is missing or its server cannot be reached.",
  ReconcilerThrew: "A reconciler threw an error that the test does not expect; the cause is that error.",
  RequestPathRefused:
    "A name or another part of a request's path is empty, . or .., or has a character that would change the path; no request was sent.",
  ResponseRefused: "A response of another cluster exceeds a limit, or is not JSON.",
  ScaffoldFailed: "The project of a new provider cannot be written with the given options; see the reason.",
  SchemaNotStructural: "A schema contains something that a CRD cannot express.",
  SecretLeaked: "Secrets were found in logs, Events, conditions or errors.",
  SpecNotFollowed:
    "A provider does not follow a change of an object's spec; the message names the change and the difference.",
  StateDirectoryUnusable: "State on disk cannot be read or written, or another process uses it.",
  Stopped: "A stopped or closed object was used.",
  Terminal: "A reconciler reported that a retry cannot succeed until its objects change.",
  TimedOut: "An expected event or state did not occur within the time limit.",
} as const;

/** The code of a {@link CapstanError}; {@link errorCodes} describes each. */
export type ErrorCode = keyof typeof errorCodes;
