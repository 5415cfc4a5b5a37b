// Definitions
export { defineBootstrapConfig, defineInfraCluster, defineInfraMachine } from "./definition/define.ts";
export type {
  BootstrapDefinitionOptions,
  DefinitionOf,
  DefinitionOptions,
  ProviderVersions,
} from "./definition/define.ts";
export type {
  ObjectOf,
  OwnStatus,
  OwnStatusOf,
  ProviderDefinition,
  ProviderObject,
  ProviderTemplate,
  ProviderVersion,
  TemplateOf,
} from "./definition/definition.ts";
export type { APIEndpoint, InfraFailureDomain, ProviderRole } from "./definition/contract-fields.ts";

// Admission
export type { AdmissionContext, AdmissionRules } from "./admission/admission-rules.ts";
export { admissionConfigurations } from "@capstan/runtime";
export type { AdmissionWebhook, FieldProblem, FieldReason } from "@capstan/runtime";

// Conversion between versions
export type { ConversionsOption, FieldsConversion, VersionConversion } from "./conversion/author-conversion.ts";
export { ConversionError } from "./conversion/conversion-error.ts";
export { convertersOf } from "./conversion/converters-of.ts";

// Reconcilers
export { ProviderReconciler } from "./reconciler/provider-reconciler.ts";
export {
  BootstrapConfigReconciler,
  type BootstrapRefresh,
  type PoolBootstrapRefresh,
} from "./reconciler/bootstrap-config-reconciler.ts";
export { InfraMachineReconciler } from "./reconciler/infra-machine-reconciler.ts";
export { InfraClusterReconciler } from "./reconciler/infra-cluster-reconciler.ts";
export type {
  BootstrapConfigScope,
  ClusterScope,
  DeletionScope,
  InfraClusterScope,
  InfraMachineScope,
  PoolBootstrapScope,
  ProviderScope,
  StoredObjectOf,
} from "./scope/scope.ts";

// Outcomes
export { outcome } from "./outcome/outcome.ts";
export type {
  AuthorCondition,
  BootstrapOutcome,
  ClusterProvisionedOutcome,
  DataOutcome,
  DeletedOutcome,
  DeletionOutcome,
  FailedOutcome,
  InfraClusterOutcome,
  InfraMachineOutcome,
  OutcomeExtras,
  PendingOutcome,
  ProvisionedOutcome,
  UnchangedOutcome,
} from "./outcome/outcome.ts";
export type { SettableStatusOf } from "./outcome/settable-status.ts";

// Errors
export { DefinitionError, ProviderContractError } from "./errors/provider-errors.ts";
export { InstallationError } from "./errors/installation-error.ts";

// CRDs on a server
export { compareInstalled, type InstalledCRD } from "./installed/compare-installed.ts";
export type { InstalledFinding } from "./installed/installed-finding.ts";

// RBAC
export { aggregatedRules, leaderElectionRules, managerRules, type PolicyRule } from "./rbac/policy-rules.ts";

// Running
export { runProvider } from "./run-provider.ts";
export type { ProviderController, RunProviderOptions } from "./run-provider.ts";

// Conditions and reasons that the SDK writes
export { provisionedConditions, providerReasons } from "./status/condition-types.ts";

// What authors need from below, so that one import serves
export { Type } from "typebox";
export type { Static, TObject, TSchema } from "typebox";
export {
  annotations,
  apiVersionOf,
  Cluster,
  clusterSecretName,
  conditionTypes,
  contractOf,
  ContractViolation,
  describeViolation,
  finalizers,
  getCondition,
  isConditionTrue,
  labels,
  Machine,
  MachinePool,
  ownerOfKind,
  reasons,
  secretType,
} from "@capstan/contract";
export type {
  Condition,
  ContractVersion,
  CustomResourceDefinition,
  DeepReadonly,
  KubernetesObject,
  MachineAddress,
  MachineAddressType,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  ResourceKind,
  Violation,
} from "@capstan/contract";
export {
  ApiError,
  CapstanError,
  channelSource,
  ConfigMap,
  createClient,
  enqueueForOwner,
  enqueueMapped,
  forKind,
  isAlreadyExists,
  isCapstanError,
  isConflict,
  isExpired,
  isInvalid,
  isNotFound,
  Namespace,
  Node,
  Secret,
  systemClock,
  TerminalError,
  whenServed,
} from "@capstan/runtime";
export type {
  Cache,
  ChannelSource,
  Client,
  Clock,
  Informer,
  Logger,
  Manager,
  Patch,
  RemoteCluster,
  Request,
  Source,
} from "@capstan/runtime";
