// Define the kinds of a provider
export { type BootstrapDefinitionOptions, defineBootstrapConfig } from "./kinds/bootstrap-config/definition.ts";
export { type ControlPlaneDefinitionOptions, defineControlPlane } from "./kinds/control-plane/definition.ts";
export { defineInfraCluster } from "./kinds/infra-cluster/definition.ts";
export { defineInfraMachine, type MachineDefinitionOptions } from "./kinds/infra-machine/definition.ts";
export { defineInfraMachinePool, type PoolDefinitionOptions } from "./kinds/infra-machine-pool/definition.ts";
export type { ColumnOption } from "./define/columns.ts";
export type { KindOptions } from "./define/kind-options.ts";
export type { DefinitionOf, DefinitionOptions, ProviderVersions } from "./define/definition-options.ts";
export type {
  AnyProviderObject,
  ObjectOf,
  OwnStatusOf,
  ProviderDefinition,
  ProviderObject,
  ProviderTemplate,
  ProviderVersion,
  TemplateOf,
  VersionedDefinition,
} from "./definition/definition.ts";
export type { KindDefinition } from "./definition/kind-definition.ts";
export type { KindVersion, OwnStatus } from "./definition/kind-version.ts";
export { kindsOf } from "./definition/kinds-of.ts";
export type { SecretsFrom } from "./definition/secrets-from.ts";
export type { KindTraits } from "./definition/kind-traits.ts";

// Define kinds that core does not know
export {
  type AuxiliaryKindOptions,
  defineAuxiliaryKind,
  defineIdentity,
  type IdentityOptions,
} from "./kinds/auxiliary/definition.ts";
export type { AuxiliaryOptions, KindVersions } from "./define/auxiliary-options.ts";
export type {
  AnyIdentity,
  AuxiliaryDefinition,
  AuxiliaryObject,
  IdentityDefinition,
} from "./definition/auxiliary-definition.ts";
export type { IdentitySpec } from "./identity/identity-spec.ts";

// Define pools of IP addresses
export { defineIPPool, type IPPoolOptions } from "./kinds/ip-pool/definition.ts";
export type {
  AnyIPPool,
  IPPoolDefinition,
  IPPoolObject,
  PoolOf,
  SettablePoolStatusOf,
} from "./kinds/ip-pool/pool-definition.ts";
export type { ReconciledDefinition } from "./definition/reconciled-definition.ts";

// Define add-ons
export { type AddonOptions, defineAddon } from "./kinds/addon/definition.ts";
export type {
  AddonDefinition,
  AddonObject,
  AddonOf,
  AddonVersion,
  AddonVersions,
  AnyAddon,
} from "./kinds/addon/addon-definition.ts";
export type { ClusterReport } from "./kinds/addon/cluster-report.ts";

// Refuse objects, or fill them in
export type { AdmissionContext, AdmissionRules } from "./admission/admission-rules.ts";
export { admissionConfigurations } from "@capstan/runtime";
export type { AdmissionWebhook, FieldProblem, FieldReason } from "@capstan/runtime";

// Convert between versions
export type { ConversionsOption, FieldsConversion, VersionConversion } from "./conversion/author-conversion.ts";
export { ConversionError } from "./conversion/conversion-error.ts";
export { convertersOf } from "./conversion/converters-of.ts";

