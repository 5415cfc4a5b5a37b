// Back off before a retry
export { backoffMs, type BackoffSteps, jitteredMs } from "./backoff.ts";

// Read and write durations
export {
  durationPattern,
  formatDuration,
  formatSeconds,
  parseDuration,
  readDuration,
  wholeMilliseconds,
  wholeSeconds,
} from "./duration/duration.ts";

// Throw and recognize errors
export { ArgumentError } from "./errors/argument-error.ts";
export { CapstanError, isCapstanError, type Retry, retryOf } from "./errors/capstan-error.ts";
export { type ErrorCode, errorCodes } from "./errors/error-code.ts";
export { type ObjectRef } from "./errors/object-ref.ts";
export { ManifestError } from "./errors/manifest-error.ts";
export { isMalformedText, MalformedTextError, type TextForm } from "./errors/malformed-text-error.ts";

// Refuse requests that a browser sends for other sites
export { isOwnRequest } from "./own-request.ts";

// Work with JSON
export { deepCopy } from "./json/deep-copy.ts";
export { deepFreeze } from "./json/deep-freeze.ts";
export { type DeepReadonly } from "./json/deep-readonly.ts";
export { jsonEqual } from "./json/json-equal.ts";
export { applyJSONPatch } from "./json-patch/json-patch.ts";
export { pointerSteps } from "./json-patch/json-pointer.ts";
export { applyMergePatch } from "./json-patch/merge-patch.ts";
export { isPatchInapplicable, PatchInapplicableError } from "./json-patch/patch-inapplicable-error.ts";
export {
  type Defined,
  definedFields,
  fieldsAt,
  fieldsOf,
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  optional,
  ownField,
  textAt,
  without,
  type Without,
} from "./json/json-object.ts";
export { endOfJsonString } from "./json/end-of-json-string.ts";
export { exactInteger } from "./json/exact-integer.ts";
export { type JsonLimits, type JsonOptions, parseJson } from "./json/parse-json.ts";
export { setField } from "./json/set-field.ts";
export { stringifyJson } from "./json/stringify-json.ts";

// Read and write kubeconfigs
export { type InsecureField, insecureFields, type KubeconfigRisk } from "./kubeconfig/insecure-fields.ts";
export { type KubeconfigEntries, readKubeconfigEntries } from "./kubeconfig/read-kubeconfig.ts";
export {
  type KubeconfigCredentials,
  kubeconfigEntries,
  type KubeconfigParts,
  renderClusterInfo,
  renderKubeconfig,
} from "./kubeconfig/write-kubeconfig.ts";

// Name objects, API groups and versions
export {
  apiVersionOf,
  type GroupVersion,
  groupOfApiVersion,
  groupVersionOf,
  versionOfApiVersion,
} from "./keys/group-version.ts";
export { type ObjectKey, objectKeyText, parseObjectKey } from "./keys/object-key.ts";
export { uniqueName } from "./keys/unique-name.ts";

// Find the owner of an object
export { type Dependent, type Owner, type OwnerReference } from "./ownership/owner-reference.ts";
export {
  areSameOwner,
  controllerOf,
  isControlledBy,
  isControlledByFormer,
  isOwnedBy,
  isOwnedByFormer,
  ownerOfKind,
} from "./ownership/owned-by.ts";

// Read and write IP addresses
export { canonicalIPAddress, formatIPAddress, isMappedIPAddress, parseIPAddress } from "./net/ip-address.ts";

// Check names
export { annotationBytes, mostAnnotationBytes } from "./names/annotation-size.ts";
export { dnsLabelProblems, dnsSubdomainProblems, longestSubdomain } from "./names/dns-name.ts";
export { hostPort } from "./names/host-port.ts";
export { labelKeyProblems, labelValueProblems } from "./names/label-syntax.ts";
export { type MetadataProblem, templateMetadataProblems } from "./names/template-metadata-problems.ts";

// Calculate with quantities
export {
  addQuantities,
  canonicalQuantity,
  greaterQuantity,
  quantityNanos,
  quantityPattern,
  quantityValue,
} from "./quantity.ts";

// Select objects by fields and labels
export {
  escapeFieldValue,
  type FieldRequirement,
  meetsFields,
  parseFieldSelector,
} from "./selectors/field-selector.ts";
export { type LabelOperator, type LabelRequirement, type Labels } from "./selectors/label-requirement.ts";
export {
  isEmptySelector,
  type LabelMatcher,
  labelMatcher,
  type LabelSelector,
  labelSelectorText,
  lenientLabelMatcher,
} from "./selectors/label-selector.ts";
export { parseLabelSelector } from "./selectors/parse-label-selector.ts";

// Share limited resources among peers
export { BodyPlace, BodyRoom, type BodyRoomOptions, type Eviction } from "./sharing/body-room.ts";
export { type PaceLimits } from "./sharing/pace.ts";
export { peerOf } from "./sharing/peer-of.ts";
export { type Share, SharedRoom } from "./sharing/shared-room.ts";
export { TokenBuckets, type TokenRate } from "./sharing/token-buckets.ts";

// Compare versions
export { compareApiVersions, isApiVersion, isApiVersionName } from "./versions/api-version.ts";
export {
  compareKubernetesVersions,
  type KubernetesVersion,
  kubernetesVersionText,
  readKubernetesVersion,
} from "./versions/kubernetes-version.ts";

// Read and write YAML
export { parseManifests } from "./yaml/parse-manifests.ts";
export { type TextSpan, type YamlPlace, yamlPlaces } from "./yaml/yaml-places.ts";
export { type DuplicateKey } from "./yaml/duplicate-key.ts";
export {
  type LenientYaml,
  parseLenientYaml,
  parseYaml,
  parseYamlDocuments,
  type YamlOptions,
} from "./yaml/parse-yaml.ts";
export { writeYaml, type YamlLayout } from "./yaml/write-yaml.ts";

// Keep text within limits
export { cutText } from "./cut-text.ts";

// Check values as OpenAPI schemas do
export { goPattern, goPatternProblem, type Pattern, type SearchPattern } from "./openapi/go-pattern.ts";
export { type FormatCheck, stringFormats } from "./openapi/string-formats.ts";
