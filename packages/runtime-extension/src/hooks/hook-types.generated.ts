// Generated from the OpenAPI document of the Runtime SDK by `npm run generate`.
import type { Cluster, DeepReadonly, KubernetesObject, Machine, MachineSet, StructuralSchema } from "@capstan/contract";

/** The value of the variable `builtin`: facts about the Cluster and the place of a template. */
export interface Builtins {
  /** The Cluster, as stored. */
  readonly cluster?: ClusterBuiltins;
  /** The control plane; only for its templates. */
  readonly controlPlane?: ControlPlaneBuiltins;
  /** The MachineDeployment; only for its templates. */
  readonly machineDeployment?: MachineDeploymentBuiltins;
  /** The MachinePool; only for its templates. */
  readonly machinePool?: MachinePoolBuiltins;
}

/** Facts about the Cluster. */
export interface ClusterBuiltins {
  /** Labels and annotations. */
  readonly metadata?: HookObjectMeta;
  /** The name. */
  readonly name?: string;
  /** The namespace. */
  readonly namespace?: string;
  /** The networks of the Cluster. */
  readonly network?: ClusterNetworkBuiltins;
  /** The topology of the Cluster. */
  readonly topology?: ClusterTopologyBuiltins;
  /** Connects the patch in the response with the template in the request. */
  readonly uid?: string;
}

/** Labels and annotations. */
export interface HookObjectMeta {
  /** Annotations. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Labels. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Facts about the networks. */
export interface ClusterNetworkBuiltins {
  /** The ranges of Pods, in CIDR notation. */
  readonly pods?: readonly string[];
  /** The domain of Services. */
  readonly serviceDomain?: string;
  /** The ranges of Services, in CIDR notation. */
  readonly services?: readonly string[];
}

/** Facts about the topology. */
export interface ClusterTopologyBuiltins {
  /** The name of the class. */
  readonly class?: string;
  /** The namespace of the ClusterClass. */
  readonly classNamespace?: string;
  /** The ClusterClass. */
  readonly classRef: ClusterTopologyClusterClassRefBuiltins;
  /** A Kubernetes version. */
  readonly version?: string;
}

/** A ClusterClass. */
export interface ClusterTopologyClusterClassRefBuiltins {
  /** The name. */
  readonly name: string;
  /** The namespace. */
  readonly namespace: string;
}

/** Facts about the control plane. */
export interface ControlPlaneBuiltins {
  /** The template of the Machines. */
  readonly machineTemplate?: ControlPlaneMachineTemplateBuiltins;
  /** Labels and annotations. */
  readonly metadata?: HookObjectMeta;
  /** The name. */
  readonly name?: string;
  /** The number of Machines. */
  readonly replicas?: number;
  /** A Kubernetes version. */
  readonly version?: string;
}

/** Facts about the template of the control plane's Machines. */
export interface ControlPlaneMachineTemplateBuiltins {
  /** The template of the infra machines. */
  readonly infrastructureRef?: ControlPlaneMachineTemplateInfrastructureRefBuiltins;
}

/** A template of infra machines. */
export interface ControlPlaneMachineTemplateInfrastructureRefBuiltins {
  /** The name. */
  readonly name?: string;
}

/** Facts about a MachineDeployment. */
export interface MachineDeploymentBuiltins {
  /** The bootstrap config of the Machines. */
  readonly bootstrap?: MachineBootstrapBuiltins;
  /** The name of the class. */
  readonly class?: string;
  /** The template of the infra machines. */
  readonly infrastructureRef?: MachineInfrastructureRefBuiltins;
  /** Labels and annotations. */
  readonly metadata?: HookObjectMeta;
  /** The name. */
  readonly name?: string;
  /** The number of Machines. */
  readonly replicas?: number;
  /** The name in the topology of the Cluster. */
  readonly topologyName?: string;
  /** A Kubernetes version. */
  readonly version?: string;
}

/** The bootstrap config of Machines. */
export interface MachineBootstrapBuiltins {
  /** The template of the bootstrap configs. */
  readonly configRef?: MachineBootstrapConfigRefBuiltins;
}

/** A template of bootstrap configs. */
export interface MachineBootstrapConfigRefBuiltins {
  /** The name. */
  readonly name?: string;
}

/** A template of infra machines. */
export interface MachineInfrastructureRefBuiltins {
  /** The name. */
  readonly name?: string;
}

/** Facts about a MachinePool. */
export interface MachinePoolBuiltins {
  /** The bootstrap config of the Machines. */
  readonly bootstrap?: MachineBootstrapBuiltins;
  /** The name of the class. */
  readonly class?: string;
  /** The template of the infra machines. */
  readonly infrastructureRef?: MachineInfrastructureRefBuiltins;
  /** Labels and annotations. */
  readonly metadata?: HookObjectMeta;
  /** The name. */
  readonly name?: string;
  /** The number of Machines. */
  readonly replicas?: number;
  /** The name in the topology of the Cluster. */
  readonly topologyName?: string;
  /** A Kubernetes version. */
  readonly version?: string;
}

/** The request of AfterClusterUpgrade. */
export interface AfterClusterUpgradeRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The kind. */
  readonly kind?: string;
  /** The Kubernetes version that was reached. */
  readonly kubernetesVersion: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The response of AfterClusterUpgrade. */
export interface AfterClusterUpgradeResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of AfterControlPlaneInitialized. */
export interface AfterControlPlaneInitializedRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The response of AfterControlPlaneInitialized. */
export interface AfterControlPlaneInitializedResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of AfterControlPlaneUpgrade. */
export interface AfterControlPlaneUpgradeRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The upgrade steps of the control plane, in order. */
  readonly controlPlaneUpgrades?: readonly UpgradeStepInfo[];
  /** The kind. */
  readonly kind?: string;
  /** The Kubernetes version that was reached. */
  readonly kubernetesVersion: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The upgrade steps of the workers, in order. */
  readonly workersUpgrades?: readonly UpgradeStepInfo[];
}

