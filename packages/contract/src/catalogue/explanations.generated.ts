// Generated from rules.yaml by `npm run generate`. Change the rules there.
import { type RuleTextById } from "./catalogue.generated.ts";
import { type RuleExplanation } from "./rule-explanation.ts";

/** What there is to say of each rule beyond its statement. */
export const explanations: Readonly<Record<keyof RuleTextById, RuleExplanation>> = {
  "AR-001": {
    explanation:
      "Every type that core reaches through a reference is a CustomResourceDefinition that belongs to an API group served by the management cluster API server.",
    how: "Document is apiextensions.k8s.io/v1 CustomResourceDefinition; spec.group is a DNS subdomain; at least one spec.versions[] entry is served. On a live cluster, discovery lists group, version and plural.",
  },
  "AR-002": {
    explanation:
      "metadata.name of the CRD is the lower-cased kind, pluralised by English inflection rules, a dot, and the group. Core computes this name to find the CRD and never searches by kind, so a CRD with another (otherwise legal) plural cannot be referenced at all: every reconcile of the referencing Machine or Cluster fails.",
    how: 'Compute the expected name with an inflector that agrees with the vectors below (the Go function uses github.com/gobuffalo/flect v1.0.3, not kind + "s"); compare with metadata.name and check that spec.names.plural is the part before the first dot. Report the expected name in the finding.',
  },
  "AR-003": { explanation: "The CRD is namespace-scoped.", how: "spec.scope equals Namespaced." },
  "AR-004": {
    explanation: "Objects carry apiVersion, kind and metadata like any Kubernetes object.",
    how: "In every served version the root schema is type object and does not forbid or retype apiVersion (string), kind (string) and metadata (object); absence of the three from properties is tolerated because the API server adds them. metadata may limit name and generateName, as the API server has it, and nothing else.",
  },
  "AR-005": {
    explanation:
      "Each kind has a list kind named after it with the suffix List, holding list metadata and an items array. The v1.8 page only says to add it; the later documents make the list and its name mandatory.",
    how: 'spec.names.listKind is absent (defaults to Kind + List) or equals spec.names.kind + "List". For typed code: a list interface with metadata and items exists for each kind.',
  },
  "AR-006": {
    explanation:
      "The CRD object carries at least one label whose key is cluster.x-k8s.io/ followed by a contract version the target core release supports (v1beta2, or v1beta1 while compatibility lasts). Without a usable label core cannot read the object and the Machine or Cluster stays in error; a label for an older contract only (v1alpha3, v1alpha4) counts as none.",
    how: "metadata.labels has a non-empty value for cluster.x-k8s.io/v1beta2 or cluster.x-k8s.io/v1beta1. Error when both are missing or empty; warning when only v1beta1 is present (deprecated).",
  },
  "AR-007": {
    explanation:
      "Template CRDs need the contract label as well: MachineSets, control planes and the topology controller resolve the template version through it. The current pages name only the main kind; the older contract page says every CRD related to Cluster API, and the Go code requires it.",
    how: "Same check as AR-006, applied to the template CRDs.",
  },
  "AR-008": {
    explanation:
      "The value lists CRD version names separated by underscores, nothing else. A comma, a space or a version name with an underscore yields a version that does not exist; an empty value is skipped and core falls back to the label of the older contract.",
    how: "Split on underscore; each piece is non-empty and matches a Kubernetes version name. Report pieces with commas or blanks, duplicates and empty pieces.",
  },
  "AR-009": {
    explanation: "Each version named in a contract label is declared in the CRD.",
    how: "Set of label pieces is a subset of spec.versions[].name.",
  },
  "AR-010": {
    explanation:
      "The version core selects through the label is served, because core asks the API server for the object at exactly that version.",
    how: "For each version selected per AR-011: spec.versions[name=v].served is true. Other listed but unserved versions are a warning.",
  },
  "AR-011": {
    explanation:
      "Core takes the newest supported contract that has a label (v1beta2 before v1beta1) and, inside the value, the version with the highest Kubernetes priority (stable before beta before alpha, then the number), not the last one written. The documents say the last in the list. Write the list in ascending priority so that both readings agree.",
    how: "Sort the pieces by Kubernetes version priority; warn when the last written piece is not the highest. Expose the selected contract and version as an output of the checker for the other rules.",
  },
  "AR-012": {
    explanation:
      "The contract selected through the label decides which field means done: under v1beta1 only status.ready, under v1beta2 only the field in status.initialization. There is no fallback in either direction, and with both labels present v1beta2 wins. A CRD whose selected contract and schema disagree leaves the Machine in Pending without any error.",
    how: "With the contract and version from AR-011: the schema of that version has the flag field of that contract with type boolean. Error on mismatch. If both labels point to the same version, the schema needs the v1beta2 fields.",
  },
  "AR-013": {
    explanation:
      "The contract version marker is read from labels only. One migration page prints it under annotations; that form has no effect.",
    how: "Report any annotation whose key is cluster.x-k8s.io/ followed by a contract version; suggest moving it to labels.",
  },
  "AR-014": {
    explanation:
      "If the provider is published for clusterctl, the contract in metadata.yaml for the release equals the contract shown by the CRD labels. metadata.yaml is consulted only at init and upgrade; at run time only the labels count.",
    condition: "the provider implements the clusterctl contract",
    how: "For the release being built, find its release series; its contract has a label on every contract CRD in the components file.",
  },
  "AR-015": {
    explanation:
      "API versions are named for the stability of the provider API (v1alpha1, v1beta1, v1 ...) and follow the Kubernetes deprecation policy. They need not match core versions.",
    how: "spec.versions[].name matches ^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$. Deprecation conduct is reviewed by hand.",
  },
  "AR-016": {
    explanation:
      "Only providers of the SIG use bootstrap.cluster.x-k8s.io or infrastructure.cluster.x-k8s.io. Any other provider has a group of its own and then owes core the access rules of RB-005.",
    how: "If spec.group ends with cluster.x-k8s.io and the project is not declared as SIG sponsored in the checker options: warning. Otherwise require RB-005.",
  },
  "AR-017": {
    explanation:
      "Exactly one version is the storage version and the schema is structural; clusterctl move collects objects at the storage version.",
    how: "Count of spec.versions[] with storage true is 1; each version has a schema that is structural by the invariants of the API server (apiextensions-apiserver, ValidateStructural).",
  },
  "AR-018": {
    explanation:
      "The main kinds enable the status subresource, so that status is written apart from spec and dropped by backup tools. All in-tree providers do; the documents show it only in examples.",
    how: "spec.versions[].subresources.status is present for every served version.",
  },
  "AR-019": {
    explanation:
      'The schema of every version that core may select declares the contract fields with the JSON type core expects, or preserves unknown fields at that place. Otherwise the API server prunes the value, or core stops with a type error (a string "true" in a boolean field is an error, not false).',
    how: "For each path of the selected contract walk the schema: present with the right type, or x-kubernetes-preserve-unknown-fields on an ancestor. Booleans: ready, dataSecretCreated, provisioned. Strings: dataSecretName, providerID, failureReason, failureMessage, failureDomain.",
  },
  "AR-020": {
    explanation:
      "If more than one version is served and their contract fields differ (for example status.ready in one and status.initialization in the other), a conversion webhook translates them and round trips without loss.",
    condition: "more than one served version",
    how: "Static: if two served versions differ in the contract paths or their types then spec.conversion.strategy is Webhook. Dynamic: write at one version, read at the other.",
    scenario: {
      given: "two served versions, v1 with status.ready and v2 with status.initialization",
      when: "an object with the flag true is stored through v1 and read through v2",
      then: "the v2 reading has the flag of the v1beta2 contract true and the secret name unchanged; writing it back through v1 changes nothing",
    },
  },
  "AR-021": {
    explanation:
      "By habit kinds are called <env>Config, <env>Machine and <env>Cluster, where env is a short name of the environment.",
    how: "Informational: kind ends with Config, Machine or Cluster respectively.",
  },
  "AR-022": {
    explanation:
      "The examples put all kinds into the category cluster-api, so that listing the category shows a whole cluster.",
    how: "Informational: spec.names.categories contains cluster-api.",
  },
  "AR-023": {
    explanation:
      "A provider does not rely on core behavior that no contract rule states; such behavior may change in any release. Rules in this table with basis implementation describe what core does today and must be satisfied to work with it, but provider logic must not be built upon them.",
    how: "Review. In SDK code, keep facts with basis implementation behind one compatibility module.",
  },
  "AR-024": {
    explanation:
      "Wrong provider specific content is refused when an object is created or updated, by schema or admission, and not found out later in a reconcile. That is a goal of the proposal and the reason for replacing opaque blobs by typed resources.",
    how: "Static: spec is described by properties, not by x-kubernetes-preserve-unknown-fields at its root. Dynamic: see scenario.",
    scenario: {
      given: "a list of invalid specs, each violating one documented constraint",
      when: "each is created, and applied as an update",
      then: "the API server refuses each with a message naming the field",
    },
  },
  "BC-001": {
    explanation: "The type has a spec with the fields the provider needs.",
    how: "properties.spec exists with type object in each served version.",
  },
  "BC-002": {
    explanation: "The type has a status object.",
    how: "properties.status exists with type object in each served version.",
  },
  "BC-003": {
    explanation: "status.ready is a boolean that turns true when the bootstrap data has been generated and stored.",
    how: "Static: status.ready has type boolean. Dynamic: see scenario.",
    scenario: {
      given: "a config with a Machine owner, the Cluster present and its prerequisites met",
      when: "the provider reconciles until idle",
      then: "status.ready is true and the Secret named in status.dataSecretName exists with data",
    },
  },
  "BC-004": {
    explanation:
      "status.initialization.dataSecretCreated is a boolean that turns true when the bootstrap data secret is fully in place. It replaces status.ready.",
    how: "Static: the path has type boolean in the selected version; it is optional; initialization has minProperties 1 (warning if not). Dynamic: see scenario.",
    scenario: {
      given: "a config with a Machine owner, the Cluster present and its prerequisites met",
      when: "the provider reconciles until idle",
      then: "status.initialization.dataSecretCreated is true, status.dataSecretName names an existing Secret, and both became visible in one write",
    },
  },
  "BC-005": {
    explanation: "status.dataSecretName is a string with the name of the Secret holding the bootstrap data.",
    how: "Path has type string and is not required by the schema.",
  },
  "BC-006": {
    explanation:
      "dataSecretName has minLength 1 and maxLength 253 and is a plain optional string (no empty string standing for unset).",
    how: "minLength is 1 and maxLength at most 253.",
  },
  "BC-007": {
    explanation: "status.failureReason, a string for programs, may be declared to report a fatal problem.",
    how: "If present, type string.",
  },
  "BC-008": {
    explanation: "status.failureMessage, a string for people and more descriptive than failureReason, may be declared.",
    how: "If present, type string.",
  },
  "BC-009": {
    explanation:
      "When the config can never be reconciled without replacing it, the provider sets failureReason and failureMessage. They are terminal: once core has copied them to the Machine or MachinePool the only way out is to delete and recreate it, and a MachineHealthCheck will remediate the Machine. They are therefore never set for errors that retrying or an operator can cure.",
    how: "Inject a fatal and a transient fault.",
    scenario: {
      given: "a config the provider can serve",
      when: "first a transient fault (API conflict, unreachable endpoint), later a fault declared fatal by the provider occurs",
      then: "after the transient fault both fields stay unset and reconciliation is retried; after the fatal one both are set and retries stop",
    },
  },
  "BC-010": {
    explanation:
      "Under v1beta2 there is no special treatment of terminal failures. A provider that wants to report one uses a condition with a documented type and reason. failureReason and failureMessage may still be written during the transition; core only mirrors them into Machine.status.deprecated.v1beta1, without effect on phase, lifecycle or health checks, and will ignore them once v1beta1 compatibility ends.",
    how: "Static: warn when failureReason or failureMessage is declared at top level of status in a version selected for v1beta2. Dynamic: see scenario.",
    scenario: {
      given: "a config labeled for v1beta2",
      when: "a fatal fault occurs",
      then: "a condition with status False (or a dedicated type) and a documented reason is present, and reconciliation can recover when the cause is removed",
    },
  },
  "BC-011": {
    explanation: "The type reports status.conditions, preferably in the standard Kubernetes condition format.",
    how: "Static: status.conditions is an array of objects with string type and status, optional reason, message, lastTransitionTime, observedGeneration; list type map with key type. Dynamic: after reconcile at least Ready is present.",
    scenario: {
      given: "a fresh object with its owner set",
      when: "it is reconciled once",
      then: "status.conditions contains Ready with a status, a reason and a transition time",
    },
  },
  "BC-012": {
    explanation:
      "In each condition type is a non-empty string and status is exactly True, False or Unknown. reason, message, lastTransitionTime and observedGeneration are optional. One malformed item makes the whole list invalid: core then reports the mirrored condition as Unknown with an invalid-condition reason. Values of another JSON type are not tolerated.",
    condition: "conditions are implemented",
    how: "Static: schema has enum True, False, Unknown on status and minLength 1 or a pattern on type (warning if missing); reason, message and lastTransitionTime are strings and observedGeneration is an integer where declared. Dynamic: validate all observed objects.",
    scenario: {
      given: "any object during a full life cycle",
      when: "all observed revisions are collected",
      then: "each conditions entry satisfies the rule and no two entries share a type",
    },
  },
  "BC-013": {
    explanation:
      "A condition of type Ready summarizes the operational state during the entire life of the object, from creation through deletion, not only first provisioning. Core mirrors it: BootstrapConfig Ready to Machine BootstrapConfigReady, InfraMachine Ready to Machine InfrastructureReady, InfraCluster Ready to Cluster InfrastructureReady. If it is missing core derives a fallback from the initialization flag.",
    how: "Observe Ready while provisioning, when running, when broken later, and during deletion.",
    scenario: {
      given: "a provisioned object",
      when: "its backing resource is broken, and afterwards the object is deleted",
      then: "Ready turns False with a reason while the initialization flag stays true, and Ready reports deletion while the finalizer is held",
    },
  },
  "BC-014": {
    explanation:
      "A provider on the v1beta1 contract that implements conditions uses the Cluster API condition type: type, status, severity (required when status is False, empty otherwise), lastTransitionTime, reason, message. v1beta2 core still reads that form best effort; a missing reason is replaced by a placeholder. Core reads no severity, so that standard Kubernetes conditions break nothing and are the way to v1beta2.",
    condition: "conditions are implemented",
    how: "In versions selected for v1beta1 the condition item schema allows severity; in versions selected for v1beta2 severity is not part of the standard form (warning).",
  },
  "BC-015": {
    explanation:
      "Core reads status.v1beta2.conditions first and, if that field exists as an array (even an empty one), never looks at status.conditions. During the staged transition keep the standard conditions complete in whichever of the two places exists, and drop status.v1beta2 when the new version moves them to status.conditions.",
    how: "Static: note versions that declare status.v1beta2.conditions. Dynamic: if status.v1beta2.conditions is present it contains Ready.",
    scenario: {
      given: "an object with status.v1beta2.conditions set to an empty array and Ready True in status.conditions",
      when: "core mirrors the condition",
      then: "the mirror falls back to the initialization flag, so the provider must not produce this state",
    },
  },
  "BC-016": {
    explanation:
      "dataSecretName can be computed again from the Cluster, the Machine and the config alone. A random name would be lost with status when objects move to another management cluster.",
    how: "Compare the name across a loss of status.",
    scenario: {
      given: "a config that has its secret",
      when: "status is wiped (as backup, restore or move does) and the config is reconciled",
      then: "the same name is reported, the existing Secret is reused, and no second Secret appears",
    },
  },
  "BC-017": {
    explanation:
      "The secret name is set no later than the flag (status.ready or dataSecretCreated). Core treats a true flag with a missing or empty name as an error, not as not-yet.",
    how: "Inspect every revision of the object.",
    scenario: {
      given: "a recorder on all revisions of the config",
      when: "it is provisioned",
      then: "no revision has the flag true with an empty name",
    },
  },
  "BC-018": {
    how: "Fail the Secret creation.",
    scenario: {
      given: "Secret creation is refused by the API server",
      when: "the config is reconciled",
      then: "the flag stays unset, the error is reported, and when creation works again the flag follows the Secret",
    },
  },
  "BC-019": {
    explanation:
      "The flag describes first provisioning and is not turned back. Core copies the name to the Machine once; later changes of flag or name in the config are ignored.",
    how: "Break things after provisioning.",
    scenario: {
      given: "a provisioned config",
      when: "its spec changes or its secret is damaged",
      then: "flag and name keep their values; trouble is shown in conditions",
    },
  },
  "BC-020": {
    explanation:
      "Nothing in status is irreplaceable. After a move or restore, which drops status, reconciliation recomputes it from spec, metadata, the owner, existing Secrets and the infrastructure, without creating anything twice.",
    how: "Wipe status of provisioned objects and reconcile.",
    scenario: {
      given: "a running Cluster and Machine with all provider objects",
      when: "all provider status is removed and the objects get new UIDs and owner references",
      then: "after reconcile status equals the former one, no new Secret, VM or load balancer was created, and owner references of dependants point to the new UIDs",
    },
  },
  "BC-021": {
    explanation:
      'Each reconciler does nothing while Cluster spec.paused is true or the object has the annotation cluster.x-k8s.io/paused (any value, even empty or "false"). clusterctl move assumes it.',
    how: "Pause by either means and change the object.",
    scenario: {
      given: "an unfinished object",
      when: "the Cluster is paused, or the annotation is put on the object, and its spec or owner changes or it is deleted",
      then: "no Secret, infrastructure call, finalizer removal or status change other than the Paused condition happens until both are lifted; then work resumes without another event",
    },
  },
  "BC-022": {
    explanation:
      "If pausing is implemented the object shows it in a condition of type Paused: True while paused, False otherwise.",
    condition: "pausing is implemented",
    how: "Observe Paused around a pause.",
    scenario: {
      given: "a running object",
      when: "it is paused and resumed",
      then: "Paused is False, then True with a message naming the cause, then False",
    },
  },
  "BC-023": {
    explanation:
      "If the provider takes part in in-place updates, its controller leaves in-place changes of the config alone and does not generate bootstrap data again; fields are sorted into immutable ones (rollout) and mutable ones (handled by the Update Extension), and validation lets the mutable ones change. Templates are not concerned.",
    condition: "in-place updates are supported",
    how: "Change a mutable field of a provisioned config.",
    scenario: {
      given: "a provisioned config",
      when: "a field declared mutable is changed",
      then: "the change is admitted and the Secret keeps its content",
    },
  },
  "BC-024": {
    explanation:
      "A config may belong to a MachinePool instead of a Machine; the v1.8 page mentions both as referrers. A provider that supports it treats the MachinePool like the Machine for ownership, version and cluster name.",
    how: "Own a config by a MachinePool.",
    scenario: {
      given: "a config whose owner is a MachinePool",
      when: "it is reconciled",
      then: "bootstrap data is generated just as for a Machine",
    },
  },
  "BC-025": {
    explanation:
      "For control plane machines the config may carry machine.cluster.x-k8s.io/certificates-expiry with an RFC 3339 time; core copies it to the Machine status unless the Machine has its own. A value that does not parse makes the Machine reconcile fail.",
    how: "Validate the value whenever it is written.",
    scenario: {
      given: "a control plane config",
      when: "the provider sets the annotation",
      then: "the value parses as RFC 3339",
    },
  },
  "BT-001": {
    explanation:
      "For each BootstrapConfig and each InfraMachine there is a template kind, so that sets of machines can be described. The v1.8 page recommends it; the documents from v1.9 on make it mandatory.",
    how: 'For each main CRD in the bundle there is a CRD in the same group with kind + "Template". A warning if another kind of the role in the group has one, such as a config that control planes alone make; nothing for the machines of a pool (<InfraMachinePool>Machine), which the pool makes.',
  },
  "BT-002": {
    explanation:
      "The template is named after the main kind with the suffix Template. Core finds the kind to create by removing that suffix.",
    how: "spec.names.kind ends with Template and the remainder is a kind of the same group in the bundle.",
  },
  "BT-003": {
    explanation:
      "The template has spec.template with the object to create; spec.template is required in the Go examples of the pages. Core takes a template without it as an empty one.",
    how: "properties.spec.properties.template has type object and spec.required contains template.",
  },
  "BT-004": {
    explanation:
      "spec.template.spec holds the spec of the object to create and is required. It often is the same schema as the main kind, but fields that concern one machine or one cluster only may be left out.",
    how: "spec.template.spec has type object; warn if it is not in template.required (the in-tree kubeadm template does not require it) or if it declares providerID or controlPlaneEndpoint.",
  },
  "BT-005": {
    explanation:
      "spec.template.metadata is optional and has only labels and annotations (string maps), which core copies to the created object. The reduced metadata type, not the full Kubernetes one, is used; under v1beta2 an empty object is not allowed.",
    how: "spec.template.metadata.properties is a subset of labels and annotations with string values; under v1beta2 minProperties 1. Error if it embeds creationTimestamp or other full metadata fields.",
  },
  "BT-006": {
    explanation:
      "An object made from spec.template, at the API version of the template and with the kind of BT-002, is valid for the main CRD and its webhooks.",
    how: "Static: every property accepted by spec.template.spec is accepted by spec of the main kind at the same version name (type; enum, bounds, pattern, format and null as warnings), and the main kind requires nothing the template cannot give. Dynamic: clone as core does and create with dry run.",
    scenario: {
      given: "a valid template",
      when: "a clone is made: name and namespace given by the owner, no uid, resourceVersion or finalizers, template labels and annotations plus cluster.x-k8s.io/cluster-name, cluster.x-k8s.io/cloned-from-name and cluster.x-k8s.io/cloned-from-groupkind, the owner as owner reference",
      then: "the API server accepts it and the main kind is provisioned like a hand written one",
    },
  },
  "BT-007": {
    explanation:
      "A fresh clone is first owned by a MachineSet or control plane without controller flag; the Machine replaces that owner and becomes the controller. The provider tolerates the interval (BH-001), never sets a controller owner of its own on the main object and never removes the Machine owner or the cluster name label.",
    how: "Watch owner references through the sequence.",
    scenario: {
      given: "a main object owned by a MachineSet only",
      when: "it is reconciled, then the Machine is set as controller owner and the label is added",
      then: "nothing is generated before the Machine owner exists; afterwards the controller owner is still exactly the Machine and the label is untouched",
    },
  },
  "BT-008": {
    explanation:
      "If updates of the template are refused for immutability, the refusal is skipped exactly when the request is a dry run and the object has the annotation topology.cluster.x-k8s.io/dry-run; in all other cases it stays.",
    condition: "the template has immutability checks and ClusterClass is supported",
    how: "Send three updates that change spec.template.spec.",
    scenario: {
      given: "a stored template with immutability checks",
      when: "spec.template.spec is changed (a) in a dry run with the annotation, (b) in a dry run without it, (c) in a real request with it",
      then: "(a) is accepted, (b) and (c) are refused",
    },
  },
  "BT-009": {
    explanation:
      "A provider adds its finalizer to a main object only after the Machine owner is set. Earlier writes collide with the managed fields cleanup core does right after cloning.",
    how: "Watch revisions of a fresh clone.",
    scenario: {
      given: "a fresh clone without Machine owner",
      when: "it is reconciled",
      then: "no finalizer is added until the owner exists",
    },
  },
  "BT-010": {
    explanation:
      "The InfraMachineTemplate may report status.capacity, a map of resource names to Kubernetes quantities (cpu, memory, extended resources such as nvidia.com/gpu). Values must parse as quantities; the memory value printed in the page (500mb) does not, 500M or 500Mi do.",
    how: "Static: if declared, an object with int-or-string additionalProperties, and the status subresource is enabled. Dynamic: every value parses as a quantity.",
    scenario: {
      given: "a template for a known machine size",
      when: "its controller reconciles",
      then: "status.capacity has at least cpu and memory as valid quantities",
    },
  },
  "BT-011": {
    explanation:
      "The template may report status.nodeInfo with architecture (amd64, arm64, s390x or ppc64le) and operatingSystem; an empty object is not allowed.",
    how: "Static: if declared, nodeInfo is an object with minProperties 1; architecture is a string with that enum, operatingSystem a string (the page names no values); both fields optional. Dynamic: the reported nodeInfo is not empty, and its architecture is one of these.",
  },
  "BS-001": {
    how: "Look the Secret up by that name.",
    scenario: {
      given: "a provisioned config",
      when: "the Secret named by status.dataSecretName is read",
      then: "it exists",
    },
  },
  "BS-002": {
    explanation:
      "The Secret lives in the namespace of the config, which is that of the Machine; the reference carries no namespace.",
    how: "Read it there.",
    scenario: {
      given: "a config in namespace a",
      when: "it is provisioned",
      then: "the Secret is in namespace a and none with that name is created elsewhere",
    },
  },
  "BS-003": {
    explanation:
      "The Secret has the label cluster.x-k8s.io/cluster-name with the name of the Cluster. Managers cache only Secrets with this label.",
    how: "Compare label and cluster name.",
    scenario: { given: "a config of cluster c1", when: "it is provisioned", then: "the label value is c1" },
  },
  "BS-004": {
    how: "Find the one owner reference with controller true.",
    scenario: {
      given: "a provisioned config",
      when: "the Secret is read",
      then: "exactly one owner reference has controller true and it designates the config, including its current uid",
    },
  },
  "BS-005": {
    explanation: "The bootstrap data is under the key value, and value is the only key.",
    how: "Keys of data.",
    scenario: {
      given: "a provisioned config",
      when: "the Secret is read",
      then: "data has the key value, with non-empty content unless bootstrapping is meant to be skipped; other keys are reported",
    },
  },
  "BS-006": {
    explanation:
      "The Secret may have the type cluster.x-k8s.io/secret, which in-tree controllers use to tell their own Secrets from those of users. The contract states the type only for control plane Secrets (CP-009).",
    how: "Informational.",
    scenario: { given: "a provisioned config", when: "the Secret is read", then: "its type is recorded" },
  },
  "BS-007": {
    explanation:
      "If a Secret with the computed name already exists for this config, data is not generated again; status is completed from it.",
    how: "Create the Secret first.",
    scenario: {
      given: "a Secret with the computed name, label and owner exists but status is empty",
      when: "the config is reconciled",
      then: "the Secret keeps its data and resourceVersion (apart from owner repair) and status is filled in",
    },
  },
  "BS-008": {
    explanation:
      "If the Secret exists without the right owner reference (restore, move) the reference is added; if it is controlled by something else the provider reports an error and does not take it over.",
    how: "Two variants.",
    scenario: {
      given: "(a) a Secret with the name and no owner, (b) one controlled by another object",
      when: "the config is reconciled",
      then: "(a) the owner reference is added, (b) the Secret is untouched and the failure shows in status",
    },
  },
  "BS-009": {
    explanation:
      "Deleting the config removes the Secret through the owner reference; the provider adds nothing that prevents it.",
    how: "Delete the config.",
    scenario: {
      given: "a provisioned config",
      when: "it is deleted with background propagation",
      then: "the Secret disappears",
    },
  },
  "BH-001": {
    explanation:
      "A config without a Machine (or supported MachinePool) owner reference is left alone. Core sets the owner from the configRef of the Machine.",
    how: "Create an orphan config.",
    scenario: {
      given: "a config without owner, or owned by a MachineSet only",
      when: "it is reconciled several times",
      then: "no Secret, no finalizer, no status flag; no error retries; when the owner appears work starts from that event",
    },
  },
  "BH-002": {
    explanation: "If failureReason or failureMessage is set the reconcile ends. The v1beta2 text drops this step.",
    how: "Preset the field.",
    scenario: {
      given: "a v1beta1 config with only failureMessage set",
      when: "it is reconciled",
      then: "nothing is generated and status is unchanged",
    },
  },
  "BH-003": {
    explanation: "If the Cluster of the config does not exist the reconcile ends without an error loop.",
    how: "Remove the Cluster.",
    scenario: {
      given: "a config with a Machine owner whose Cluster is missing",
      when: "it is reconciled, then the Cluster is created",
      then: "nothing before, and after the Cluster event the data is generated",
    },
  },
  "BH-004": {
    explanation:
      "The name is computed, the Secret is looked up, and only if it is missing data is generated and the Secret created.",
    how: "Count generator calls and Secret writes.",
    scenario: {
      given: "a config ready for generation",
      when: "it is reconciled ten times",
      then: "the generator ran once and the Secret was created once",
    },
  },
  "BH-005": {
    explanation:
      "After the Secret is there the name is set, then the flag of the contract, then the object is patched, so that a crash in between never shows the flag without the Secret.",
    how: "Kill the provider between the writes.",
    scenario: {
      given: "the provider is stopped right after creating the Secret",
      when: "it is started again",
      then: "the existing Secret is adopted, name and flag are set, nothing is generated again",
    },
  },
  "BH-006": {
    how: "Touch objects and measure.",
    scenario: {
      given: "a running provider",
      when: "an object is created, changed and deleted while watches are interrupted and resumed in between",
      then: "each change leads to a reconcile, also those made while the watch was down",
    },
  },
  "BH-007": {
    explanation:
      "Changes of the owner Machine and of the Cluster (infrastructure provisioned, control plane initialized, pause lifted) enqueue the objects they concern, so that waiting needs no polling.",
    how: "Change only the Machine or the Cluster.",
    scenario: {
      given: "an InfraMachine waiting for bootstrap data",
      when: "core sets dataSecretName on the Machine and nothing else",
      then: "the InfraMachine is reconciled within seconds",
    },
  },
  "BH-008": {
    how: "Count requests.",
    scenario: {
      given: "a settled object",
      when: "it is reconciled twenty times (resync, restart)",
      then: "its resourceVersion stays the same and no mutating call is recorded",
    },
  },
  "BH-009": {
    explanation:
      "Nothing that matters is kept in memory only; it is stored in Kubernetes objects. Runs may be parallel or on another replica.",
    how: "Restart at random points.",
    scenario: {
      given: "a provider restarted at random moments during provisioning of ten machines",
      when: "provisioning ends",
      then: "ten Secrets, ten instances, no leftovers",
    },
  },
  "BH-010": {
    how: "Delete early.",
    scenario: {
      given: "a config with a foreign finalizer, deletionTimestamp set and no Secret",
      when: "it is reconciled",
      then: "no Secret is created",
    },
  },
  "BH-011": {
    explanation:
      "The bootstrap data creates /run/cluster-api/bootstrap-success.complete after successful bootstrapping, so that infrastructure providers can detect failure. The section says must; the overview table of the current page lists it as not mandatory.",
    how: "Inspect the generated data and, where possible, run it.",
    scenario: {
      given: "generated data for a Linux machine",
      when: "its steps are executed in a sandbox, once with bootstrapping succeeding and once failing",
      then: "the file exists after success (with its directory created if needed) and does not exist after failure",
    },
  },
  "BH-012": {
    explanation: "For Windows machines the path is C:\\run\\cluster-api\\bootstrap-success.complete.",
    condition: "Windows machines are supported",
    how: "Inspect data generated for Windows.",
    scenario: {
      given: "generated data for a Windows machine",
      when: "its text is inspected",
      then: "it writes that path as the last step of success",
    },
  },
  "BH-013": {
    explanation:
      "Worker nodes may be registered with the taint node.cluster.x-k8s.io/uninitialized:NoSchedule. It keeps workloads away until core has synchronized labels from Machine to Node the first time; core removes it then. It is for workers only, never for control plane nodes, where it could block components that initialize the cluster.",
    how: "Inspect generated data for a worker and for a control plane machine.",
    scenario: {
      given: "a worker config and a control plane config",
      when: "data is generated",
      then: "if the feature is on, the worker data registers the taint and the control plane data does not; the stored config spec is not changed by it",
    },
  },
  "BH-014": {
    explanation:
      "A controller modifies its own custom resources (and Secrets it creates) and only reads others; in particular it never writes Machines or Clusters.",
    how: "Record all writes of the provider identity.",
    scenario: {
      given: "a full life cycle with an audit recorder",
      when: "all write requests of the provider are listed",
      then: "they concern only its own kinds, its Secrets, events and leases",
    },
  },
  "BH-015": {
    how: "Put a misleading phase on the Machine.",
    scenario: {
      given: "a Machine with dataSecretName set but phase Pending, Failed or a made-up value",
      when: "the InfraMachine is reconciled",
      then: "it is provisioned as usual",
    },
  },
  "BH-016": {
    explanation:
      "A bootstrap provider may hold back until the Cluster infrastructure is provisioned and, for joining machines, until the control plane is initialized. The contract does not ask for it; the in-tree kubeadm provider does, and lets only one machine initialize at a time.",
    how: "Vary the Cluster status.",
    scenario: {
      given: "two control plane configs and one worker config in a new cluster",
      when: "all are reconciled while the cluster progresses",
      then: "one init data set is generated, the others wait and get join data",
    },
  },
  "IM-001": {
    explanation: "The type has a spec and a status object.",
    how: "properties.spec and properties.status have type object in each served version.",
  },
  "IM-002": {
    explanation:
      "spec.providerID is an optional string in the schema, filled in by the provider with the identifier that the Node of this machine carries.",
    how: "Type string, not listed in spec.required.",
  },
  "IM-003": {
    explanation: "providerID is a plain string with minLength 1 and maxLength 512.",
    how: "minLength 1, maxLength at most 512.",
  },
  "IM-004": {
    explanation:
      "The value is byte for byte the spec.providerID of the Kubernetes Node, as set by kubelet or the cloud provider; core matches them exactly.",
    how: "Compare with the Node in the workload cluster.",
    scenario: {
      given: "a provisioned machine that joined",
      when: "the Node with its name is read from the workload cluster",
      then: "Node.spec.providerID equals InfraMachine spec.providerID and core sets Machine status.nodeRef",
    },
  },
  "IM-005": {
    explanation: "No two machines of a cluster share a providerID; core fails when two Nodes match.",
    how: "Collect all values.",
    scenario: { given: "twenty machines in two clusters", when: "all are provisioned", then: "all providerIDs differ" },
  },
  "IM-006": {
    explanation:
      "providerID is set no later than the flag. With the flag true and no providerID core keeps the Machine in Provisioning: v1.11 and older end the reconcile with an error, v1.12 and newer wait.",
    how: "Inspect every revision.",
    scenario: {
      given: "a recorder on all revisions",
      when: "the machine is provisioned",
      then: "no revision has the flag true and an empty providerID",
    },
  },
  "IM-007": {
    explanation:
      "If the provider has a notion of failure domains, the instance is placed in the domain named by Machine spec.failureDomain.",
    condition: "the provider has failure domains",
    how: "Ask for a domain.",
    scenario: {
      given: "a Machine with spec.failureDomain fd-2",
      when: "it is provisioned",
      then: "the instance is in fd-2; an unknown domain leads to a reported error and no instance elsewhere",
    },
  },
  "IM-008": {
    explanation:
      "status.failureDomain may show the domain where the instance really is; core (from v1.13) copies it to Machine status.failureDomain. String, minLength 1, maxLength 256.",
    how: "Static: type and bounds if declared. Dynamic: equals the real placement.",
    scenario: {
      given: "a provisioned machine in fd-2",
      when: "status is read",
      then: "status.failureDomain is fd-2 or absent",
    },
  },
  "IM-009": {
    explanation:
      "spec.failureDomain is a deprecated way to tell core the domain; core writes it to Machine spec.failureDomain.",
    how: "If declared, type string; deprecation notice.",
  },
  "IM-010": {
    explanation:
      "Do not declare or write spec.failureDomain any more. Core still reads it whatever the contract label says, overwrites Machine spec.failureDomain with it, and an empty string wipes the value chosen by the user.",
    how: "Static: warn if declared in a version selected for v1beta2. Dynamic: never written, never empty.",
    scenario: {
      given: "a Machine with spec.failureDomain fd-1",
      when: "it is provisioned by core and provider",
      then: "Machine spec.failureDomain is still fd-1",
    },
  },
  "IM-011": {
    explanation:
      "Machine addresses may be surfaced; if so in status.addresses as a list of objects with type and address.",
    how: "If declared: array of objects with string type and address.",
  },
  "IM-012": {
    explanation:
      "type is one of Hostname, ExternalIP, InternalIP, ExternalDNS, InternalDNS; address is non-empty, up to 256 characters; up to 256 entries. Core copies the list unchecked into the Machine, where the API server rejects the whole status update on a bad entry, so one bad address freezes the Machine.",
    condition: "addresses are surfaced",
    how: "Static: enum on type (warning if missing); bounds of address and of the list (note if missing). Dynamic: validate observed lists.",
    scenario: {
      given: "a provisioned machine",
      when: "status.addresses is read",
      then: "all entries satisfy the rule",
    },
  },
  "IM-013": {
    explanation: "status.ready is a boolean that turns true when the infrastructure of the machine is provisioned.",
    how: "Static: type boolean. Dynamic: see scenario.",
    scenario: {
      given: "an InfraMachine with all prerequisites",
      when: "it is reconciled until idle",
      then: "status.ready is true and the instance exists",
    },
  },
  "IM-014": {
    explanation:
      "status.initialization.provisioned is a boolean that turns true when the infrastructure of the machine is fully provisioned. The workflow section of the page spells it status.infrastructure.provisioned; that is a slip, core reads status.initialization.provisioned.",
    how: "Static: type boolean, optional, initialization has minProperties 1 (warning if not); error if only status.infrastructure.provisioned is declared. Dynamic: see scenario.",
    scenario: {
      given: "an InfraMachine with all prerequisites",
      when: "it is reconciled until idle",
      then: "the flag is true and the instance exists",
    },
  },
  "IM-015": {
    explanation:
      "The flag is not turned back later; core ignores a return to false but keeps taking over changed providerID, addresses and failure domain.",
    how: "Break the instance later.",
    scenario: {
      given: "a provisioned machine",
      when: "its instance is stopped outside",
      then: "the flag stays true and the Ready condition turns False",
    },
  },
  "IM-016": {
    explanation:
      "As BC-007 to BC-009: optional strings failureReason and failureMessage, set for unrecoverable failures of the infrastructure only.",
    how: "As BC-007 to BC-009.",
    scenario: {
      given: "an InfraMachine",
      when: "first a transient, then a fatal infrastructure error occurs",
      then: "the fields are set only after the fatal one and reconciliation then ends",
    },
  },
  "IM-017": {
    explanation: "As BC-010: use conditions.",
    how: "Warn when failureReason or failureMessage is declared at top level of status in a version selected for v1beta2.",
  },
  "IM-018": {
    explanation:
      "If the provider takes part in in-place updates, its controller ignores in-place changes or coordinates them with the Update Extension; fields are immutable, mutable, or written back by the provider (such as providerID); validation admits mutable ones. Templates are not concerned.",
    condition: "in-place updates are supported",
    how: "Change a mutable field.",
    scenario: {
      given: "a provisioned machine",
      when: "a field declared mutable is changed",
      then: "the change is admitted and the provider does not replace or reconfigure the instance by itself",
    },
  },
  "IM-019": {
    explanation:
      "status.interruptible, a boolean, may be true for spot instances; core then labels the Node cluster.x-k8s.io/interruptible. It is read by core but described only in a proposal.",
    how: "If declared, type boolean.",
  },
  "IB-001": {
    explanation:
      "An InfraMachine without Machine owner is left alone. The page of InfraMachinePools has no workflow of its own; what it says of InfraMachines here and in the rules after holds of them with the MachinePool in the Machine's place.",
    how: "Create an orphan.",
    scenario: {
      given: "an InfraMachine without owner",
      when: "it is reconciled",
      then: "no infrastructure call, no finalizer",
    },
  },
  "IB-002": {
    explanation: "If failureReason or failureMessage is set the reconcile ends. Dropped in v1beta2.",
    how: "Preset the field.",
    scenario: {
      given: "a v1beta1 InfraMachine with failureReason set",
      when: "it is reconciled",
      then: "no infrastructure call",
    },
  },
  "IB-003": {
    how: "Remove the Cluster.",
    scenario: {
      given: "an InfraMachine whose Cluster is missing",
      when: "it is reconciled, then the Cluster appears",
      then: "nothing, then normal progress",
    },
  },
  "IB-004": {
    condition: "deletion needs clean-up",
    how: "Order of calls.",
    scenario: {
      given: "an InfraMachine ready for provisioning",
      when: "requests are recorded",
      then: "the finalizer is stored before the first create call outside",
    },
  },
  "IB-005": {
    explanation:
      "Nothing is created until the Cluster infrastructure is provisioned: status.infrastructureReady in v1beta1 Clusters, status.initialization.infrastructureProvisioned in v1beta2 ones. The current page still prints the old name. The check comes after owner references are updated and never blocks deletion.",
    how: "Hold the Cluster back.",
    scenario: {
      given: "a Cluster that is not provisioned",
      when: "an InfraMachine is reconciled, then deleted",
      then: "no instance is created and deletion completes",
    },
  },
  "IB-006": {
    explanation:
      "Nothing is created while Machine spec.bootstrap.dataSecretName is absent. Absent and empty differ: the field may be an empty string, which in the original proposal means that no bootstrap step is wanted.",
    how: "Hold it back.",
    scenario: {
      given: "Machines with dataSecretName absent, empty and set",
      when: "their InfraMachines are reconciled",
      then: "no instance for the first; for the second an instance without user data or a clear refusal, as the provider documents; for the third an instance with the data",
    },
  },
  "IB-007": {
    how: "Compare.",
    scenario: {
      given: "a Machine with dataSecretName s",
      when: "it is provisioned",
      then: "the instance received exactly the bytes of s, key value",
    },
  },
  "IB-008": {
    how: "See IM-006.",
    scenario: {
      given: "a successful provisioning",
      when: "the final state is read",
      then: "all required fields are set",
    },
  },
  "IB-009": {
    how: "If implemented.",
    scenario: {
      given: "a control plane machine",
      when: "it is provisioned and deleted",
      then: "it appears in and disappears from the load balancer",
    },
  },
  "IB-010": {
    explanation:
      "On deletion with a Machine owner the instance is removed; errors keep the finalizer and are retried; when all is gone the finalizer is removed.",
    how: "Delete with injected errors.",
    scenario: {
      given: "a provisioned machine and an infrastructure API that fails twice",
      when: "the InfraMachine is deleted",
      then: "the object stays while the instance exists and goes once it is gone",
    },
  },
  "IB-011": {
    explanation: "Without a Machine owner only the finalizer is removed.",
    how: "Delete an orphan.",
    scenario: { given: "an InfraMachine with finalizer and no owner", when: "it is deleted", then: "it disappears" },
  },
  "IB-012": {
    how: "Delete in each waiting state.",
    scenario: { given: "machines stuck in each waiting state", when: "they are deleted", then: "all disappear" },
  },
  "IB-013": {
    how: "If implemented.",
    scenario: {
      given: "an instance that boots without ever writing the file",
      when: "the time limit passes",
      then: "a condition reports the failed bootstrap",
    },
  },
  "IB-014": {
    explanation:
      "Bootstrap data often sits in instance metadata and holds secrets. It is protected there or removed right after bootstrapping, and never logged.",
    how: "Search logs, events and status.",
    scenario: {
      given: "bootstrap data containing a marker string",
      when: "a machine is provisioned with verbose logging",
      then: "the marker appears in no log line, event, condition or annotation",
    },
  },
  "IB-015": {
    how: "Compare names.",
    scenario: {
      given: "a machine m1",
      when: "it is provisioned",
      then: "the name of the instance contains m1 or a documented derivation",
    },
  },
  "IB-016": {
    condition: "the infrastructure supports tags or an equivalent",
    how: "Rename.",
    scenario: {
      given: "a provisioned instance whose display name is changed outside",
      when: "it is reconciled and deleted",
      then: "the same instance is recognized; no second one is created",
    },
  },
  "IC-001": {
    explanation: "The type has a spec and a status object.",
    how: "properties.spec and properties.status have type object.",
  },
  "IC-002": {
    explanation:
      "A provider responsible for the control plane endpoint reports host and port in spec.controlPlaneEndpoint. Core copies it to the Cluster together with the flag, and only while the Cluster has no complete endpoint of its own.",
    condition: "the endpoint is not given by the user or the control plane provider",
    how: "Static: object with string host and integer port. Dynamic: see scenario.",
    scenario: {
      given: "a Cluster without endpoint",
      when: "the InfraCluster is provisioned",
      then: "host and port are set no later than the flag",
    },
  },
  "IC-003": {
    explanation:
      "controlPlaneEndpoint, host and port are optional; the object has minProperties 1, host minLength 1 and maxLength 512, port 1 to 65535.",
    how: "As stated; error if the endpoint, host or port is required (breaks users who leave it to the provider).",
  },
  "IC-004": {
    explanation:
      'The v1beta1 text shows host and port as always present (zero values "" and 0 when unset); since v1.12 providers are advised to make them optional. Zero values are treated as unset by the topology controller.',
    how: "Warn if host or port is listed as required.",
  },
  "IC-005": {
    condition: "the provider is not responsible for the endpoint",
    how: "Withhold it.",
    scenario: {
      given: "a Cluster without endpoint and a provider that does not make one",
      when: "it is reconciled; later the endpoint is set",
      then: "it waits without error, then proceeds",
    },
  },
  "IC-006": {
    explanation:
      "status.failureDomains is a map from a unique name to an object with controlPlane (boolean) and attributes (string map).",
    condition: "the provider has failure domains",
    how: "Type object with additionalProperties; not an array, not an object without them.",
  },
  "IC-007": {
    explanation:
      "status.failureDomains is a list of objects with name (unique), controlPlane (boolean, optional) and attributes (string map); list type map with key name, 1 to 100 items.",
    condition: "the provider has failure domains",
    how: "Type array; x-kubernetes-list-type map and list-map-keys [name] (warning if missing); minItems 1, maxItems 100.",
  },
  "IC-008": {
    explanation:
      "Map and list are not interchangeable: the wrong shape for the contract selected by the label makes the Cluster reconcile fail.",
    condition: "the provider has failure domains",
    how: "Static: shape of the version selected by AR-011. Dynamic: observed values.",
    scenario: {
      given: "a provisioned InfraCluster",
      when: "status.failureDomains is read at the selected version",
      then: "it is a map for v1beta1 and a list for v1beta2",
    },
  },
  "IC-009": {
    explanation: "status.ready is a boolean that turns true when the cluster infrastructure is provisioned.",
    how: "Static: type boolean. Dynamic: see scenario.",
    scenario: {
      given: "an InfraCluster with Cluster owner",
      when: "it is reconciled until idle",
      then: "status.ready is true",
    },
  },
  "IC-010": {
    explanation:
      "status.initialization.provisioned is a boolean that turns true when the cluster infrastructure is fully provisioned. The workflow section misspells it status.infrastructure.provisioned.",
    how: "Static: type boolean, optional, initialization minProperties 1 (warning). Dynamic: see scenario.",
    scenario: {
      given: "an InfraCluster with Cluster owner",
      when: "it is reconciled until idle",
      then: "the flag is true",
    },
  },
  "IC-011": {
    explanation:
      "controlPlaneEndpoint and failureDomains are set no later than the flag, since core takes them over at the same time. An endpoint with only host or only port counts as not set.",
    how: "Inspect revisions.",
    scenario: {
      given: "a recorder on all revisions",
      when: "the InfraCluster is provisioned",
      then: "when the flag first is true host and port are both set (if the provider makes the endpoint) and the domain list is complete",
    },
  },
  "IC-012": {
    explanation:
      "Optional strings failureReason and failureMessage as in BC-007 to BC-009. v1beta1 core shows them on the Cluster; the Cluster must then be recreated.",
    how: "If present, type string and optional.",
  },
  "IC-013": {
    explanation: "As BC-010: use conditions; core copies old fields only to Cluster status.deprecated.v1beta1.",
    how: "Warn as in BC-010.",
  },
  "IC-014": {
    explanation:
      "An InfraCluster marked with cluster.x-k8s.io/managed-by (any value) is skipped: no reconcile, no write to it or its status. The page calls the mark a label; proposal, reference and Go code use an annotation.",
    how: "Mark by annotation; also by label.",
    scenario: {
      given: "an InfraCluster with the annotation and a Cluster owner",
      when: "it is created, changed and deleted",
      then: "the provider sends no write for it; with only a label of that name it is reconciled as usual and a warning is given",
    },
  },
  "IC-015": {
    explanation:
      "Once set the mark cannot be removed: admission refuses turning an externally managed InfraCluster into a managed one. The other direction is allowed.",
    condition: "the provider supports the mark and runs webhooks",
    how: "Update the annotation.",
    scenario: { given: "a marked InfraCluster", when: "an update drops the annotation", then: "admission refuses it" },
  },
  "IC-016": {
    explanation:
      "The manager of the infrastructure fulfills the rules for endpoint, failure domains, initialization and failures on the InfraCluster.",
    how: "Checker runs the InfraCluster rules against the external writer.",
    scenario: {
      given: "an externally managed InfraCluster",
      when: "its manager completes it",
      then: "IC-002 and IC-006 to IC-011 hold",
    },
  },
  "IC-017": {
    explanation: "Without Cluster owner the reconcile ends; core sets the owner from Cluster spec.infrastructureRef.",
    how: "Create an orphan.",
    scenario: { given: "an InfraCluster without owner", when: "it is reconciled", then: "nothing happens" },
  },
  "IC-018": {
    explanation:
      "The Cluster owner is found by kind and group. Since core v1.13 it has controller true only for Clusters with a managed topology; older cores always set it.",
    how: "Own it without controller flag.",
    scenario: {
      given: "an InfraCluster with a Cluster owner whose controller is false",
      when: "it is reconciled",
      then: "it is provisioned",
    },
  },
  "IC-019": {
    explanation:
      "Order of a normal reconcile: finalizer if needed; infrastructure (errors end the reconcile); endpoint if a load balancer was made; flag; failure domains; patch.",
    how: "Order of calls.",
    scenario: {
      given: "an InfraCluster with owner",
      when: "requests are recorded",
      then: "the finalizer is stored before the first create call outside, and the flag comes last or together",
    },
  },
  "IC-020": {
    explanation:
      "With Cluster owner the infrastructure is removed, errors keep the finalizer; then, or without owner, the finalizer is removed.",
    how: "Delete with errors and without owner.",
    scenario: {
      given: "a provisioned InfraCluster, and one without owner",
      when: "both are deleted while the infrastructure API fails once",
      then: "both disappear, the first only after its infrastructure is gone",
    },
  },
  "IC-021": {
    explanation:
      "Cluster infrastructure is not torn down under machines: core deletes the InfraCluster only after control plane and machines are gone, and the provider copes with a deletion request while its machines still exist.",
    how: "Delete early.",
    scenario: {
      given: "an InfraCluster deleted by hand while machines exist",
      when: "it is reconciled",
      then: "machine deletion still works afterwards",
    },
  },
  "ICT-001": {
    explanation: "An InfraClusterTemplate exists; it is mandatory for ClusterClass.",
    how: "CRD with kind <InfraCluster>Template in the bundle.",
  },
  "RB-001": {
    explanation:
      "The role of the provider allows get, list, watch and update or patch on the types it defines, and update or patch on their status subresource. Create and delete are needed only for kinds that it makes itself. For template kinds that it only reads or migrates fewer verbs are enough.",
    how: "Union of the rules of all (Cluster)Roles bound to the manager ServiceAccount covers these verbs for each main plural of the bundle; without create or delete, a note.",
  },
  "RB-002": {
    explanation:
      "A bootstrap provider has the same verbs on Secrets. Delete is needed to adopt a Secret (BS-007) where the admission plugin OwnerReferencesPermissionEnforcement is on, as on OpenShift.",
    condition: "bootstrap provider",
    how: "Rules cover secrets in the core group with get, list, watch, create, update, patch, delete.",
  },
  "RB-003": {
    explanation: "Clusters (and clusters/status) are read with get, list, watch and nothing more.",
    how: "Rules for clusters in cluster.x-k8s.io have exactly these verbs; any write verb is a finding (except clusters/finalizers, RB-008).",
  },
  "RB-004": {
    explanation:
      "Machine level providers read Machines (and machines/status) with get, list, watch and nothing more. A provider of machine pools may write MachinePools (MP-010), and delete Machines if its pools have MachinePool Machines (MP-005). A provider of control planes that consist of Machines writes Machines (CP-006).",
    how: "As RB-003 for machines; machinesets and machinepools likewise if listed.",
  },
  "RB-005": {
    explanation:
      'If the API group is not one core is granted by default (bootstrap., controlplane., infrastructure. and addons. under cluster.x-k8s.io), the bundle has a ClusterRole with the label cluster.x-k8s.io/aggregate-to-manager set to "true" that gives core create, delete, get, list, patch, update and watch on the main and template kinds. Core needs to write because it sets owners and labels, clones templates and deletes clones. The v1.8 page words this as adding rules to the manager-role role; the label is the way to do so.',
    how: "For each non-default group of the bundle: one or more ClusterRoles with that label, value the string true, whose rules cover the plurals with all seven verbs.",
  },
  "RB-006": {
    explanation:
      "resources in that role are the plurals of the CRDs. The example in the bootstrap page uses a singular (fooconfig) and would grant nothing.",
    how: "Every resource in the aggregated rules is a plural of a CRD in the bundle (or *); every contract CRD plural is covered.",
  },
  "RB-007": {
    explanation:
      "For InfraClusterTemplates and ControlPlaneTemplates get, list, patch, update and watch are enough in the documented examples; create and delete may be left out. Clusters with a managed topology need create and delete on the main kinds.",
    how: "Accept the reduced verbs for these two kinds.",
  },
  "RB-008": {
    explanation:
      "Where the admission plugin OwnerReferencesPermissionEnforcement is on, a client that sets an owner reference with blockOwnerDeletion needs update on the finalizers subresource of the owner. The provider needs it for the owners it sets (for example <plural>/finalizers for its own kinds as owners of Secrets); core needs it for owners it sets.",
    condition: "owner references with blockOwnerDeletion are set",
    how: "For each kind the provider uses as blocking owner: a rule with update on <plural>/finalizers in its own role.",
  },
  "RB-009": {
    explanation:
      "A provider that resolves v1beta2 references (apiGroup, kind, name without version) itself has get, list and watch on customresourcedefinitions.",
    condition: "the provider resolves references by contract label",
    how: "Rule present if the option is on.",
  },
  "RB-010": {
    explanation: "create and patch on events; leases in its own namespace for leader election.",
    how: "Rules present: create and patch on events; get, create and update on leases through a namespaced Role.",
  },
  "RB-011": {
    explanation:
      "No wildcard verbs, groups or resources; no write access to Machines, Clusters or nodes of the management cluster (to MachinePools only for a provider of machine pools, MP-010, and to delete Machines only for one of MachinePool Machines, MP-005). A provider of control planes that consist of Machines (CP-006) writes Machines, and any resource of the infrastructure group; credentials for infrastructure are least privileged and their namespace is closed to others.",
    how: "Report * in apiGroups, resources or verbs of roles bound to the manager, and write verbs on cluster.x-k8s.io kinds, MachinePools apart if the bundle has an InfraMachinePool, and the deletion of Machines if that declares status.infrastructureMachineKind. If a ControlPlane declares spec.machineTemplate, Machines and the resources of infrastructure.cluster.x-k8s.io are not reported.",
  },
  "RB-012": {
    explanation:
      "The ServiceAccount of the Deployment is the subject of the bindings, and bindings name existing roles. Aggregated roles need no binding. The account default is in every namespace.",
    how: "Resolve Deployment -> serviceAccountName -> bindings -> roles inside the bundle. An account that is missing is a warning if the binding has another subject.",
  },
  "RB-013": {
    explanation:
      "For a manager restricted to one namespace the rules on namespaced kinds are available as a Role example instead of a ClusterRole. The proposal promises such examples.",
    how: "Dynamic: run with --namespace a and a Role in a only.",
    scenario: {
      given: "a manager with --namespace a and a Role in a, no ClusterRole on namespaced kinds",
      when: "objects are created in a and b",
      then: "those in a are served, no request for b or all namespaces is sent, no forbidden error loops",
    },
  },
  "RB-014": {
    explanation:
      "A provider that migrates storage versions itself has update and patch on its own CRDs and their status (by resourceNames) and get, list, watch, patch, update on its kinds. A client that may change all CRDs may break every kind of the cluster; create and deletecollection cannot be limited by resourceNames at all.",
    how: "Every verb that changes customresourcedefinitions or their status (create, update, patch, delete, deletecollection, *) comes with resourceNames; create and deletecollection are reported even with them.",
  },
  "PC-001": {
    explanation: "All objects needed to install the provider (CRDs, controller, RBAC, webhooks) are in one YAML file.",
    how: "Parse all documents; contract CRDs, Deployment, ServiceAccount, roles and bindings are inside; no reference to a Secret, ServiceAccount or role outside (warning).",
  },
  "PC-002": {
    explanation:
      "infrastructure-components.yaml, bootstrap-components.yaml, control-plane-components.yaml, ipam-components.yaml, runtime-extension-components.yaml or addon-components.yaml.",
    how: "Name matches the provider type.",
  },
  "PC-003": {
    explanation:
      "More than one Namespace object makes clusterctl abort. Exactly one is recommended; without one the user must pass a target namespace.",
    how: "Count Namespace objects: error above 1, warning at 0.",
  },
  "PC-004": {
    explanation: "Every namespaced object belongs to the target namespace.",
    how: "metadata.namespace of each namespaced object equals the name of the Namespace object (clusterctl rewrites it, but references in strings are not all rewritten).",
  },
  "PC-005": {
    explanation:
      "clusterctl decides from a fixed list of kinds what is cluster scoped; any other kind gets a namespace forced on it. The list: Namespace, Node, PersistentVolume, PodSecurityPolicy, CertificateSigningRequest, ClusterRole, ClusterRoleBinding, VolumeAttachment, StorageClass, CSIDriver, CSINode, ValidatingWebhookConfiguration, MutatingWebhookConfiguration, CustomResourceDefinition, PriorityClass, RuntimeClass. Avoid other cluster scoped kinds (such as admission policies or cluster issuers) in the file.",
    how: "Warn on known cluster scoped kinds outside the list.",
  },
  "PC-006": { explanation: "The controller runs in a Deployment.", how: "At least one Deployment." },
  "PC-007": {
    explanation: "The container with the controller binary is named manager.",
    how: "The Deployment has a container with that name.",
  },
  "PC-008": {
    explanation:
      "The manager accepts --namespace; given, it looks at objects of that namespace only; empty or absent, at all. clusterctl installs with all namespaces. The contract pages for the kinds say should, the clusterctl page and the page on several instances say must.",
    how: "Static: args do not restrict the namespace in the released file. Dynamic: see scenario.",
    scenario: {
      given: "a manager started with --namespace a",
      when: "objects are created in a and b",
      then: "only those in a are reconciled; started without the flag or with an empty value, both are",
    },
  },
  "PC-009": {
    explanation:
      "The manager accepts --watch-filter; given value v, only objects with the label cluster.x-k8s.io/watch-filter equal to v lead to reconciles; empty, all do. The page on several instances says must.",
    how: "See scenario.",
    scenario: {
      given: "a manager started with --watch-filter blue",
      when: "objects without the label, with green and with blue are created",
      then: "only the blue one is reconciled",
    },
  },
  "PC-010": {
    explanation:
      "The proposal promises to restrict a manager to a single namespace, to namespaces by prefix, or to a list, through flags. Core offers only the single namespace. An SDK flag for prefix and list is an extension and must keep PC-008 intact.",
    how: "See scenario.",
    scenario: {
      given: "managers restricted to prefix team- and to the list a,b",
      when: "objects are created in team-1, a, b and c",
      then: "each manager serves exactly its namespaces, including ones created later that match the prefix",
    },
  },
  "PC-011": {
    explanation: "Images are given with full canonical names, including the host part.",
    how: "Image reference of every container, init containers included, has a host, a path and a tag or digest.",
  },
  "PC-012": {
    explanation:
      "Variables have the form ${VAR}, with defaults as ${VAR:=x}, ${VAR=x} or ${VAR:-x}; names start with the provider name; spaces inside the braces are tolerated; nested dollar signs are not. Each is documented.",
    how: "Parse variables; warn on names without prefix and on unsupported forms; compare with the documented list.",
  },
  "PC-013": {
    explanation:
      "All components carry cluster.x-k8s.io/provider with <type>-<name>: bootstrap-x, infrastructure-x, control-plane-x, ipam-x, runtime-extension-x, addon-x. (The table in the page shows runtime-extensions-x; the code makes runtime-extension-x.)",
    how: "Label on every object, one value throughout, prefix fits the type.",
  },
  "PC-014": {
    explanation:
      "The name is lower case, made of letters, digits and dashes with a letter or digit at both ends (clusterctl checks for a DNS-1123 subdomain), and should not exceed 63 characters; cluster-api is reserved for core. Providers outside the SIG that want to be on the built-in list prefix it with their organization.",
    how: "Check the configured name.",
  },
  "PC-015": {
    explanation:
      "clusterctl refuses a bundle with a CRD whose name differs from CalculateCRDName unless the CRD has the annotation clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check. Only kinds that core never references may use it.",
    how: "For every CRD of the bundle: name is as computed, or the annotation is present and the kind is not a contract kind.",
  },
  "PC-016": {
    explanation:
      "Service namespaces in webhook configurations and CRD conversion, the cert-manager.io/inject-ca-from annotation (exactly namespace/name) and DNS names of Certificates point to the target namespace; clusterctl rewrites these and fails on another form of the annotation.",
    how: "Check the forms and that they name objects of the bundle; a DNS name <service>.<namespace>.svc of a Certificate likewise. The Certificate whose CA is injected has the DNS name of each Service that is called with it.",
  },
  "PC-017": {
    explanation:
      "clusterctl adds its labels to every object and sets namespaces and role binding subjects; the bundle works after that.",
    how: "Apply the transformations to a copy and run the checks again.",
  },
  "PC-018": {
    explanation:
      "A management cluster has one instance of a provider; clusterctl refuses a second. Running several by other means is at the risk of the user.",
    how: "Review of the installation notes.",
  },
  "PC-019": {
    condition: "infrastructure provider with credentials",
    how: "Two clusters, two credentials.",
    scenario: {
      given: "two clusters with different credentials",
      when: "machines are created in both",
      then: "each call uses the credentials of its cluster",
    },
  },
  "CT-001": {
    explanation:
      "A release offers the metadata file and the components file; cluster templates should, ClusterClass definitions may be there too, all in the same place.",
    how: "Files present in the release directory.",
  },
  "CT-002": {
    explanation: "Release tags or version directories are valid semantic versions (v1.2.3).",
    how: "Check names.",
  },
  "CT-003": {
    explanation: "A local repository is <base>/<provider label>/<version>/<files>, the label being that of PC-013.",
    how: "Check the layout that the packaging step writes.",
  },
  "CT-004": { explanation: "apiVersion is clusterctl.cluster.x-k8s.io/v1alpha3.", how: "Equality." },
  "CT-005": {
    explanation: "kind is Metadata. The code accepts an empty kind; write it anyway.",
    how: "Equality; error if different or missing.",
  },
  "CT-006": {
    explanation: "releaseSeries has at least one entry with major, minor and contract.",
    how: "Length and fields.",
  },
  "CT-007": {
    explanation: "The series of the version being released is listed; otherwise init and upgrade fail.",
    how: "Match major and minor of the version.",
  },
  "CT-008": {
    explanation:
      "The contract is the one of core or one it is compatible with: today v1beta2 or, until the announced end (release v1.16, about April 2027), v1beta1.",
    how: "contract in {v1beta2, v1beta1}; warning for v1beta1.",
  },
  "CT-009": {
    explanation:
      "Templates are named cluster-template.yaml and cluster-template-<flavor>.yaml and lie next to the components file; their list is documented.",
    condition: "templates are published",
    how: "Names.",
  },
  "CT-010": {
    explanation: "A template assumes its namespace exists and puts all objects into one namespace.",
    condition: "templates are published",
    how: "No Namespace object; metadata.namespace is ${NAMESPACE} or absent on all objects.",
  },
  "CT-011": {
    explanation:
      "Templates use CLUSTER_NAME, NAMESPACE, KUBERNETES_VERSION, CONTROL_PLANE_MACHINE_COUNT and WORKER_MACHINE_COUNT.",
    condition: "templates are published",
    how: "Variables used where the values belong.",
  },
  "CT-012": {
    explanation: "A template contains all objects needed for the cluster, with no link to external objects.",
    condition: "templates are published",
    how: "Every reference inside resolves inside (kind, name).",
  },
  "CT-013": {
    explanation:
      "ClusterClass definitions are named clusterclass-<name>.yaml next to the components file, name being that of the class.",
    condition: "ClusterClasses are published",
    how: "Name and content agree.",
  },
  "CT-014": {
    explanation:
      "The namespace is assumed to exist; references and objects name no namespace; no environment variables; no object is shared by two definitions.",
    condition: "ClusterClasses are published",
    how: "Check each point, the namespaces of references included.",
  },
  "CT-015": {
    explanation:
      "Every provider object is linked through owner references, directly or through others, to the Cluster. Core does it for the objects it references; the provider does it for the rest (secondary kinds, Secrets, address claims).",
    how: "Walk the chain.",
    scenario: {
      given: "a running cluster",
      when: "all objects of kinds and Secrets made by the provider are listed",
      then: "from each a chain of owner references leads to the Cluster",
    },
  },
  "CT-016": {
    explanation:
      "Objects that must move but are not linked to a Cluster (global identities and their Secrets) or their CRDs have the label clusterctl.cluster.x-k8s.io/move or move-hierarchy. Everything else is documented for manual moving.",
    condition: "such objects exist",
    how: "CRDs declared as identity kinds have one of the labels.",
  },
  "CT-017": {
    explanation:
      "After pause, copy of spec and metadata with new UIDs and rebuilt owner references, deletion at the source with finalizers stripped, and resume, the provider continues at the target without creating or destroying infrastructure on either side.",
    how: "Run a move between two API servers.",
    scenario: {
      given: "a provisioned cluster managed by instance A and an empty target with instance B",
      when: "the objects are moved",
      then: "the infrastructure sees no create or delete call; B reports the same status; bootstrap Secrets and their owners are intact",
    },
  },
  "CT-018": {
    explanation:
      "If pausing needs extra work the provider puts clusterctl.cluster.x-k8s.io/block-move on an object as long as the work lasts (any value blocks) and removes it then.",
    how: "If implemented.",
    scenario: {
      given: "an object with a running operation",
      when: "the Cluster is paused",
      then: "the annotation is set at once and removed when the operation has ended",
    },
  },
  "CT-019": {
    explanation:
      "During move, source objects get the annotation clusterctl.cluster.x-k8s.io/delete-for-move, are deleted and lose their finalizers while the Cluster is paused. Admission does not refuse this, and the controller does not treat it as a wish to delete infrastructure.",
    how: "Imitate it.",
    scenario: {
      given: "a paused, provisioned InfraMachine",
      when: "the annotation is added, the object is deleted, finalizers are removed by a third party",
      then: "no infrastructure delete call is made",
    },
  },
  "CT-020": {
    explanation: "As BC-020: status is never restored by a move.",
    how: "See BC-020.",
    scenario: { given: "as BC-020", when: "as BC-020", then: "as BC-020" },
  },
  "CT-021": {
    explanation:
      "A GitLab generic package may serve as repository: the URL has the form of the API path projects/<id or escaped path>/packages/generic/<name>/<version>/<file> on a host whose name starts with gitlab., all files are in one package version, and the version of an upgrade must be given explicitly.",
    how: "URL form if configured.",
  },
  "CT-022": {
    explanation:
      "A template that uses a ClusterClass may let the user choose its namespace through an optional variable with an empty default.",
    condition: "ClusterClasses are published",
    how: "Informational.",
  },
  "CT-023": { how: "Compare the lists that the checker extracts with the documentation." },
  "CT-024": {
    explanation:
      "clusterctl replaces the variables of components files, cluster templates and ClusterClasses by the grammar of drone/envsubst and parses the result. It installs or generates nothing from a file that fails either.",
    how: "Substitute the variables, with placeholders where they have no default, and parse the YAML.",
  },
  "SE-001": { condition: "infrastructure provider", how: "Review." },
  "SE-002": {
    condition: "infrastructure provider",
    how: "Burst.",
    scenario: {
      given: "two hundred InfraMachines created at once",
      when: "they are reconciled",
      then: "the rate of create calls stays under the configured limit and all are served in the end",
    },
  },
  "SE-003": {
    condition: "infrastructure provider",
    how: "Leave an orphan.",
    scenario: {
      given: "an instance tagged for a cluster that is gone",
      when: "the time passes",
      then: "it is removed or reported",
    },
  },
  "SE-004": { how: "Review." },
  "BP-001": {
    explanation:
      "Logs are structured, can be written as JSON, and every line of a reconcile carries the object, its owners and its Cluster under keys named like the kinds.",
    how: "Run with JSON logs.",
    scenario: {
      given: "a provider with JSON logging",
      when: "a machine is provisioned",
      then: "each line parses as JSON and has the key of the object and, once known, Machine and Cluster",
    },
  },
  "BP-002": {
    explanation: "A tilt-provider.yaml (or .json) lets the provider join the development environment of core.",
    how: "File parses if present.",
  },
  "BP-003": {
    how: "Create each waiting and error state.",
    scenario: {
      given: "objects stuck in each waiting and error state",
      when: "only objects and events are read",
      then: "the cause and the object waited for can be named",
    },
  },
  "CP-001": {
    explanation: "AR-001 to AR-020 hold for ControlPlane and its list; ControlPlaneTemplate is for ClusterClass.",
    how: "As AR rules.",
  },
  "CP-002": {
    explanation:
      "v1beta1: status.initialized. v1beta2: status.initialization.controlPlaneInitialized. True when the control plane accepts requests.",
    how: "Static: type boolean at the path of the contract. Dynamic: see scenario.",
    scenario: {
      given: "a ControlPlane with Cluster owner",
      when: "it is reconciled until idle",
      then: "the flag is true, and stays so",
    },
  },
  "CP-003": {
    explanation:
      "As IC-002 to IC-004 if the control plane provider makes the endpoint; otherwise wait for it. Core copies it to the Cluster once the flag is set, and only while the Cluster has no complete endpoint of its own.",
    condition: "the endpoint is not provided by other means",
    how: "Static: as IC-002 to IC-004. Dynamic: see scenario.",
    scenario: {
      given: "a Cluster without endpoint",
      when: "the ControlPlane is initialized",
      then: "host and port are set no later than the flag",
    },
  },
  "CP-004": {
    explanation:
      "spec.replicas, status.selector, status.replicas and the scale subresource. v1beta2: status.readyReplicas, availableReplicas, upToDateReplicas; v1beta1: readyReplicas, updatedReplicas, unavailableReplicas with other meaning. All are set once the control plane is initialized, and 0 or more.",
    condition: "replicas exist",
    how: "Static: fields and scale paths. Dynamic: see scenario.",
    scenario: {
      given: "a ControlPlane with replicas",
      when: "it is initialized",
      then: "the selector and every counter of the contract are set, and no counter is negative",
    },
  },
  "CP-005": {
    explanation:
      "spec.version (semantic version with v) and at least one of status.versions (ordered from old to new, with replicas) or the deprecated status.version.",
    condition: "the version is managed",
    how: "Static: fields. Dynamic: see scenario.",
    scenario: {
      given: "a ControlPlane with spec.version",
      when: "it is initialized",
      then: "status has the versions in use, older ones first, each a semantic version; status.version is the oldest",
    },
  },
  "CP-006": {
    explanation:
      "Label cluster.x-k8s.io/control-plane on Machines; spec.machineTemplate with metadata; infrastructureRef and timeouts: v1beta2 under machineTemplate.spec (seconds as integers), v1beta1 directly under machineTemplate (durations).",
    condition: "machines are used",
    how: "Static: paths per contract, unless spec.machineTemplate is missing or without fields, as of a control plane without Machines. Dynamic: see scenario.",
    scenario: {
      given: "a Cluster whose control plane consists of Machines",
      when: "the ControlPlane is initialized",
      then: "it controls Machines with the labels of control planes and of the Cluster, cloned from its template",
    },
  },
  "CP-007": {
    explanation:
      "Available is mirrored to Cluster ControlPlaneAvailable; RollingOut, ScalingUp and ScalingDown are aggregated.",
    how: "Static: as BC-011. Dynamic: see scenario.",
    scenario: {
      given: "a ControlPlane with Cluster owner",
      when: "it is initialized",
      then: "it has a condition Available with a status and a reason",
    },
  },
  "CP-008": {
    explanation:
      "A Secret <cluster>-kubeconfig in the namespace of the Cluster, type cluster.x-k8s.io/secret, label with the cluster name, kubeconfig under value; client certificates short lived and renewed.",
    how: "Read it.",
    scenario: {
      given: "an initialized control plane",
      when: "the Secret is read",
      then: "all properties hold and the kubeconfig works",
    },
  },
  "CP-009": {
    explanation: "Secrets <cluster>-ca, -etcd, -proxy, -sa with the same type and label.",
    how: "Read them.",
    scenario: {
      given: "a kubeadm style control plane",
      when: "Secrets are listed",
      then: "they exist with type and label",
    },
  },
  "CP-010": {
    explanation:
      "Machines are spread over failure domains fit for control planes; labels, annotations and timeouts are propagated in place without rollout.",
    how: "Observe.",
    scenario: {
      given: "three replicas and three suitable domains",
      when: "they are provisioned",
      then: "one per domain",
    },
  },
  "CP-011": {
    explanation:
      "Optional strings failureReason and failureMessage as in BC-007 to BC-009. v1beta1 core shows them on the Cluster; the Cluster must then be recreated.",
    how: "If present, type string and optional.",
  },
  "CP-012": {
    explanation: "As BC-010: use conditions; core copies old fields only to Cluster status.deprecated.v1beta1.",
    how: "Warn as in BC-010.",
  },
  "CP-013": {
    explanation:
      "Such instances are among those that status.replicas counts. Core adds the counters up for the Cluster, and decides from them whether a control plane is scaling or upgrading. status.unavailableReplicas of v1beta1 counts what is missing, and may exceed status.replicas.",
    condition: "replicas exist",
    how: "Compare every revision: see scenario.",
    scenario: {
      given: "a ControlPlane with replicas",
      when: "it is created and initialized",
      then: "in every revision no counter exceeds status.replicas",
    },
  },
  "CP-014": {
    explanation:
      "v1beta2: spec.rollout.after. v1beta1: spec.rolloutAfter. After that time all instances are replaced once, without a change of the spec.",
    condition: "users can schedule a rollout",
    how: "If spec.rollout.after or spec.rolloutAfter is declared, it is at the path of the newest contract, a string of format date-time.",
  },
  "CP-015": {
    explanation:
      "The provider calls the hook CanUpdateMachine, updates the spec of the Machine, its infra machine and its bootstrap config with the annotation in-place-updates.internal.cluster.x-k8s.io/update-in-progress, and then marks the hook UpdateMachine as pending on the Machine. The Machine controller does the rest.",
    condition: "Machines are updated in place",
    how: "Observe a rollout with a runtime extension that agrees to it.",
    scenario: {
      given: "a control plane of Machines, and a runtime extension that can update them",
      when: "a field of its Machines changes",
      then: "the annotation is set on Machine, infra machine and bootstrap config before the hook is pending",
    },
  },
  "CP-016": {
    explanation:
      "A provider may keep spec.minReadySeconds at 0, so that an instance is available as soon as it is ready. A change of it is propagated in place, as labels and timeouts are. UpToDate says whether the Machine has the spec of its control plane.",
    condition: "machines are used",
    how: "Observe.",
    scenario: {
      given: "a control plane of Machines",
      when: "its minReadySeconds or its spec changes",
      then: "the Machines have the number without a rollout, and UpToDate is False on those that differ",
    },
  },
  "CP-017": {
    explanation:
      "v1beta2: spec.machineTemplate.spec.readinessGates. v1beta1: spec.machineTemplate.readinessGates. At most 32 conditions that a Machine needs in order to be ready.",
    condition: "users can set readiness gates of Machines",
    how: "If either is declared, it is at the path of the newest contract, an array with list type map and key conditionType.",
  },
  "CP-018": {
    explanation:
      "v1beta2: spec.machineTemplate.spec.taints. v1beta1: spec.machineTemplate.taints. At most 64 taints that core keeps on the Nodes of the Machines.",
    condition: "users can set taints of Machines",
    how: "If either is declared, it is at the path of the newest contract, an array with list type map and keys key and effect.",
  },
  "MP-001": {
    explanation: "AR rules hold for InfraMachinePool; the kind is optional for a provider.",
    how: "As AR rules.",
  },
  "MP-002": {
    explanation:
      "The v1beta2 page asks for status.initialization.provisioned, but core up to v1.14.2 reads status.ready of InfraMachinePools whatever the label says, and takes over a return to false. A provider on v1beta2 writes both, and neither goes back once the machines of the pool have been there.",
    how: "Static: status.ready has type boolean; in versions selected for v1beta2 status.initialization.provisioned as well. Dynamic: inspect every revision.",
    scenario: {
      given: "a pool whose bootstrap data and Cluster infrastructure are there",
      when: "its machines exist, and it is reconciled again",
      then: "the flags of the contract are true, and stay so",
    },
  },
  "MP-003": {
    explanation:
      "spec.providerIDList lists the IDs of all instances, each once, and is kept up to date; core deletes the Nodes of those that have gone from it. Core takes over neither an empty list nor a new count while status.replicas is not zero.",
    how: "Static: array of strings. Dynamic: scale a pool.",
    scenario: {
      given: "a pool scaled from 3 to 1",
      when: "the pool settles",
      then: "the list has exactly the remaining ID",
    },
  },
  "MP-004": {
    explanation:
      "status.replicas is the observed number of instances, not the wanted one; core shows it in status.replicas of the MachinePool.",
    how: "Static: integer. Dynamic: scale a pool.",
    scenario: { given: "a pool scaled from 3 to 1", when: "the pool settles", then: "status.replicas is 1" },
  },
  "MP-005": {
    explanation:
      "If replicas are represented by Machines, status.infrastructureMachineKind names the kind and one such object exists per replica.",
    condition: "opted in",
    how: "String field.",
  },
  "MP-006": {
    explanation:
      "spec.providerID identifies the resource behind the pool, such as an autoscaling group; status.instances tells users about its instances. Core reads neither.",
    how: "Types.",
  },
  "MP-007": {
    explanation:
      "As IM-016: for failures that nothing can cure; only a new MachinePool does. Core v1.14.2 fails on them: with either field set, each reconcile of the MachinePool ends in a nil dereference, so that nothing else of the pool is taken over.",
    how: "Static: optional strings. Dynamic: preset the field.",
    scenario: {
      given: "a v1beta1 pool with only failureMessage set",
      when: "it is reconciled",
      then: "nothing is made, and the field stays",
    },
  },
  "MP-008": {
    explanation:
      "As BC-010: use conditions; core gives terminal failures no special treatment any more, but still reads the fields (MP-007).",
    how: "Warn when failureReason or failureMessage is declared at top level of status in a version selected for v1beta2.",
  },
  "MP-009": {
    explanation:
      "As BC-011. Ready surfaces the pool during its whole life. Core v1.14.2 mirrors it only to the condition InfrastructureReady in status.deprecated.v1beta1 of the MachinePool; the mirror in status.conditions is documented as not implemented yet.",
    how: "As BC-011.",
  },
  "MP-010": {
    explanation:
      'The annotation cluster.x-k8s.io/replicas-managed-by on a MachinePool, with any value but "false", says that an autoscaler of the infrastructure decides how many machines there are. The provider does not scale to spec.replicas of the MachinePool then, but writes there what was decided. Core only names the phase Scaling.',
    how: "Scale the infrastructure of such a pool from outside.",
    scenario: {
      given: "a pool of one machine with the annotation",
      when: "the MachinePool is scaled to 3",
      then: "no machine is made, and spec.replicas of the MachinePool is 1 again",
    },
  },
  "MP-011": { how: "CRD with kind <InfraMachinePool>Template in the bundle." },
  "IP-001": {
    explanation:
      "Pool kinds are CRDs named by CalculateCRDName with standard metadata; a Ready condition should be there. Scope is not restricted to namespaced.",
    how: "AR-001, AR-002, AR-004.",
  },
  "IP-002": {
    explanation:
      "For each IPAddressClaim whose spec.poolRef names a pool of this provider: skip if the Cluster is paused or missing, add a finalizer, allocate, create an IPAddress, set status.addressRef.",
    how: "Create claims.",
    scenario: { given: "a pool and a claim", when: "it is reconciled", then: "an IPAddress exists and is referenced" },
  },
  "IP-003": {
    explanation:
      "The IPAddress is named after the claim (should), has the claim as controller owner and the pool as plain owner, both with blockOwnerDeletion, and a protecting finalizer (should).",
    how: "Read it.",
    scenario: { given: "a served claim", when: "the IPAddress is read", then: "owners are as stated" },
  },
  "IP-004": {
    how: "Delete.",
    scenario: {
      given: "a served claim",
      when: "it is deleted",
      then: "the address is free again and both objects are gone",
    },
  },
  "IP-005": {
    explanation:
      "An infrastructure provider that uses pools creates a claim owned (controller, blockOwnerDeletion) by the InfraMachine, with spec.clusterName, waits for status.addressRef, and lets deletion of the machine wait for the claim. One claim per address family.",
    how: "Observe.",
    scenario: {
      given: "an InfraMachine with a pool reference",
      when: "it is provisioned and deleted",
      then: "a claim with owner exists in between and is gone afterwards",
    },
  },
  "IP-006": {
    condition: "pools move with clusters",
    how: "Read labels.",
    scenario: { given: "a pool for one cluster", when: "move is run", then: "the pool has arrived" },
  },
  "RX-001": {
    explanation:
      "The core refuses the whole answer if one handler has an invalid name, an unknown hook, a time limit above 30 seconds or an unknown failure policy; it then calls none of them.",
    how: "Call Discovery and compare the list with the handlers.",
    scenario: { given: "an extension", when: "Discovery is called", then: "every handler is listed as stated" },
  },
  "RX-002": {
    explanation:
      "A topology whose patches differ from call to call never settles, and creates new templates and Machines each time. A hook that blocks answers differently when what it waits for is done.",
    how: "Send each request of a hook without retryAfterSeconds twice and compare the answers.",
    scenario: { given: "a request", when: "it is sent twice", then: "both answers are equal" },
  },
  "RX-003": {
    how: "Apply the patches, send the templates again, and expect no patches.",
    scenario: {
      given: "templates with the patches of an earlier call",
      when: "GeneratePatches is called",
      then: "there are no patches",
    },
  },
  "RX-004": {
    explanation:
      "The core drops changes of other fields without a message. For templates of a Cluster or MachinePool, it takes the labels and annotations of spec.template alone. Without a valid key and value of each, no object could be created from the template.",
    how: "Apply the patches, compare the changed fields, and validate labels and annotations.",
    scenario: {
      given: "a request with templates",
      when: "its patches are applied",
      then: "they apply, and only the stated fields differ",
    },
  },
  "RX-005": {
    explanation:
      "A handler adds its time to every reconcile that calls it. The pages recommend at most 200 ms for topology mutation, which happens in each reconcile of a Cluster.",
    how: "Measure the time of each answer.",
    scenario: { given: "a request", when: "it is sent", then: "the answer arrives in time" },
  },
  "RX-006": {
    how: "Send templates of other kinds, without a spec, and without variables.",
    scenario: {
      given: "a request with templates and variables of another ClusterClass",
      when: "it is sent",
      then: "the handler does not crash",
    },
  },
  "RX-007": {
    explanation:
      "Messages become conditions; one that changes with every call makes controllers reconcile without end.",
    how: "Send a failing request twice and compare the messages.",
    scenario: { given: "a request that fails", when: "it is sent twice", then: "both messages are equal" },
  },
  "RX-008": {
    how: "Validate each response against the schema of its hook.",
    scenario: { given: "a request", when: "it is sent", then: "the response is valid" },
  },
  "RX-009": {
    explanation:
      "The ExtensionConfig belongs in the components of an extension, so that it is installed and removed with the extension. Without the annotation runtime.cluster.x-k8s.io/inject-ca-from-secret or a caBundle the core does not trust the certificate.",
    condition: "the file has an ExtensionConfig",
    how: "Resolve spec.clientConfig.service and the annotation in the file.",
  },
};
