// Use the types of Kubernetes objects
export { type OwnerReference, type ObjectMeta } from "./kubernetes/object-meta.ts";
export { type KubernetesObject, type ObjectKey } from "./kubernetes/kubernetes-object.ts";
export { type Condition, type ConditionStatus } from "./kubernetes/condition.ts";
export { type ResourceKind } from "./kubernetes/resource-kind.ts";
export { type DeepReadonly } from "./kubernetes/deep-readonly.ts";
export {
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type PrinterColumn,
} from "./kubernetes/custom-resource-definition.ts";
export { type CelRule, type StructuralSchema, type ValueValidation } from "./kubernetes/structural-schema.ts";
export { type PolicyRule } from "./kubernetes/policy-rule.ts";

// Use the names of Cluster API
export { addressLabel, labels, contractLabel, nodeLabelDomains } from "./names/labels.ts";
export { fnv32a, labelValue } from "./names/label-value.ts";
export { annotations, outdatedRevisionTaint, uninitializedTaint } from "./names/annotations.ts";
export { finalizers } from "./names/finalizers.ts";
export { coreProvider } from "./names/core-provider.ts";
export { groups } from "./names/groups.ts";
export { componentsName, familyOfType, type ProviderType, providerTypes } from "./names/provider-types.ts";
export { secretType, secretKeys, clusterSecretName, clustersReserving, type SecretPurpose } from "./names/secrets.ts";

// Read and set conditions
export { conditionTypes } from "./conditions/condition-types.ts";
export { reasons } from "./conditions/condition-reasons.ts";
export {
  getCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
  type HasConditions,
  type NewCondition,
  type SomeConditions,
} from "./conditions/conditions.ts";
export { fittingFailureMessage, withFittingStringsV1Beta1 } from "./conditions/fitting-strings.ts";

// Read core objects, v1beta2
export { type MachineSpec } from "./api/v1beta2/machine-spec.ts";
export { Machine, type MachineStatus } from "./api/v1beta2/machine.ts";
export { Cluster, type ClusterSpec, type ClusterStatus } from "./api/v1beta2/cluster.ts";
export { MachineSet, type MachineSetSpec, type MachineSetStatus } from "./api/v1beta2/machine-set.ts";
export {
  MachineDeployment,
  type MachineDeploymentSpec,
  type MachineDeploymentStatus,
} from "./api/v1beta2/machine-deployment.ts";
export {
  MachineHealthCheck,
  type MachineHealthCheckSpec,
  type MachineHealthCheckStatus,
} from "./api/v1beta2/machine-health-check.ts";
export { MachineDrainRule, type MachineDrainRuleSpec } from "./api/machine-drain-rule.ts";
export { MachinePool } from "./api/machine-pool.ts";
export { IPAddress, type IPAddressSpec } from "./api/ip-address.ts";
export { IPAddressClaim, type IPAddressClaimSpec, type IPAddressClaimStatus } from "./api/ip-address-claim.ts";
export { type PoolReference } from "./api/pool-reference.ts";
export { type MachineAddress, type MachineAddressType } from "./fields/addresses.ts";
export { type FailureDomain, failureDomainsSchema } from "./fields/cluster-fields.ts";
export { type MachineTemplateStatus, type NodeArchitecture } from "./fields/template-status.ts";
export { conditionsSchema, type ConditionV1Beta1 } from "./fields/conditions.ts";

// Report violations of the contract
export { contractVersions, type ContractVersion, oldestCore } from "./versions/contract-version.ts";
export { ContractViolation, describeViolation, isContractViolation } from "./violations/contract-violation.ts";
export { type Breach, schemaViolation, type ViolatedRule, type Violation, violation } from "./violations/violation.ts";
export { contractOf, type SelectedContract } from "./crd/contract-of.ts";

// Find owners, and paused objects
export { hasAnnotation, isExternallyManaged, isPaused } from "./pausing.ts";
export { controllerOf, ownerOfKind } from "@capstan/kube";

// Create Machines from templates, count and delete them
export { type Clone, cloneTemplate, kindOfClone } from "./machines/clone-template.ts";
export { type DeletableMachine, type DeletionOrder, inDeletionOrder } from "./machines/deletion-order.ts";
export { withInPlaceFields } from "./machines/in-place-fields.ts";
export { machineVersions } from "./machines/machine-versions.ts";
export { managedKeys, nextMap } from "./machines/managed-keys.ts";
export { type MetadataChanges, metadataChanges } from "./machines/metadata-changes.ts";
export { countNodes, countReplicas, type NodeCounters, type ReplicaCounters } from "./machines/replica-counters.ts";
export { type KindResolution, resolveKind, unresolvedReasons } from "./machines/resolve-kind.ts";

// Convert objects between versions
export { type Hub, type KeptParts, readConversionData } from "./conversion/conversion-data.ts";
export { type ConversionLoss } from "./conversion/conversion-loss.ts";
export { type ConvertedVersion, convertedVersionsOf } from "./conversion/converted-version.ts";
export { type ConvertedParts, convertVersion, type VersionStep } from "./conversion/convert-version.ts";
export { type MergeSchema } from "./conversion/three-way-merge.ts";
export { hasStandIn } from "./conversion/stand-in.ts";

