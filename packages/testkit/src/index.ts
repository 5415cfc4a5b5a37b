// Start a management cluster for one test
export { TestEnvironment } from "./environment/test-environment.ts";
export type { TestEnvironmentOptions } from "./environment/test-environment-options.ts";
export type { Step } from "./environment/running-managers.ts";
export type { ControllerRequest, ProviderManagerOptions } from "./environment/provider-managers.ts";
export type { Write } from "./client/recording-client.ts";
export { applyYAML } from "./environment/apply-yaml.ts";
export { installedCoreCRDs } from "./environment/core-crds.ts";
export type { RunningServer, ServerChoice } from "./environment/test-server.ts";
export type { UntilOptions } from "./environment/until.ts";

// Read the history of an object
export { type FieldChange, type LifeEvent, renderLife } from "./life/life-event.ts";
export type { RememberingServer, StoredChange } from "./life/stored-change.ts";
export type { LivingObject } from "./life/living-object.ts";

// Create Clusters, Machines and pools, and workload clusters
export { ClusterHandle, type ClusterOptions } from "./builders/cluster-handle.ts";
export { MachineHandle, type MachineOptions, type MachinePhaseView } from "./builders/machine-handle.ts";
export { MachinePoolHandle, type MachinePoolOptions } from "./builders/machine-pool-handle.ts";
export { Kubelets } from "./workload/kubelets.ts";
export { type JoiningServer, registerNode } from "./workload/register-node.ts";
export { WorkloadCluster } from "./workload/workload-cluster.ts";
export { machinePoolCRD } from "@capstan/contract";

// Use kinds of the reference providers for the other side of a Machine
export { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
export { MockCluster, MockMachine } from "@capstan/infrastructure-mock";

// Use the real API server
export { freePorts } from "./real/free-ports.ts";
export { RealApiServer } from "./real/real-api-server.ts";
export type { RealApiServerOptions } from "./real/real-api-server-options.ts";
export type { AuditEntry } from "./real/audit-log.ts";

// Run the Go managers of Cluster API
export { GoManager, type GoManagerOptions } from "./go-core/go-manager.ts";
export { applyManifests, installWebhooks, untilCoreMayUse } from "./go-core/install-core.ts";
export { type GoComponents, upstreamCRDs } from "./go-core/manifests.ts";
export type { Manifest, WebhookEndpoint } from "./webhooks/webhook-endpoint.ts";
export { serviceAccountKubeconfig, serviceAccountUser } from "./go-core/service-account.ts";

// Test a provider in any language against the contract
export { type ConformanceOptions, runConformance } from "./conformance/external/run-conformance.ts";
export type {
  CaseReport,
  ConformanceReport,
  FindingReport,
  RuleVerdict,
  Verdict,
} from "./conformance/external/conformance-report.ts";

// Test a core in any language against what providers rely on
export {
  type CoreCaseReport,
  type CoreConformanceOptions,
  runCoreConformance,
} from "./core-conformance/run-core-conformance.ts";

// Expect errors of reconcilers
export {
  type ErrorClass,
  type ExpectErrorOptions,
  type ExpectedError,
  ExpectedErrorMissing,
} from "./thrown/expected-error.ts";
export { ReconcilerThrewError } from "./thrown/reconciler-threw-error.ts";

// Find leaked Secrets and missing permissions
export { MissingRightsError } from "./environment/missing-rights-error.ts";
export { SecretGuard, SecretLeakError, type SecretLeak } from "./secret-guard/secret-guard.ts";
export type { SecretContent } from "./secret-guard/secret-strings.ts";

// Look at a server
export { ConnectionError, Event, installCRDs, type RequestInfo } from "@capstan/runtime";

// Read the logs of the controllers under test: `createLogger({ write: (line) => lines.push(line) })`
export { createLogger, type LoggerOptions } from "@capstan/runtime";

// Control time
export { FakeClock, type Duration, type FakeClockOptions } from "@capstan/runtime/testing";