/** A step of an upgrade. */
export interface UpgradeStepInfo {
  /** A Kubernetes version. */
  readonly version: string;
}

/** The response of AfterControlPlaneUpgrade. */
export interface AfterControlPlaneUpgradeResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of AfterWorkersUpgrade. */
export interface AfterWorkersUpgradeRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The upgrade steps of the control plane, in order. */
  readonly controlPlaneUpgrades?: readonly UpgradeStepInfo[];
  /** The kind. */
  readonly kind?: string;
  /** The Kubernetes version that was reached. */
  readonly kubernetesVersion: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The upgrade steps of the workers, in order. */
  readonly workersUpgrades?: readonly UpgradeStepInfo[];
}

/** The response of AfterWorkersUpgrade. */
export interface AfterWorkersUpgradeResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of BeforeClusterCreate. */
export interface BeforeClusterCreateRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The response of BeforeClusterCreate. */
export interface BeforeClusterCreateResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of BeforeClusterDelete. */
export interface BeforeClusterDeleteRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The response of BeforeClusterDelete. */
export interface BeforeClusterDeleteResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of BeforeClusterUpgrade. */
export interface BeforeClusterUpgradeRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The upgrade steps of the control plane, in order. */
  readonly controlPlaneUpgrades?: readonly UpgradeStepInfo[];
  /** The Kubernetes version before the upgrade step. */
  readonly fromKubernetesVersion: string;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The Kubernetes version after the upgrade step, or at the end of the upgrade. */
  readonly toKubernetesVersion: string;
  /** The upgrade steps of the workers, in order. */
  readonly workersUpgrades?: readonly UpgradeStepInfo[];
}

/** The response of BeforeClusterUpgrade. */
export interface BeforeClusterUpgradeResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of BeforeControlPlaneUpgrade. */
export interface BeforeControlPlaneUpgradeRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The upgrade steps of the control plane, in order. */
  readonly controlPlaneUpgrades?: readonly UpgradeStepInfo[];
  /** The Kubernetes version before the upgrade step. */
  readonly fromKubernetesVersion: string;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The Kubernetes version after the upgrade step, or at the end of the upgrade. */
  readonly toKubernetesVersion: string;
  /** The upgrade steps of the workers, in order. */
  readonly workersUpgrades?: readonly UpgradeStepInfo[];
}