// Reconcile
export { ProviderReconciler } from "./reconciler/provider-reconciler.ts";
export { isDataSecretOf } from "./kinds/bootstrap-config/data-claim.ts";
export { BootstrapConfigReconciler } from "./kinds/bootstrap-config/reconciler.ts";
export type { BootstrapRefresh, PoolBootstrapRefresh } from "./kinds/bootstrap-config/refresh.ts";
export { ControlPlaneReconciler } from "./kinds/control-plane/reconciler.ts";
export { MachineControlPlaneReconciler } from "./kinds/machine-control-plane/reconciler.ts";
export type { LeavingMachineScope, NewMachineScope } from "./kinds/machine-control-plane/scope.ts";
export { InfraMachineReconciler } from "./kinds/infra-machine/reconciler.ts";
export { InfraClusterReconciler } from "./kinds/infra-cluster/reconciler.ts";
export { InfraMachinePoolReconciler } from "./kinds/infra-machine-pool/reconciler.ts";
export { IPPoolReconciler } from "./kinds/ip-pool/reconciler.ts";
export { AddonReconciler } from "./kinds/addon/reconciler.ts";
export type { AddonScope, StoredAddonOf } from "./kinds/addon/scope.ts";
export type { AllocationScope, IPPoolScope, ReleaseScope, StoredPoolOf } from "./kinds/ip-pool/scope.ts";
export type {
  AuthorEvent,
  ClaimedAddress,
  ClusterScope,
  DeletionScope,
  OpenIdentity,
  ProviderScope,
  SecretReference,
  StoredObjectOf,
  WantedAddress,
} from "./scope/scope.ts";
export { allowSecretsFrom } from "./scope/operator-namespaces.ts";
export type { BootstrapConfigScope, PoolBootstrapScope } from "./kinds/bootstrap-config/scope.ts";
export type { ControlPlaneScope } from "./kinds/control-plane/scope.ts";
export type { InfraClusterScope } from "./kinds/infra-cluster/scope.ts";
export type { InfraMachinePoolScope } from "./kinds/infra-machine-pool/scope.ts";
export { type PoolMachine, PoolMachines } from "./kinds/infra-machine-pool/pool-machines.ts";
export type { PoolMachinesScope } from "./kinds/infra-machine-pool/pool-machines-scope.ts";
export type { InfraMachineScope } from "./kinds/infra-machine/scope.ts";
export type { MachineTemplateScope, TemplateCapacity } from "./kinds/infra-machine/template-author.ts";

// Return outcomes
export { outcome } from "./kinds/outcome.ts";
export type {
  AuthorCondition,
  CommonOutcomes,
  DeletedOutcome,
  DeletionOutcome,
  FailedOutcome,
  OutcomeExtras,
  PendingOutcome,
  UnchangedOutcome,
  UnfinishedOutcome,
} from "./outcome/outcome.ts";
export type { BootstrapOutcome, BootstrapOutcomes, DataOutcome } from "./kinds/bootstrap-config/outcome.ts";
export type {
  ControlPlaneCounters,
  ControlPlaneFacts,
  ControlPlaneInitializedOutcome,
  ControlPlaneOutcome,
  ControlPlaneOutcomes,
  ControlPlanePendingOutcome,
} from "./kinds/control-plane/outcome.ts";
export type {
  ClusterProvisionedOutcome,
  InfraClusterOutcome,
  InfraClusterOutcomes,
} from "./kinds/infra-cluster/outcome.ts";
export type {
  InfraMachinePoolOutcome,
  InfraMachinePoolOutcomes,
  PoolProvisionedOutcome,
} from "./kinds/infra-machine-pool/outcome.ts";
export type { InfraMachineOutcome, InfraMachineOutcomes, ProvisionedOutcome } from "./kinds/infra-machine/outcome.ts";
export type {
  AllocatedOutcome,
  AllocationOutcome,
  IPPoolOutcome,
  IPPoolOutcomes,
  PoolReadyOutcome,
} from "./kinds/ip-pool/outcome.ts";
export type { AddonOutcome, AddonOutcomes, ClusterOutcomeExtras, InstalledOutcome } from "./kinds/addon/outcome.ts";
export type { Settable } from "./outcome/settable.ts";
export type { SettableStatusOf } from "./outcome/settable-status.ts";

