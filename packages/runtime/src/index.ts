// Take the time from a clock
export { type Clock, type Timer } from "./clock/clock.ts";
export { systemClock } from "./clock/system-clock.ts";

// Tell errors apart
export { CapstanError, type ErrorCode, errorCodes, isCapstanError, type ObjectRef, type Retry } from "@capstan/kube";
export { refOf } from "./errors/object-ref.ts";
export {
  ApiError,
  isAlreadyExists,
  isApiError,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  type Status,
  type StatusDetails,
} from "./errors/api-error.ts";
export { ConnectionError } from "./errors/connection-error.ts";
export { TerminalError } from "./errors/terminal-error.ts";
export { CommandLineError, KindNotServedError, TimedOutError } from "./errors/runtime-errors.ts";

// Log
export { logFormats, logLevels, type LogFields, type LogFormat, type Logger, type LogLevel } from "./logging/logger.ts";
export { LogVerbosity } from "./logging/verbosity.ts";
export { createLogger, silentLogger, type LoggerOptions } from "./logging/create-logger.ts";
export { RareWarnings } from "./logging/rare-warnings.ts";

// Name kinds of objects
export { defineKind, kindKey } from "./kubernetes/define-kind.ts";
export { ConfigMap, Namespace, Node, Secret, type NodeCondition } from "./kubernetes/core.ts";
export { Event, type ObjectReference } from "./kubernetes/event.ts";
export {
  maxNameLength,
  nameWith,
  randomLength,
  type RandomText,
  randomText,
  textFor,
} from "./kubernetes/random-text.ts";
export { Lease } from "./kubernetes/lease.ts";
export { CustomResourceDefinition } from "./kubernetes/custom-resource-definition.ts";

// Read and write objects
export type {
  Client,
  DeleteCollectionOptions,
  DeleteOptions,
  DeleteResult,
  ListOptions,
  ListResult,
  RawRequestOptions,
  ReadOptions,
  RequestOptions,
  Scope,
  WatchOptions,
  WriteOptions,
} from "./client/client.ts";
export type { ClientOptions, InsecureKubeconfig, KubeconfigLocation } from "./client/client-options.ts";
export { createClient } from "./client/create-client.ts";
export { delegatingClient } from "./client/delegating-client.ts";
export type { RequestRateOptions } from "./client/request-rate.ts";
export { inspectKubeconfig, type InspectedKubeconfig } from "./client/inspect-kubeconfig.ts";
export { discoverKind, type KindToDiscover, servedVersions } from "./client/discover-kind.ts";
export {
  groupVersionPath,
  type PathQuery,
  type PathTarget,
  type RequestPath,
  requestPath,
  resourcePath,
} from "./client/request-path.ts";
export type { JsonPatchOperation, Patch } from "./client/patch.ts";
export { type RequestInfo, type RequestObserver, type RequestVerb } from "./client/request-info.ts";
export type { WatchBatches, WatchEvent } from "./client/watch-event.ts";

// Read from a cache
export { Cache } from "./cache/cache.ts";
export type { CacheEvent } from "./cache/cache-event.ts";
export type { CacheEvents, CacheOptions } from "./cache/cache-options.ts";
export type { Informer } from "./cache/informer.ts";
export type { ObjectIndex } from "./cache/object-index.ts";

// Say what wakes a reconcile
export { channelSource, type ChannelSource } from "./enqueue/channel-source.ts";
export { enqueueForOwner, type OwnerFilter } from "./enqueue/enqueue-for-owner.ts";
export { enqueueMapped, type MappedOptions, type RequestMapper } from "./enqueue/enqueue-mapped.ts";
export { whenServed } from "./enqueue/when-served.ts";
export { forKind, type SourceOptions } from "./enqueue/for-kind.ts";
export { allOf, hasLabel, specOrMetadataChanged, type Predicate } from "./enqueue/predicate.ts";
export { createRequest, requestFor, requestKey, type Request } from "./enqueue/request.ts";
export { type RunningSource, type Source, type SourceContext } from "./enqueue/source.ts";