/** The response of BeforeControlPlaneUpgrade. */
export interface BeforeControlPlaneUpgradeResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of BeforeWorkersUpgrade. */
export interface BeforeWorkersUpgradeRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The upgrade steps of the control plane, in order. */
  readonly controlPlaneUpgrades?: readonly UpgradeStepInfo[];
  /** The Kubernetes version before the upgrade step. */
  readonly fromKubernetesVersion: string;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The Kubernetes version after the upgrade step, or at the end of the upgrade. */
  readonly toKubernetesVersion: string;
  /** The upgrade steps of the workers, in order. */
  readonly workersUpgrades?: readonly UpgradeStepInfo[];
}

/** The response of BeforeWorkersUpgrade. */
export interface BeforeWorkersUpgradeResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of CanUpdateMachine. */
export interface CanUpdateMachineRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The objects as they are. */
  readonly current: CanUpdateMachineRequestObjects;
  /** The objects as they should be. */
  readonly desired: CanUpdateMachineRequestObjects;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A Machine and its objects. */
export interface CanUpdateMachineRequestObjects {
  /** The bootstrap config; unset for Machines without one. */
  readonly bootstrapConfig?: DeepReadonly<KubernetesObject>;
  /** The infra machine. */
  readonly infrastructureMachine: DeepReadonly<KubernetesObject>;
  /** The Machine. */
  readonly machine: DeepReadonly<Machine>;
}

/** The response of CanUpdateMachine. */
export interface CanUpdateMachineResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The changes of the bootstrap config's spec that the extension makes in place. */
  readonly bootstrapConfigPatch?: HookPatch;
  /** The changes of the infra machine's spec that the extension makes in place. */
  readonly infrastructureMachinePatch?: HookPatch;
  /** The kind. */
  readonly kind?: string;
  /** The changes of the Machine's spec that the extension makes in place. */
  readonly machinePatch?: HookPatch;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The changes of an object that an extension makes in place. */
export interface HookPatch {
  /** The patch as JSON, in base64. */
  readonly patch: string;
  /** The format of the patch. */
  readonly patchType: "JSONPatch" | "JSONMergePatch";
}

/** The request of CanUpdateMachineSet. */
export interface CanUpdateMachineSetRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The objects as they are. */
  readonly current: CanUpdateMachineSetRequestObjects;
  /** The objects as they should be. */
  readonly desired: CanUpdateMachineSetRequestObjects;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A MachineSet and its templates. */
export interface CanUpdateMachineSetRequestObjects {
  /** The template of the bootstrap configs; unset for Machines without one. */
  readonly bootstrapConfigTemplate?: DeepReadonly<KubernetesObject>;
  /** The template of the infra machines. */
  readonly infrastructureMachineTemplate: DeepReadonly<KubernetesObject>;
  /** The MachineSet. */
  readonly machineSet: DeepReadonly<MachineSet>;
}

/** The response of CanUpdateMachineSet. */
export interface CanUpdateMachineSetResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The changes of the template's `spec.template.spec` that the extension makes in place. */
  readonly bootstrapConfigTemplatePatch?: HookPatch;
  /** The changes of the template's `spec.template.spec` that the extension makes in place. */
  readonly infrastructureMachineTemplatePatch?: HookPatch;
  /** The kind. */
  readonly kind?: string;
  /** The changes of the MachineSet's `spec.template.spec` that the extension makes in place. */
  readonly machineSetPatch?: HookPatch;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of DiscoverVariables. */
export interface DiscoverVariablesRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The response of DiscoverVariables. */
export interface DiscoverVariablesResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
  /** Variables: of the Cluster, or, in an item, of the place where its template is used. */
  readonly variables?: readonly ClusterClassVariable[];
}

/** The definition of a variable. */
export interface ClusterClassVariable {
  /** Deprecated labels and annotations of the variable. */
  readonly deprecatedV1Beta1Metadata?: ClusterClassVariableMetadata;
  /** The name. */
  readonly name: string;
  /** Whether a Cluster must set the variable. */
  readonly required: boolean;
  /** The schema of the variable's values. */
  readonly schema: VariableSchema;
}

/** Deprecated labels and annotations of a variable. */
export interface ClusterClassVariableMetadata {
  /** Annotations. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Labels. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The schema of a variable. */
export interface VariableSchema {
  /** An OpenAPI v3 schema. */
  readonly openAPIV3Schema: DeepReadonly<StructuralSchema>;
}

/** The request of Discovery. */
export interface DiscoveryRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
}