// End a call early, and stay below the rate of a cloud
export { PendingError, type PendingErrorOptions } from "./outcome/pending-error.ts";
export { RateLimitedError } from "./outcome/rate-limited-error.ts";
export { type AnswerLimits, readAnswer } from "./read-answer.ts";
export { type PacedAccount, type PacedScope, Pacer } from "./pacing/pacer.ts";
export type { Refusal, Turn } from "./pacing/turn.ts";

// Recognize errors of definitions and installations
export { DefinitionError } from "./definition/definition-error.ts";
export { checkCoreVersion } from "./installed/check-core.ts";
export { CoreVersionError } from "./installed/core-version-error.ts";
export { InstallationError } from "./installed/installation-error.ts";

// Compare CRDs with those on a server
export { compareInstalled, type InstalledCRD } from "./installed/compare-installed.ts";
export type { InstalledFinding } from "./installed/installed-finding.ts";

// Get the rules of roles
export { aggregatedRules, leaderElectionRules, managerRules, secretsFromRules } from "./policy-rules.ts";
export type { PolicyRule } from "@capstan/contract";

// Run a provider
export { runProvider } from "./run-provider.ts";
export type { ProviderController, RunProviderOptions } from "./run-provider.ts";
export { addParts, type ManagerParts } from "./manager/manager-parts.ts";
export { reportFailure } from "./manager/report-failure.ts";
export { type DevLoss, devLossChannel, devMap, devStateVariable } from "./dev-map.ts";

// Write schemas
export { failureDomainsSchema } from "@capstan/contract";
export { Type } from "typebox";
export type { Static, TObject, TSchema } from "typebox";

// Read core objects, their names and conditions
export { apiVersionOf, isOwnedBy, uniqueName } from "@capstan/kube";
export { formatIPAddress, parseIPAddress } from "@capstan/kube";
export {
  annotations,
  Cluster,
  clusterSecretName,
  conditionTypes,
  getCondition,
  IPAddress,
  IPAddressClaim,
  isConditionTrue,
  labels,
  Machine,
  MachinePool,
  ownerOfKind,
  secretType,
} from "@capstan/contract";
export type {
  Condition,
  ContractVersion,
  ControlPlaneEndpoint,
  CustomResourceDefinition,
  DeepReadonly,
  FailureDomain,
  KubernetesObject,
  MachineAddress,
  MachineAddressType,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  PoolReference,
  ProviderRole,
  ProviderType,
  ResourceKind,
  SecretPurpose,
  StatusVersion,
} from "@capstan/contract";

// Report violations of the contract
export { ContractViolation } from "@capstan/contract";
export type { Violation } from "@capstan/contract";

// Read and write other objects
export {
  ConfigMap,
  createClient,
  defineKind,
  discoverKind,
  Namespace,
  Node,
  requestPath,
  Secret,
} from "@capstan/runtime";
export { groupVersionOf, parseManifests } from "@capstan/kube";
export type {
  Cache,
  Client,
  Clock,
  Informer,
  KindToDiscover,
  Logger,
  ObjectIndex,
  Patch,
  PathQuery,
  PathTarget,
  RemoteCluster,
  RequestPath,
} from "@capstan/runtime";

// Watch other kinds
export { channelSource, enqueueForOwner, enqueueMapped, forKind, Manager, systemClock } from "@capstan/runtime";
export type { ChannelSource, Request, Source } from "@capstan/runtime";

// Serve metrics and health checks, and run work at the start
export { defineCounter, defineGauge, defineHistogram } from "@capstan/runtime";
export type {
  Counter,
  Gauge,
  HealthCheck,
  Histogram,
  LabelValues,
  LeaderContext,
  MetricOptions,
  OwnMetric,
  StartCheckContext,
} from "@capstan/runtime";

// Throw errors, and recognize those of the API server
export {
  ApiError,
  CapstanError,
  CommandLineError,
  isAlreadyExists,
  isApiError,
  isCapstanError,
  isConflict,
  isForbidden,
  isNotFound,
  TerminalError,
} from "@capstan/runtime";