// Read core objects, v1beta1
export { MachineV1Beta1, type MachineStatusV1Beta1 } from "./api/v1beta1/machine.ts";
export { type MachineSpecV1Beta1 } from "./api/v1beta1/machine-spec.ts";
export { ClusterV1Beta1 } from "./api/v1beta1/cluster.ts";
export { MachineSetV1Beta1 } from "./api/v1beta1/machine-set.ts";
export { MachineDeploymentV1Beta1 } from "./api/v1beta1/machine-deployment.ts";
export { MachineHealthCheckV1Beta1 } from "./api/v1beta1/machine-health-check.ts";

// Install and check core objects
export { coreCRDs } from "./api/core-crds.ts";
export { installedCRDs } from "./api/installed-crds.ts";
export { machinePoolCRD } from "./api/machine-pool-crd.ts";
export { ipamCRDs } from "./api/ipam-crds.ts";
export {
  validateCluster,
  validateMachine,
  validateMachineDeployment,
  validateMachineSet,
} from "./api/validate-core-objects.ts";
export type { UnknownFields } from "./validation/json-schema.ts";
export { objectValidator, type ObjectSchemas, type ObjectValidator } from "./validation/object-validator.ts";
export type { SchemaFault } from "./validation/schema-fault.ts";
export { structuralSchema } from "./schema/structural-schema.ts";
export { schemaValidator, type SchemaValidator } from "./validation/schema-validator.ts";
export { machineAddressTypes } from "./fields/addresses.ts";
export { machineTemplateStatus, nodeArchitectures } from "./fields/template-status.ts";
export { versionLimits } from "./fields/rollout-fields.ts";
export { labelSelector } from "./fields/label-selector.ts";

// Make CRDs
export { calculateCRDName, pluralOf } from "./crd/plural-of.ts";
export { isSchemaNotStructural, SchemaNotStructural } from "./schema/schema-not-structural.ts";
export { customResourceDefinition, type CRDOptions, type CRDVersionOptions } from "./crd/custom-resource-definition.ts";
export {
  templateCustomResourceDefinition,
  type TemplateCRDOptions,
  type TemplateCRDVersionOptions,
} from "./crd/template-custom-resource-definition.ts";

// Check CRDs, components and releases
export { checkCRDs, type CheckedCRD, type CRDCheck } from "./checks/crds/check-crds.ts";
export { checkComponents, type ComponentsCheck } from "./checks/components/check-components.ts";
export { checkArtifacts, checkTemplates, isNamedAsTemplate } from "./checks/artifacts/check-artifacts.ts";
export { readTemplate, type TemplateFile } from "./checks/templates/read-template.ts";
export { type CRDCheckOptions, isCRD } from "./checks/crds/crd-subject.ts";
export { type KindRole, kindRoles } from "./checks/crds/kind-role.ts";
export { type ComponentsCheckOptions } from "./checks/components/bundle.ts";
export { type ArtifactFile, type ArtifactsCheckOptions } from "./checks/artifacts/release.ts";

// Look up rules
export { type CatalogueEntry, type RuleCheck, type RuleLevel } from "./catalogue/catalogue-entry.ts";
export { type RuleExplanation } from "./catalogue/rule-explanation.ts";
export {
  type DynamicRuleId,
  explanationOf,
  isDynamicRule,
  isRuleId,
  type RuleId,
  ruleInfo,
  type RuleInfo,
  rules,
  ruleText,
  type RuleText,
  type StaticRuleId,
} from "./catalogue/rule-info.ts";
export { labelOf } from "./checks/rule/json.ts";
export { type RuleViolation } from "./checks/rule/rule.ts";
export { checkedRules } from "./checks/static-rules.ts";

// Read and write the fields that a role has in each version of the contract
export {
  type Field,
  type FieldPath,
  type Lasting,
  type Place,
  type PlaceOptions,
  type Section,
} from "./roles/field.ts";
export { ipPool } from "./roles/ip-pool.ts";
export { type Role, type RoleColumn } from "./roles/role.ts";
export { isProviderRole, type ProviderRole, providerRoles, roleOf, roles } from "./roles/roles.ts";
export { type ControlPlaneEndpoint } from "./roles/forms/endpoint.ts";
export { type StatusVersion } from "./roles/forms/versions.ts";
export { type Failure } from "./roles/failure-fields.ts";
export { isDone, readProviderObject, type Reading } from "./roles/derive/read.ts";
export { providerSpec, providerStatus, type Report } from "./roles/derive/write.ts";
export { doneField, fieldOf, fieldsIn, isFailureFinal, type PlacedField } from "./roles/derive/places.ts";
export { contractFields, type FieldOptions, isDeclared, otherContractStatusFields } from "./roles/derive/schema.ts";
export { type ContractPart, convertContractFields } from "./roles/derive/convert.ts";
export { ageColumn, printerColumns } from "./roles/derive/printer-columns.ts";
export { scaleOf, type ScalePaths } from "./roles/derive/scale.ts";
export { reservedBy, reservedNames } from "./roles/derive/reserved-names.ts";
export { countsMissing, partViolations, storedCounts } from "./roles/derive/counts.ts";
export { violationsOverTime } from "./roles/derive/lasting.ts";
export { reportViolations } from "./roles/derive/report-violations.ts";
export {
  type Contracts,
  type ContractSpec,
  type ContractStatus,
  type NewestContract,
  type ReservedNames,
  type ValueOf,
} from "./roles/derive/types.ts";
export { toConditionV1Beta1 } from "./roles/forms/conditions.ts";
export { readCondition } from "./conditions/read-condition.ts";