/** The response of Discovery. */
export interface DiscoveryResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The handlers of the extension. */
  readonly handlers?: readonly ExtensionHandler[];
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** A handler of an extension, as discovered. */
export interface ExtensionHandler {
  /** What an unreachable handler means: Fail repeats the call, Ignore continues without it. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** The name. */
  readonly name: string;
  /** The hook that the handler serves. */
  readonly requestHook: GroupVersionHook;
  /** How long the core waits for the handler, in seconds. */
  readonly timeoutSeconds?: number;
}

/** A hook in a version. */
export interface GroupVersionHook {
  /** Group and version. */
  readonly apiVersion: string;
  /** The name of the hook. */
  readonly hook: string;
}

/** The request of GeneratePatches. */
export interface GeneratePatchesRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** In a request the templates, in a response their patches. */
  readonly items: readonly GeneratePatchesRequestItem[];
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables: of the Cluster, or, in an item, of the place where its template is used. */
  readonly variables?: readonly Variable[];
}

/** A template to patch. */
export interface GeneratePatchesRequestItem {
  /** The object that uses the template. */
  readonly holderReference: HolderReference;
  /** The template, as stored. */
  readonly object: DeepReadonly<KubernetesObject>;
  /** Connects the patch in the response with the template in the request. */
  readonly uid: string;
  /** Variables: of the Cluster, or, in an item, of the place where its template is used. */
  readonly variables?: readonly Variable[];
}

/** The object that uses a template. */
export interface HolderReference {
  /** Group and version. */
  readonly apiVersion: string;
  /** The field of the holder that refers to the template. */
  readonly fieldPath: string;
  /** The kind. */
  readonly kind: string;
  /** The name. */
  readonly name: string;
  /** The namespace. */
  readonly namespace: string;
}

/** A variable and its value. */
export interface Variable {
  /** The name. */
  readonly name: string;
  /** The value: any JSON. */
  readonly value: unknown;
}

/** The response of GeneratePatches. */
export interface GeneratePatchesResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** In a request the templates, in a response their patches. */
  readonly items?: readonly GeneratePatchesResponseItem[];
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The patch of a template. */
export interface GeneratePatchesResponseItem {
  /** The patch as JSON, in base64. */
  readonly patch: string;
  /** The format of the patch. */
  readonly patchType: "JSONPatch" | "JSONMergePatch";
  /** Connects the patch in the response with the template in the request. */
  readonly uid: string;
}

/** The request of GenerateUpgradePlan. */
export interface GenerateUpgradePlanRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The Cluster, as stored. */
  readonly cluster: DeepReadonly<Cluster>;
  /** The version of the control plane. */
  readonly fromControlPlaneKubernetesVersion: string;
  /** The lowest version of the workers; unset without workers. */
  readonly fromWorkersKubernetesVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The Kubernetes version after the upgrade step, or at the end of the upgrade. */
  readonly toKubernetesVersion: string;
}

/** The response of GenerateUpgradePlan. */
export interface GenerateUpgradePlanResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The upgrade steps of the control plane, in order. */
  readonly controlPlaneUpgrades?: readonly UpgradeStep[];
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
  /** The upgrade steps of the workers, in order. */
  readonly workersUpgrades?: readonly UpgradeStep[];
}

/** A step of an upgrade. */
export interface UpgradeStep {
  /** A Kubernetes version. */
  readonly version: string;
}

/** The request of UpdateMachine. */
export interface UpdateMachineRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The objects as they should be. */
  readonly desired: UpdateMachineRequestObjects;
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A Machine and its objects. */
export interface UpdateMachineRequestObjects {
  /** The bootstrap config; unset for Machines without one. */
  readonly bootstrapConfig?: DeepReadonly<KubernetesObject>;
  /** The infra machine. */
  readonly infrastructureMachine: DeepReadonly<KubernetesObject>;
  /** The Machine. */
  readonly machine: DeepReadonly<Machine>;
}

/** The response of UpdateMachine. */
export interface UpdateMachineResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** 0 lets the operation continue; any other value blocks it, and the core calls again at the latest after this time. */
  readonly retryAfterSeconds: number;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request of ValidateTopology. */