// Order and delay work
export { RateLimiter, type BackoffOptions, type FailedWork } from "./queue/rate-limiter.ts";
export { WorkQueue, type AddOptions, type RetryOptions, type WorkQueueOptions } from "./queue/work-queue.ts";

// Measure
export {
  type Counter,
  defineCounter,
  defineGauge,
  defineHistogram,
  type Gauge,
  type Histogram,
  type LabelValues,
  type MetricOptions,
  type OwnMetric,
} from "./metrics/own-metrics.ts";
export { ManagerMetrics } from "./metrics/manager-metrics.ts";
export type { ReconcileOutcome } from "./metrics/reconcile-metrics.ts";

// Reconcile
export { Controller } from "./controller/controller.ts";
export type { ControllerOptions } from "./controller/controller-options.ts";
export type { ReconcileContext, Reconciler } from "./controller/reconciler.ts";
export type { SteppedReconcile } from "./controller/step-first.ts";
export type { EndedReconcile, LongRunningReconcile } from "./controller/reconcile-reports.ts";
export { Result } from "./controller/result.ts";

// Write only what changed
export { mergePatch } from "./patch/merge-patch.ts";
export { addFinalizer, hasFinalizer, removeFinalizer, setOwnerReference } from "./patch/metadata-lists.ts";
export { patchChanges } from "./patch/patch-changes.ts";

// Reach a workload cluster
export type { RemoteCluster } from "./remote/remote-cluster.ts";
export { RemoteClusters, type RemoteClustersOptions, type RemoteGetOptions } from "./remote/remote-clusters.ts";

// Follow reconciles in the same process
export {
  type AnsweredRequest,
  diagnosticChannels,
  type StartedReconcile,
  type TracedReconcile,
} from "./tracing/channels.ts";
export type { ReconciledObject } from "./tracing/reconciled-object.ts";
export type { TracedRequest } from "./tracing/traced-request.ts";

// Run a manager
export { installCRDs, type InstallCRDsOptions } from "./manager/install-crds.ts";
export type { EventRecorder, EventSubject, RecordedEvent } from "./manager/event-recorder.ts";
export { longestStopMs } from "./manager/stop-time.ts";
export type { LeaderElectionOptions } from "./manager/leader-election.ts";
export { Manager } from "./manager/manager.ts";
export type { ListenAddress, ManagerEvents, ManagerOptions, SettledOptions } from "./manager/manager-options.ts";
export type { LastChange } from "./manager/server-comparison.ts";
export { migrateStorage, type StorageMigrationOptions } from "./migration/migrate-storage.ts";
export { storageVersionOf } from "./migration/stored-versions.ts";
export { readInstalledCRD } from "./manager/read-installed-crd.ts";
export { readServedVersions } from "./manager/read-served-versions.ts";
export type { HealthCheck, HealthEndpoint } from "./manager/health-checks.ts";
export type { LeaderContext, LeaderWork } from "./manager/leader-work.ts";
export type { StartCheck, StartCheckContext } from "./manager/start-check.ts";
export { type EndpointProcess, runManager, type RunManagerOptions } from "./manager/run-manager.ts";

// Serve webhooks
export {
  conversionPath,
  placeholderClientConfig,
  withConversionWebhook,
  type ConversionClientConfig,
} from "./webhook/conversion-client-config.ts";
export {
  admissionConfigurations,
  type AdmissionConfiguration,
  type AdmissionConfigurationOptions,
} from "./webhook/admission-configurations.ts";
export {
  admissionPath,
  type AdmissionRequest,
  type AdmissionVerdict,
  type AdmissionWebhook,
  type FieldProblem,
  type FieldReason,
} from "./webhook/admission-webhook.ts";
export type { TlsSettings } from "./tls/tls-settings.ts";
export { WebhookServer, type WebhookServerOptions } from "./webhook/webhook-server.ts";
export type { CertificateFiles } from "./webhook/serving-certificate.ts";
export type { Converter } from "./webhook/converter.ts";
export type { EndpointCall, JsonEndpoint } from "./webhook/json-endpoint.ts";
export { refusal } from "./webhook/refusal.ts";
export { jsonPatch, type PatchOperation } from "./webhook/json-patch.ts";