export interface ValidateTopologyRequest {
  /** Group and version. */
  readonly apiVersion?: string;
  /** In a request the templates, in a response their patches. */
  readonly items: readonly ValidateTopologyRequestItem[];
  /** The kind. */
  readonly kind?: string;
  /** The settings of the ExtensionConfig; for a patch of a ClusterClass, overridden by the settings of that patch. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables: of the Cluster, or, in an item, of the place where its template is used. */
  readonly variables?: readonly Variable[];
}

/** A template to validate. */
export interface ValidateTopologyRequestItem {
  /** The object that uses the template. */
  readonly holderReference: HolderReference;
  /** The template, as stored. */
  readonly object: DeepReadonly<KubernetesObject>;
  /** Variables: of the Cluster, or, in an item, of the place where its template is used. */
  readonly variables?: readonly Variable[];
}

/** The response of ValidateTopology. */
export interface ValidateTopologyResponse {
  /** Group and version. */
  readonly apiVersion?: string;
  /** The kind. */
  readonly kind?: string;
  /** An explanation for users. It becomes part of conditions, so it must stay the same while the situation does. */
  readonly message?: string;
  /** Whether the call has succeeded. */
  readonly status: "Failure" | "Success";
}

/** The request and the response of every hook, by its name. */
export interface HookTypes {
  /** AfterClusterUpgrade. */
  readonly AfterClusterUpgrade: { request: AfterClusterUpgradeRequest; response: AfterClusterUpgradeResponse };
  /** AfterControlPlaneInitialized. */
  readonly AfterControlPlaneInitialized: {
    request: AfterControlPlaneInitializedRequest;
    response: AfterControlPlaneInitializedResponse;
  };
  /** AfterControlPlaneUpgrade. */
  readonly AfterControlPlaneUpgrade: {
    request: AfterControlPlaneUpgradeRequest;
    response: AfterControlPlaneUpgradeResponse;
  };
  /** AfterWorkersUpgrade. */
  readonly AfterWorkersUpgrade: { request: AfterWorkersUpgradeRequest; response: AfterWorkersUpgradeResponse };
  /** BeforeClusterCreate. */
  readonly BeforeClusterCreate: { request: BeforeClusterCreateRequest; response: BeforeClusterCreateResponse };
  /** BeforeClusterDelete. */
  readonly BeforeClusterDelete: { request: BeforeClusterDeleteRequest; response: BeforeClusterDeleteResponse };
  /** BeforeClusterUpgrade. */
  readonly BeforeClusterUpgrade: { request: BeforeClusterUpgradeRequest; response: BeforeClusterUpgradeResponse };
  /** BeforeControlPlaneUpgrade. */
  readonly BeforeControlPlaneUpgrade: {
    request: BeforeControlPlaneUpgradeRequest;
    response: BeforeControlPlaneUpgradeResponse;
  };
  /** BeforeWorkersUpgrade. */
  readonly BeforeWorkersUpgrade: { request: BeforeWorkersUpgradeRequest; response: BeforeWorkersUpgradeResponse };
  /** CanUpdateMachine. */
  readonly CanUpdateMachine: { request: CanUpdateMachineRequest; response: CanUpdateMachineResponse };
  /** CanUpdateMachineSet. */
  readonly CanUpdateMachineSet: { request: CanUpdateMachineSetRequest; response: CanUpdateMachineSetResponse };
  /** DiscoverVariables. */
  readonly DiscoverVariables: { request: DiscoverVariablesRequest; response: DiscoverVariablesResponse };
  /** Discovery. */
  readonly Discovery: { request: DiscoveryRequest; response: DiscoveryResponse };
  /** GeneratePatches. */
  readonly GeneratePatches: { request: GeneratePatchesRequest; response: GeneratePatchesResponse };
  /** GenerateUpgradePlan. */
  readonly GenerateUpgradePlan: { request: GenerateUpgradePlanRequest; response: GenerateUpgradePlanResponse };
  /** UpdateMachine. */
  readonly UpdateMachine: { request: UpdateMachineRequest; response: UpdateMachineResponse };
  /** ValidateTopology. */
  readonly ValidateTopology: { request: ValidateTopologyRequest; response: ValidateTopologyResponse };
}
