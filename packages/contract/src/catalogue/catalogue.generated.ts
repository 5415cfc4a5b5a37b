// Generated from rules.yaml by `npm run generate`. Change the rules there.
import { type CatalogueEntry } from "./catalogue-entry.ts";

/** Each rule in one line, with its source, by id: types, for the compiler to print. */
export interface RuleTextById {
  readonly "AR-001": "AR-001: A kind that core refers to is an apiextensions.k8s.io/v1 CRD with a DNS group name and at least one served version. (contracts/bootstrap-config.md: introduction)";
  readonly "AR-002": "AR-002: The CRD is named by the plural that core computes from the kind; under another name core cannot find it. (contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition)";
  readonly "AR-003": "AR-003: Objects of the kind live in namespaces. (contracts/bootstrap-config.md: All resources: scope)";
  readonly "AR-004": "AR-004: The root schema is an object that declares the types of apiVersion, kind and metadata, and restricts no metadata except names. (contracts/bootstrap-config.md: All resources: TypeMeta and ObjectMeta field)";
  readonly "AR-005": "AR-005: The list kind is the kind's name followed by List. (contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition)";
  readonly "AR-006": "AR-006: The CRD has a label of a contract that core supports, and its value is not empty. (contracts/bootstrap-config.md: All resources: version)";
  readonly "AR-007": "AR-007: Templates carry the contract label too, since core resolves their version by it. (contracts.md@v1.7.1: API version labels)";
  readonly "AR-008": "AR-008: The value of the label consists of version names, each once, joined by underscores. (contracts/bootstrap-config.md: All resources: version)";
  readonly "AR-009": "AR-009: Each version that the label names is a version of the CRD. (contracts/bootstrap-config.md: All resources: version)";
  readonly "AR-010": "AR-010: The version that core selects is served. (controllers/external/util.go (GetObjectFromContractVersionedRef))";
  readonly "AR-011": "AR-011: The last version in the label is also the one with the highest Kubernetes priority, which core takes. (contracts/bootstrap-config.md: All resources: version)";
  readonly "AR-012": "AR-012: A schema with the flag of one contract only has the flag of the contract that the label selects. (contracts/bootstrap-config.md: BootstrapConfig: initialization completed)";
  readonly "AR-013": "AR-013: The contract marker is a label; as an annotation it has no effect. (migrations/v1.10-to-v1.11.md (branch release-1.11): How to implement the new v1beta2 contract)";
  readonly "AR-014": "AR-014: Every CRD of a release has the label of the contract that metadata.yaml names for it. (contracts/bootstrap-config.md: All resources: version (note))";
  readonly "AR-015": "AR-015: Version names follow Kubernetes: v1alpha1, v1beta1, v1. (contracts/bootstrap-config.md: All resources: version)";
  readonly "AR-016": "AR-016: A provider outside the SIG uses an API group of its own. (contracts/bootstrap-config.md: All resources: API group)";
  readonly "AR-017": "AR-017: Exactly one version is stored, and every version has a structural schema. (cmd/clusterctl/client/cluster/objectgraph.go (getDiscoveryTypes))";
  readonly "AR-018": "AR-018: Every served version of a main kind has the status subresource. (contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition)";
  readonly "AR-019": "AR-019: Contract fields are declared with the type core reads, or unknown fields are preserved around them. (internal/contract/types.go)";
  readonly "AR-020": "AR-020: Served versions that differ in contract fields are translated by a conversion webhook. (getting-started/webhooks.md: Conversion webhooks)";
  readonly "AR-021": "AR-021: By convention, a kind is named for its environment, followed by Config, Machine or Cluster. (contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition)";
  readonly "AR-022": "AR-022: The kind is in the category cluster-api. (contracts/bootstrap-config.md: examples)";
  readonly "AR-023": "AR-023: A provider relies on the rules of the contract, and on no other behavior of core. (contracts/bootstrap-config.md: introduction (warning))";
  readonly "AR-024": "AR-024: spec does not preserve unknown fields at its root, so that invalid content is rejected at once. (getting-started/webhooks.md: Validating webhooks)";
  readonly "BC-001": "BC-001: Every served version has a spec, an object. (bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 5)";
  readonly "BC-002": "BC-002: Every served version has a status, an object. (bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 6)";
  readonly "BC-003": "BC-003: status.ready, a boolean, is true once the bootstrap data is stored (v1beta1). (contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: initialization completed)";
  readonly "BC-004": "BC-004: status.initialization.dataSecretCreated, a boolean, is true once the bootstrap data is stored (v1beta2). (contracts/bootstrap-config.md: BootstrapConfig: initialization completed)";
  readonly "BC-005": "BC-005: status.dataSecretName, an optional string, names the Secret with the bootstrap data. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BC-006": "BC-006: dataSecretName is 1 to 253 characters long. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BC-007": "BC-007: failureReason, where declared, is a string. (contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: terminal failures)";
  readonly "BC-008": "BC-008: failureMessage, where declared, is a string. (contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: terminal failures)";
  readonly "BC-009": "BC-009: failureReason and failureMessage report terminal failures only, and are never cleared (v1beta1). (contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: terminal failures)";
  readonly "BC-010": "BC-010: Terminal failures are conditions under v1beta2, not failureReason and failureMessage. (contracts/bootstrap-config.md: BootstrapConfig: terminal failures)";
  readonly "BC-011": "BC-011: status.conditions is a map-like list of standard Kubernetes conditions. (contracts/bootstrap-config.md: BootstrapConfig: conditions)";
  readonly "BC-012": "BC-012: A condition has a type that is not empty, the status True, False or Unknown, and well-formed further fields. (contracts/bootstrap-config.md: BootstrapConfig: conditions)";
  readonly "BC-013": "BC-013: The Ready condition summarizes the state of the object throughout its life, including deletion. (contracts/bootstrap-config.md: BootstrapConfig: conditions)";
  readonly "BC-014": "BC-014: Conditions have a severity under v1beta1, and none under v1beta2. (contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: conditions)";
  readonly "BC-015": "BC-015: Core prefers status.v1beta2.conditions if it exists; keep it complete or remove it. (util/conditions/getter.go (UnstructuredGetAll))";
  readonly "BC-016": "BC-016: dataSecretName can be computed again from the Cluster, the Machine and the config alone. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BC-017": "BC-017: The name of the Secret is set no later than the flag. (core/reconcilers/machine/machine_controller_phases.go (reconcileBootstrap))";
  readonly "BC-018": "BC-018: The flag becomes true only when the Secret with its final content can be read. (contracts/bootstrap-config.md: BootstrapConfig: initialization completed)";
  readonly "BC-019": "BC-019: Once the flag is true, neither it nor the name of the Secret changes. (contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: initialization completed (field comment))";
  readonly "BC-020": "BC-020: After a move or a restore, status is computed again, and nothing is created twice. (contracts/clusterctl.md: Move (warning on status))";
  readonly "BC-021": "BC-021: Nothing is reconciled while the Cluster or the object is paused. (contracts/bootstrap-config.md: BootstrapConfig: pausing)";
  readonly "BC-022": "BC-022: A Paused condition is True while the object is paused, and False otherwise. (contracts/bootstrap-config.md: BootstrapConfig: pausing)";
  readonly "BC-023": "BC-023: A provider that takes part in in-place updates leaves in-place changes of the config alone. (contracts/bootstrap-config.md: BootstrapConfig: support for in-place changes)";
  readonly "BC-024": "BC-024: A config may belong to a MachinePool in place of a Machine. (bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go)";
  readonly "BC-025": "BC-025: A control plane config may carry the expiry of its certificates, an RFC 3339 time, in an annotation that core copies. (docs/book/src/reference/api/labels-and-annotations.md: Supported Annotations)";
  readonly "BT-001": "BT-001: Every bootstrap config and infra machine kind has a template kind. (contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition)";
  readonly "BT-002": "BT-002: A template's kind is the main kind's name followed by Template. (contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition)";
  readonly "BT-003": "BT-003: A template has a required spec.template. (contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition)";
  readonly "BT-004": "BT-004: spec.template.spec is a required object without providerID and controlPlaneEndpoint, which concern single objects. (contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition (note))";
  readonly "BT-005": "BT-005: spec.template.metadata declares no other fields than labels and annotations, maps of strings. (contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition)";
  readonly "BT-006": "BT-006: What the template accepts, the main kind accepts too: fields, types and values, CEL rules aside. (controllers/external/util.go (GenerateTemplate))";
  readonly "BT-007": "BT-007: A clone is tolerated before its Machine owns it, and its owners and cluster name label are left alone. (contracts/bootstrap-config.md: Behavior, step 1)";
  readonly "BT-008": "BT-008: A template that refuses changes admits those of a dry run for a topology, and no others. (contracts/bootstrap-config.md: BootstrapConfigTemplate: support for SSA dry run)";
  readonly "BT-009": "BT-009: A finalizer is added only after the Machine owner is set. (contracts/infra-machine.md: Normal resource, steps 1 to 3)";
  readonly "BT-010": "BT-010: status.capacity, where declared, maps resource names to quantities. (contracts/infra-machine.md: InfraMachineTemplate: support cluster autoscaling from zero)";
  readonly "BT-011": "BT-011: status.nodeInfo, where declared, is a non-empty object of optional strings; architecture is amd64, arm64, s390x or ppc64le. (contracts/infra-machine.md: InfraMachineTemplate: support cluster autoscaling from zero)";
  readonly "BS-001": "BS-001: The Secret is named as status.dataSecretName says. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BS-002": "BS-002: The Secret is in the namespace of the config, which is that of the Machine. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BS-003": "BS-003: The Secret has the label cluster.x-k8s.io/cluster-name with the name of the Cluster. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BS-004": "BS-004: The Secret has an owner reference with controller true to the config: apiVersion, kind, name and uid all match. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BS-005": "BS-005: The bootstrap data is under the key value and not empty; the only other key is format. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "BS-006": "BS-006: The Secret may have the type cluster.x-k8s.io/secret. (api/core/v1beta2/common_types.go (ClusterSecretType))";
  readonly "BS-007": "BS-007: Data is not generated again while a Secret of the computed name exists for the config. (contracts/bootstrap-config.md: Behavior, step 4)";
  readonly "BS-008": "BS-008: A Secret without its owner reference gets it back; one that something else controls is reported and left alone. (bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go (ensureBootstrapSecretOwnersRef))";
  readonly "BS-009": "BS-009: Deleting the config removes the Secret through its owner reference. (bootstrap.md@v1.8: Bootstrap Secret, item 3)";
  readonly "BH-001": "BH-001: A config whose owner is neither a Machine nor a supported MachinePool is left alone. (contracts/bootstrap-config.md: Behavior, step 1)";
  readonly "BH-002": "BH-002: Nothing is done once failureReason or failureMessage is set (v1beta1). (contracts/bootstrap-config.md@v1.10.10: Behavior)";
  readonly "BH-003": "BH-003: If the Cluster of the config does not exist, the reconcile ends without an error loop. (contracts/bootstrap-config.md: Behavior, step 2)";
  readonly "BH-004": "BH-004: The name is computed, the Secret is looked up, and data is generated and stored only if it is missing. (contracts/bootstrap-config.md: Behavior, steps 3 and 4)";
  readonly "BH-005": "BH-005: The Secret is stored first, then name and flag are reported, so that no crash leaves a flag without its Secret. (contracts/bootstrap-config.md: Behavior, steps 5 to 7)";
  readonly "BH-006": "BH-006: The provider watches its kinds and reconciles on creation, change and deletion. (contracts/bootstrap-config.md: Typical BootstrapConfig reconciliation workflow)";
  readonly "BH-007": "BH-007: Changes of the owner Machine and of the Cluster wake the objects they concern. (util/util.go (MachineToInfrastructureMapFunc))";
  readonly "BH-008": "BH-008: Reconciling again without change has no effect: no writes to the API server, no calls that change infrastructure. (getting-started/controllers-and-reconciliation.md: Idempotency)";
  readonly "BH-009": "BH-009: Nothing that matters is kept in memory only. (getting-started/controllers-and-reconciliation.md: Reconciliation)";
  readonly "BH-010": "BH-010: A config that is being deleted is not provisioned any more. (contracts/bootstrap-config.md: Behavior (diagram))";
  readonly "BH-011": "BH-011: Bootstrap data for Linux writes /run/cluster-api/bootstrap-success.complete once bootstrapping has succeeded. (contracts/bootstrap-config.md: Sentinel file)";
  readonly "BH-012": "BH-012: Bootstrap data for Windows writes C:\\run\\cluster-api\\bootstrap-success.complete once bootstrapping has succeeded. (contracts/bootstrap-config.md: Sentinel file)";
  readonly "BH-013": "BH-013: Worker nodes may be registered with the taint node.cluster.x-k8s.io/uninitialized:NoSchedule; control planes never. (contracts/bootstrap-config.md: Taint Nodes at creation)";
  readonly "BH-014": "BH-014: A controller writes its own custom resources and the Secrets it creates, and only reads others. (bootstrap.md@v1.8: RBAC > Provider controller)";
  readonly "BH-015": "BH-015: No controller decides by Machine status.phase; it looks at the actual fields. (api/core/v1beta2/machine_phase_types.go)";
  readonly "BH-016": "BH-016: Data may wait for the infrastructure of the cluster and, for joining machines, for the control plane. (bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go (reconcile))";
  readonly "IM-001": "IM-001: Every served version has a spec and a status, both objects. (machine-infrastructure.md@v1.7.1: Data Types, items 5 and 6)";
  readonly "IM-002": "IM-002: spec.providerID is an optional string that does not change once it is set. (contracts/infra-machine.md: InfraMachine: provider ID)";
  readonly "IM-003": "IM-003: providerID is 1 to 512 characters long. (contracts/infra-machine.md: InfraMachine: provider ID)";
  readonly "IM-004": "IM-004: providerID is byte for byte the spec.providerID of the Node of the machine. (contracts/infra-machine.md: InfraMachine: provider ID)";
  readonly "IM-005": "IM-005: No two machines of a cluster share a providerID. (core/reconcilers/machine/machine_controller_noderef.go (getNode))";
  readonly "IM-006": "IM-006: A provisioned machine has a providerID: it is set no later than the flag. (contracts/infra-machine.md: Normal resource (order of steps))";
  readonly "IM-007": "IM-007: Where there are failure domains, the instance is placed in the one that spec.failureDomain of the Machine names. (contracts/infra-machine.md: InfraMachine: failure domain)";
  readonly "IM-008": "IM-008: status.failureDomain, where declared, is a string of 1 to 256 characters. (contracts/infra-machine.md: InfraMachine: failure domain)";
  readonly "IM-009": "IM-009: spec.failureDomain, where declared under v1beta1, is a string. (contracts/infra-machine.md@v1.10.10: InfraMachine: failure domain)";
  readonly "IM-010": "IM-010: spec.failureDomain is not declared for v1beta2 alone, because core still reads it. (contracts/infra-machine.md: InfraMachine: failure domain (compatibility note))";
  readonly "IM-011": "IM-011: status.addresses, where declared, lists objects with type and address. (contracts/infra-machine.md: InfraMachine: addresses)";
  readonly "IM-012": "IM-012: There are up to 256 addresses of type Hostname, ExternalIP, InternalIP, ExternalDNS or InternalDNS, of 1 to 256 characters each. (contracts/infra-machine.md: InfraMachine: addresses)";
  readonly "IM-013": "IM-013: status.ready, a boolean, is true once the infrastructure of the machine is provisioned (v1beta1). (contracts/infra-machine.md@v1.10.10: InfraMachine: initialization completed)";
  readonly "IM-014": "IM-014: status.initialization.provisioned, a boolean, is true once the infrastructure of the machine is provisioned (v1beta2). (contracts/infra-machine.md: InfraMachine: initialization completed)";
  readonly "IM-015": "IM-015: The flag is not turned back once it is true. (contracts/infra-machine.md@v1.10.10: InfraMachine: initialization completed (field comment))";
  readonly "IM-016": "IM-016: failureReason and failureMessage are optional strings, for terminal failures. (contracts/infra-machine.md@v1.10.10: InfraMachine: terminal failures)";
  readonly "IM-017": "IM-017: Terminal failures are conditions under v1beta2, not failureReason and failureMessage. (contracts/infra-machine.md: InfraMachine: terminal failures)";
  readonly "IM-018": "IM-018: A provider that takes part in in-place updates ignores or coordinates in-place changes of the machine. (contracts/infra-machine.md: InfraMachine: support for in-place changes)";
  readonly "IM-019": "IM-019: status.interruptible, where declared, is a boolean. (docs/proposals/20200330-spot-instances.md)";
  readonly "IB-001": "IB-001: An InfraMachine without a Machine as owner, and a pool without a MachinePool, is left alone. (contracts/infra-machine.md: Normal resource, step 1)";
  readonly "IB-002": "IB-002: Nothing is done once failureReason or failureMessage is set (v1beta1). (machine-infrastructure.md@v1.7.1: Normal resource, step 2)";
  readonly "IB-003": "IB-003: Without its Cluster the reconcile ends. (contracts/infra-machine.md: Normal resource, step 2)";
  readonly "IB-004": "IB-004: A provider that creates anything outside adds its finalizer, and the addition is stored, before the first such call. (contracts/infra-machine.md: Normal resource, step 3)";
  readonly "IB-005": "IB-005: Nothing is created before the infrastructure of the Cluster is provisioned. (contracts/infra-machine.md: Normal resource, step 4)";
  readonly "IB-006": "IB-006: Nothing is created while the Machine has no spec.bootstrap.dataSecretName. (contracts/infra-machine.md: Normal resource, step 5)";
  readonly "IB-007": "IB-007: The provider reads key value of the Secret named by the Machine, in the namespace of the Machine, and hands it to the instance. (contracts/bootstrap-config.md: BootstrapConfig: data secret)";
  readonly "IB-008": "IB-008: After provisioning the provider sets providerID, then the flag, optionally addresses and failure domain, and patches. (contracts/infra-machine.md: Normal resource, steps 7 to 11)";
  readonly "IB-009": "IB-009: For control plane machines the instance may be registered with the load balancer of the provider, and deregistered on deletion. (contracts/infra-machine.md: Normal resource, step 6)";
  readonly "IB-010": "IB-010: On deletion the instance is removed; errors keep the finalizer and are retried, and it is removed last. (contracts/infra-machine.md: Deleted resource)";
  readonly "IB-011": "IB-011: Without a Machine as owner only the finalizer is removed. (contracts/infra-machine.md: Deleted resource)";
  readonly "IB-012": "IB-012: Checks for cluster infrastructure, bootstrap data or terminal failure do not stop deletion. (contracts/infra-machine.md: Normal resource, step 4 notes)";
  readonly "IB-013": "IB-013: An infrastructure provider may look for the sentinel file to detect failed bootstrapping and act on it. (contracts/bootstrap-config.md: Sentinel file)";
  readonly "IB-014": "IB-014: Bootstrap data is protected where the instance keeps it or removed after use, and is never logged. (security-guidelines.md: item 6)";
  readonly "IB-015": "IB-015: Infrastructure objects are named after the Kubernetes object they come from. (best-practices.md)";
  readonly "IB-016": "IB-016: Objects are found again by tags or labels, never by a naming convention. (best-practices.md)";
  readonly "IC-001": "IC-001: Every served version has a spec and a status, both objects. (cluster-infrastructure.md@v1.7.1: Data Types > InfraCluster Resources, items 5 and 6)";
  readonly "IC-002": "IC-002: spec.controlPlaneEndpoint has a string host and an integer port, and does not change once it is set. (contracts/infra-cluster.md: InfraCluster: control plane endpoint)";
  readonly "IC-003": "IC-003: Endpoint, host and port are optional and bounded under v1beta2. (contracts/infra-cluster.md: InfraCluster: control plane endpoint)";
  readonly "IC-004": "IC-004: Neither host nor port is required, so that an unset endpoint is possible. (contracts/infra-cluster.md: InfraCluster: control plane endpoint (compatibility note))";
  readonly "IC-005": "IC-005: A provider not responsible for the endpoint ends the reconcile until Cluster spec.controlPlaneEndpoint is set. (contracts/infra-cluster.md: InfraCluster: control plane endpoint)";
  readonly "IC-006": "IC-006: status.failureDomains is a map under v1beta1. (contracts/infra-cluster.md@v1.10.10: InfraCluster: failure domains)";
  readonly "IC-007": "IC-007: status.failureDomains is a list keyed by name under v1beta2. (contracts/infra-cluster.md: InfraCluster: failure domains)";
  readonly "IC-008": "IC-008: The shape of failureDomains is that of the selected contract; core cannot read the other one. (internal/contract/infrastructure_cluster.go (FailureDomains))";
  readonly "IC-009": "IC-009: status.ready, a boolean, is true once the infrastructure of the cluster is provisioned (v1beta1). (contracts/infra-cluster.md@v1.10.10: InfraCluster: initialization completed)";
  readonly "IC-010": "IC-010: status.initialization.provisioned, a boolean, is true once the infrastructure of the cluster is provisioned (v1beta2). (contracts/infra-cluster.md: InfraCluster: initialization completed)";
  readonly "IC-011": "IC-011: The endpoint, complete with host and port, and the failure domains are set no later than the flag. (contracts/infra-cluster.md: InfraCluster: initialization completed)";
  readonly "IC-012": "IC-012: failureReason and failureMessage are optional strings, for terminal failures. (contracts/infra-cluster.md@v1.10.10: InfraCluster: terminal failures)";
  readonly "IC-013": "IC-013: Terminal failures are conditions under v1beta2, not failureReason and failureMessage. (contracts/infra-cluster.md: InfraCluster: terminal failures)";
  readonly "IC-014": "IC-014: An InfraCluster marked with cluster.x-k8s.io/managed-by is left alone, whatever the value. (contracts/infra-cluster.md: Externally managed infrastructure)";
  readonly "IC-015": "IC-015: The mark cluster.x-k8s.io/managed-by cannot be removed once it is set. (docs/proposals/20210203-externally-managed-cluster-infrastructure.md: Risks and Mitigations)";
  readonly "IC-016": "IC-016: The manager of the infrastructure fulfills the rules for endpoint, failure domains, initialization and failures. (contracts/infra-cluster.md: Externally managed infrastructure)";
  readonly "IC-017": "IC-017: Without a Cluster as owner the reconcile ends. (contracts/infra-cluster.md: Normal resource, step 2)";
  readonly "IC-018": "IC-018: The Cluster that owns an InfraCluster is found by kind and group, with or without the controller flag. (core/reconcilers/cluster/cluster_controller_phases.go (ensureOwnerRefAndLabel))";
  readonly "IC-019": "IC-019: The finalizer is stored before infrastructure is made; endpoint, flag and failure domains are set after it. (contracts/infra-cluster.md: Normal resource)";
  readonly "IC-020": "IC-020: On deletion, owned infrastructure is removed, and errors keep the finalizer; without infrastructure or owner, the finalizer is removed. (contracts/infra-cluster.md: Deleted resource)";
  readonly "IC-021": "IC-021: The infrastructure of a cluster is not torn down under its machines. (core/reconcilers/cluster/cluster_controller.go (reconcileDelete))";
  readonly "ICT-001": "ICT-001: The infra cluster kind has a template, without which there is no ClusterClass. (contracts/infra-cluster.md: InfraClusterTemplate, InfraClusterTemplateList resource definition)";
  readonly "RB-001": "RB-001: The provider's own role lets it read and write its kinds and their status. (getting-started/controllers-and-reconciliation.md: RBAC Roles)";
  readonly "RB-002": "RB-002: A bootstrap provider may read and write Secrets. (bootstrap.md@v1.8: RBAC > Provider controller)";
  readonly "RB-003": "RB-003: The provider reads Clusters and never writes them. (machine-infrastructure.md@v1.7.1: RBAC)";
  readonly "RB-004": "RB-004: A machine-level provider reads Machines, and writes neither these nor MachineSets and MachinePools. (getting-started/controllers-and-reconciliation.md: RBAC Roles)";
  readonly "RB-005": "RB-005: For a group that core is not granted by default, a role aggregated to core's manager covers the kinds. (contracts/bootstrap-config.md: All resources: API group)";
  readonly "RB-006": "RB-006: The aggregated role names resources by their plurals. (contracts/bootstrap-config.md: All resources: API group (example))";
  readonly "RB-007": "RB-007: For templates of clusters and control planes, the aggregated role may leave out create and delete. (contracts/infra-cluster.md: All resources: API group (example))";
  readonly "RB-008": "RB-008: A provider that sets blocking owner references may update the finalizers of the owner. (contracts/bootstrap-config.md: All resources: API group)";
  readonly "RB-009": "RB-009: A provider that resolves references by contract label may read CRDs. (migrations/v1.10-to-v1.11.md (branch release-1.11): Suggested changes for providers)";
  readonly "RB-010": "RB-010: Events may be written, and Leases got, created and updated by a Role, not in all namespaces. (core/config/rbac)";
  readonly "RB-011": "RB-011: No wildcards, and no writing to kinds of core and to Nodes. (security-guidelines.md: item 1)";
  readonly "RB-012": "RB-012: The ServiceAccount of the Deployment is bound, and bindings name roles and accounts of the file. (contracts/clusterctl.md: Components YAML)";
  readonly "RB-013": "RB-013: A Role may take the ClusterRole's place for a manager of one namespace. (docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller can access any machine or cluster in any namespace)";
  readonly "RB-014": "RB-014: A client that may change CRDs is limited to updating or patching some by resourceNames. (migrations/v1.10-to-v1.11.md (branch release-1.11): Suggested changes for providers)";
  readonly "PC-001": "PC-001: The file has the CRDs, roles, bindings and ServiceAccounts of the provider, and the Secrets that it mounts. (contracts/clusterctl.md: Components YAML)";
  readonly "PC-002": "PC-002: The components file is named for the type of provider. (contracts/clusterctl.md: Components YAML > Naming conventions)";
  readonly "PC-003": "PC-003: There is at most one Namespace; one is recommended. (contracts/clusterctl.md: Components YAML > Target namespace)";
  readonly "PC-004": "PC-004: All namespaced objects are in the target namespace. (contracts/clusterctl.md: Components YAML > Target namespace)";
  readonly "PC-005": "PC-005: Objects of well-known cluster-scoped kinds are of kinds that clusterctl knows to be so. (cmd/clusterctl/internal/util/objs.go (IsResourceNamespaced))";
  readonly "PC-006": "PC-006: The provider runs as a Deployment. (contracts/clusterctl.md: Controllers & Watching namespace)";
  readonly "PC-007": "PC-007: A container of the Deployment is named manager. (contracts/clusterctl.md: Controllers & Watching namespace)";
  readonly "PC-008": "PC-008: --namespace restricts the manager to one namespace; the released Deployment watches all of them. (contracts/clusterctl.md: Controllers & Watching namespace)";
  readonly "PC-009": "PC-009: The manager accepts --watch-filter and then reconciles only objects with that value of the watch-filter label. (contracts/bootstrap-config.md: Support for running multiple instances)";
  readonly "PC-010": "PC-010: A manager may be restricted to namespaces by a prefix or a list. (docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller can access any machine or cluster in any namespace)";
  readonly "PC-011": "PC-011: Images are named in full, registry included. (contracts/clusterctl.md: Controllers & Watching namespace)";
  readonly "PC-012": "PC-012: Variables have a form clusterctl understands and begin with the provider's name. (contracts/clusterctl.md: Components YAML > Variables)";
  readonly "PC-013": "PC-013: All objects carry one provider label, made of type and name. (contracts/clusterctl.md: Labels)";
  readonly "PC-014": "PC-014: The name of the provider is 63 lower-case letters, digits and dashes at most, and not cluster-api. (contracts/clusterctl.md: Adding a provider to clusterctl)";
  readonly "PC-015": "PC-015: Only kinds that core never refers to may have a CRD of another name, and say so by annotation. (cmd/clusterctl/client/cluster/installer.go (validateCRDName))";
  readonly "PC-016": "PC-016: Services of webhooks, Certificates and their host names are those of the file, in the target namespace. (cmd/clusterctl/client/repository/components.go (fixTargetNamespace))";
  readonly "PC-017": "PC-017: The file still fits together after clusterctl has changed namespaces and subjects. (contracts/clusterctl.md: Components YAML transformations)";
  readonly "PC-018": "PC-018: A management cluster has one instance of a provider. (contracts/bootstrap-config.md: Support for running multiple instances)";
  readonly "PC-019": "PC-019: An infrastructure provider can use different credentials for different clusters (multi tenancy) within one instance. (contracts/infra-machine.md: Multi tenancy)";
  readonly "CT-001": "CT-001: A release has a metadata file and a components file. (contracts/clusterctl.md: Provider Repositories)";
  readonly "CT-002": "CT-002: Releases are semantic versions with a leading v. (contracts/clusterctl.md: Creating a provider repository on GitHub)";
  readonly "CT-003": "CT-003: A local repository is laid out as provider label, version, files. (contracts/clusterctl.md: Creating a local provider repository)";
  readonly "CT-004": "CT-004: metadata.yaml has the apiVersion of clusterctl. (contracts/clusterctl.md: Validation Rules)";
  readonly "CT-005": "CT-005: metadata.yaml has the kind Metadata. (contracts/clusterctl.md: Validation Rules)";
  readonly "CT-006": "CT-006: metadata.yaml lists release series with major, minor and contract. (contracts/clusterctl.md: Validation Rules)";
  readonly "CT-007": "CT-007: The release itself belongs to a listed series. (cmd/clusterctl/client/cluster/installer.go (getProviderContract))";
  readonly "CT-008": "CT-008: Series name a contract that core understands. (docs/book/src/reference/versions.md: Cluster API release vs contract versions)";
  readonly "CT-009": "CT-009: Cluster templates are called cluster-template, with a flavor after a dash. (contracts/clusterctl.md: Workload cluster templates > Naming conventions)";
  readonly "CT-010": "CT-010: Cluster templates bring no Namespace, and put all objects into the one that the user names. (contracts/clusterctl.md: Workload cluster templates > Target namespace)";
  readonly "CT-011": "CT-011: Cluster templates use all common variables. (contracts/clusterctl.md: Workload cluster templates > Variables)";
  readonly "CT-012": "CT-012: Objects to which a cluster template refers by kind and name are in it. (contracts/clusterctl.md: Workload cluster templates)";
  readonly "CT-013": "CT-013: A ClusterClass file is named for its class. (contracts/clusterctl.md: ClusterClass definitions > Naming conventions)";
  readonly "CT-014": "CT-014: ClusterClass files name no namespace, use no variables, and share no objects. (contracts/clusterctl.md: ClusterClass definitions > Target namespace)";
  readonly "CT-015": "CT-015: Every provider object is linked to its Cluster through owner references. (contracts/clusterctl.md: OwnerReferences chain)";
  readonly "CT-016": "CT-016: CRDs of global objects that have to move carry a move label. (contracts/clusterctl.md: Move)";
  readonly "CT-017": "CT-017: After a move the provider continues at the target, and creates or destroys no infrastructure on either side. (contracts/clusterctl.md: Move)";
  readonly "CT-018": "CT-018: An object may carry clusterctl.cluster.x-k8s.io/block-move while pausing takes more work. (contracts/clusterctl.md: Move)";
  readonly "CT-019": "CT-019: Deletion during a move is admitted, and does not remove infrastructure. (contracts/clusterctl.md: Move)";
  readonly "CT-020": "CT-020: Nothing in status is irreplaceable: a move never restores it. (contracts/clusterctl.md: Move (warning on status))";
  readonly "CT-021": "CT-021: A GitLab repository URL has the form of the packages API. (contracts/clusterctl.md: Creating a provider repository on GitLab)";
  readonly "CT-022": "CT-022: The namespace of a ClusterClass may be an optional variable. (contracts/clusterctl.md: ClusterClass definitions > Naming conventions)";
  readonly "CT-023": "CT-023: The provider documents its variables, its templates and its ClusterClasses, and any manual steps a move needs. (contracts/clusterctl.md: Variables)";
  readonly "CT-024": "CT-024: After clusterctl has substituted the variables, the files of a release are YAML. (cmd/clusterctl/client/yamlprocessor/simple_processor.go: Process)";
  readonly "SE-001": "SE-001: Infrastructure credentials are short lived and renewed automatically. (security-guidelines.md: item 3)";
  readonly "SE-002": "SE-002: Creation, update and deletion of infrastructure are rate limited. (security-guidelines.md: item 4)";
  readonly "SE-003": "SE-003: Infrastructure that belongs to no cluster any more is found and removed, or marked, after a configurable time. (security-guidelines.md: item 5)";
  readonly "SE-004": "SE-004: Maintainer accounts use two factors and privileged steps (images, releases) need a second person. (security-guidelines.md: item 2)";
  readonly "BP-001": "BP-001: Logs are structured, and each line of a reconcile names the object, its owners and its Cluster. (best-practices.md (Logging))";
  readonly "BP-002": "BP-002: tilt-provider.yaml, where present, can be read. (best-practices.md (Tilt))";
  readonly "BP-003": "BP-003: What blocks progress can be read from conditions or events without reading logs. (core/logging.md)";
  readonly "CP-001": "CP-001: The general rules hold for control plane kinds. (contracts/control-plane.md: All resources)";
  readonly "CP-002": "CP-002: The flag of the contract, a boolean, is true once the control plane accepts requests. (contracts/control-plane.md: ControlPlane: initialization completed)";
  readonly "CP-003": "CP-003: The endpoint has a string host and an integer port, and is set no later than the flag. (contracts/control-plane.md: ControlPlane: endpoint)";
  readonly "CP-004": "CP-004: If there are replicas, their counters, selector and scale subresource exist, too. (contracts/control-plane.md: ControlPlane: replicas)";
  readonly "CP-005": "CP-005: Where the version is managed, status has the version or versions in use. (contracts/control-plane.md: ControlPlane: version)";
  readonly "CP-006": "CP-006: Where Machines are used, their metadata and infrastructure are under spec.machineTemplate. (contracts/control-plane.md: ControlPlane: machines)";
  readonly "CP-007": "CP-007: status.conditions is a map-like list of standard Kubernetes conditions. (contracts/control-plane.md: ControlPlane: conditions)";
  readonly "CP-008": "CP-008: The Secret <cluster>-kubeconfig has the type and label of the contract, and the kubeconfig under value. (contracts/control-plane.md: Cluster kubeconfig management)";
  readonly "CP-009": "CP-009: The Secrets <cluster>-ca, -etcd, -proxy and -sa have the type and label of the contract. (contracts/control-plane.md: Cluster certificate management)";
  readonly "CP-010": "CP-010: Machines are spread over failure domains; labels, annotations and timeouts are propagated in place. (contracts/control-plane.md: Machine placement)";
  readonly "CP-011": "CP-011: failureReason and failureMessage are optional strings, for terminal failures. (contracts/control-plane.md: ControlPlane: terminal failures)";
  readonly "CP-012": "CP-012: Terminal failures are conditions under v1beta2, not failureReason and failureMessage. (contracts/control-plane.md: ControlPlane: terminal failures)";
  readonly "CP-013": "CP-013: Instances that are ready, available, up to date or at a version are no more than status.replicas. (contracts/control-plane.md: ControlPlane: replicas)";
  readonly "CP-014": "CP-014: The time of a scheduled rollout is a date-time at the path of the contract. (contracts/control-plane.md: ControlPlane: rolloutAfter)";
  readonly "CP-015": "CP-015: A Machine is updated in place only after CanUpdateMachine agreed, and is handed over with its objects marked. (contracts/control-plane.md: ControlPlane: in-place updates)";
  readonly "CP-016": "CP-016: Machines get spec.minReadySeconds and the condition UpToDate, continuously and without a rollout. (contracts/control-plane.md: MinReadySeconds and UpToDate propagation)";
  readonly "CP-017": "CP-017: Readiness gates of Machines are a list, a map by conditionType, at the path of the contract. (contracts/control-plane.md: ControlPlane: machines)";
  readonly "CP-018": "CP-018: Taints of Machines are a list, a map by key and effect, at the path of the contract. (contracts/control-plane.md: ControlPlane: machines)";
  readonly "MP-001": "MP-001: The general rules hold for machine pool kinds. (contracts/infra-machinepool.md: All resources)";
  readonly "MP-002": "MP-002: status.ready, which core reads under any contract, is there; under v1beta2 the flag in status.initialization as well. (contracts/infra-machinepool.md: InfraMachinePool: initialization completed)";
  readonly "MP-003": "MP-003: spec.providerIDList is a list of strings: the IDs of all instances, kept up to date. (contracts/infra-machinepool.md: InfraMachinePool: providerIDList)";
  readonly "MP-004": "MP-004: status.replicas, an integer, is the observed number of instances. (contracts/infra-machinepool.md: InfraMachinePool: replicas)";
  readonly "MP-005": "MP-005: status.infrastructureMachineKind, where declared, is a string. (contracts/infra-machinepool.md: MachinePoolMachines support)";
  readonly "MP-006": "MP-006: spec.providerID and status.instances, where declared, are a string and a list. (contracts/infra-machinepool.md: InfraMachinePool: instances)";
  readonly "MP-007": "MP-007: failureReason and failureMessage are optional strings, which are never cleared. (docs/book/src/developer/core/controllers/machine-pool.md (Optional status fields))";
  readonly "MP-008": "MP-008: Terminal failures are conditions under v1beta2, not failureReason and failureMessage. (contracts/infra-machinepool.md: InfraMachinePool: terminal failures)";
  readonly "MP-009": "MP-009: status.conditions is a map-like list of standard Kubernetes conditions. (contracts/infra-machinepool.md: InfraMachinePool: conditions)";
  readonly "MP-010": "MP-010: With the annotation replicas-managed-by the infrastructure decides the count, and the MachinePool follows it. (docs/book/src/developer/core/controllers/machine-pool.md (Externally Managed Autoscaler))";
  readonly "MP-011": "MP-011: The machine pool kind has a template, without which there is no ClusterClass with such pools. (contracts/infra-machinepool.md: InfraMachinePoolTemplate, InfraMachineTemplatePoolList resource definition)";
  readonly "IP-001": "IP-001: Pool kinds are CRDs that core can find. (contracts/ipam.md: Data Types)";
  readonly "IP-002": "IP-002: A claim on a pool of this provider gets an IPAddress, unless its Cluster is paused or missing. (contracts/ipam.md: Normal IPAddressClaim)";
  readonly "IP-003": "IP-003: An IPAddress is controlled by its claim and owned by its pool, both blocking deletion. (contracts/ipam.md: Normal IPAddressClaim, step 5)";
  readonly "IP-004": "IP-004: On deletion of the claim the address is released, the IPAddress deleted and finalizers removed. (contracts/ipam.md: Deleted IPAddressClaim)";
  readonly "IP-005": "IP-005: Addresses come from claims that the InfraMachine owns; provisioning and deletion wait for them. (contracts/ipam.md: Infrastructure Provider)";
  readonly "IP-006": "IP-006: Pools that move with a cluster have the label cluster.x-k8s.io/cluster-name. (contracts/ipam.md: Clusterctl Move)";
  readonly "RX-001": "RX-001: Discovery lists every handler by a unique DNS label, with a known hook and a time limit of at most 30 seconds. (internal/runtime/client/client.go: defaultAndValidateDiscoveryResponse)";
  readonly "RX-002": "RX-002: The same request of a hook that does not block always gets the same answer. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Deterministic result)";
  readonly "RX-003": "RX-003: GeneratePatches answers patches only for templates that they change. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: Patch extension guidelines)";
  readonly "RX-004": "RX-004: Patches apply to templates of the request, and change only spec.template.spec, labels and annotations, to valid ones. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: GeneratePatches)";
  readonly "RX-005": "RX-005: A handler answers within its time limit; work that takes longer runs in the background. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Timeouts)";
  readonly "RX-006": "RX-006: Templates and variables that a handler cannot handle get no patch, or a failure that names the field. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: Patch extension guidelines)";
  readonly "RX-007": "RX-007: The message of a failure is the same in each call with the same problem, and has no confidential value. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Error messages)";
  readonly "RX-008": "RX-008: Responses match the OpenAPI document of their hook. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Introduction)";
  readonly "RX-009": "RX-009: An ExtensionConfig names a Service of the file, and a Secret that the CA is injected from. (docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: ExtensionConfig)";
}

/** Id of a rule that files can be checked by, without a running provider. */
export type StaticRuleId =
  | "AR-001"
  | "AR-002"
  | "AR-003"
  | "AR-004"
  | "AR-005"
  | "AR-006"
  | "AR-007"
  | "AR-008"
  | "AR-009"
  | "AR-010"
  | "AR-011"
  | "AR-012"
  | "AR-013"
  | "AR-014"
  | "AR-015"
  | "AR-016"
  | "AR-017"
  | "AR-018"
  | "AR-019"
  | "AR-020"
  | "AR-021"
  | "AR-022"
  | "AR-024"
  | "BC-001"
  | "BC-002"
  | "BC-003"
  | "BC-004"
  | "BC-005"
  | "BC-006"
  | "BC-007"
  | "BC-008"
  | "BC-010"
  | "BC-011"
  | "BC-012"
  | "BC-014"
  | "BC-015"
  | "BT-001"
  | "BT-002"
  | "BT-003"
  | "BT-004"
  | "BT-005"
  | "BT-006"
  | "BT-010"
  | "BT-011"
  | "IM-001"
  | "IM-002"
  | "IM-003"
  | "IM-008"
  | "IM-009"
  | "IM-010"
  | "IM-011"
  | "IM-012"
  | "IM-013"
  | "IM-014"
  | "IM-016"
  | "IM-017"
  | "IM-019"
  | "IC-001"
  | "IC-002"
  | "IC-003"
  | "IC-004"
  | "IC-006"
  | "IC-007"
  | "IC-008"
  | "IC-009"
  | "IC-010"
  | "IC-012"
  | "IC-013"
  | "ICT-001"
  | "RB-001"
  | "RB-002"
  | "RB-003"
  | "RB-004"
  | "RB-005"
  | "RB-006"
  | "RB-007"
  | "RB-008"
  | "RB-009"
  | "RB-010"
  | "RB-011"
  | "RB-012"
  | "RB-013"
  | "RB-014"
  | "PC-001"
  | "PC-002"
  | "PC-003"
  | "PC-004"
  | "PC-005"
  | "PC-006"
  | "PC-007"
  | "PC-008"
  | "PC-011"
  | "PC-012"
  | "PC-013"
  | "PC-014"
  | "PC-015"
  | "PC-016"
  | "PC-017"
  | "CT-001"
  | "CT-002"
  | "CT-003"
  | "CT-004"
  | "CT-005"
  | "CT-006"
  | "CT-007"
  | "CT-008"
  | "CT-009"
  | "CT-010"
  | "CT-011"
  | "CT-012"
  | "CT-013"
  | "CT-014"
  | "CT-016"
  | "CT-021"
  | "CT-022"
  | "CT-024"
  | "BP-002"
  | "CP-001"
  | "CP-002"
  | "CP-003"
  | "CP-004"
  | "CP-005"
  | "CP-006"
  | "CP-007"
  | "CP-011"
  | "CP-012"
  | "CP-014"
  | "CP-017"
  | "CP-018"
  | "MP-001"
  | "MP-002"
  | "MP-003"
  | "MP-004"
  | "MP-005"
  | "MP-006"
  | "MP-007"
  | "MP-008"
  | "MP-009"
  | "MP-011"
  | "IP-001"
  | "RX-009";

/** Id of a rule that shows in a running provider. */
export type DynamicRuleId =
  | "AR-020"
  | "AR-024"
  | "BC-003"
  | "BC-004"
  | "BC-009"
  | "BC-010"
  | "BC-011"
  | "BC-012"
  | "BC-013"
  | "BC-015"
  | "BC-016"
  | "BC-017"
  | "BC-018"
  | "BC-019"
  | "BC-020"
  | "BC-021"
  | "BC-022"
  | "BC-023"
  | "BC-024"
  | "BC-025"
  | "BT-006"
  | "BT-007"
  | "BT-008"
  | "BT-009"
  | "BT-010"
  | "BT-011"
  | "BS-001"
  | "BS-002"
  | "BS-003"
  | "BS-004"
  | "BS-005"
  | "BS-006"
  | "BS-007"
  | "BS-008"
  | "BS-009"
  | "BH-001"
  | "BH-002"
  | "BH-003"
  | "BH-004"
  | "BH-005"
  | "BH-006"
  | "BH-007"
  | "BH-008"
  | "BH-009"
  | "BH-010"
  | "BH-011"
  | "BH-012"
  | "BH-013"
  | "BH-014"
  | "BH-015"
  | "BH-016"
  | "IM-004"
  | "IM-005"
  | "IM-006"
  | "IM-007"
  | "IM-008"
  | "IM-010"
  | "IM-012"
  | "IM-013"
  | "IM-014"
  | "IM-015"
  | "IM-016"
  | "IM-018"
  | "IB-001"
  | "IB-002"
  | "IB-003"
  | "IB-004"
  | "IB-005"
  | "IB-006"
  | "IB-007"
  | "IB-008"
  | "IB-009"
  | "IB-010"
  | "IB-011"
  | "IB-012"
  | "IB-013"
  | "IB-014"
  | "IB-015"
  | "IB-016"
  | "IC-002"
  | "IC-005"
  | "IC-008"
  | "IC-009"
  | "IC-010"
  | "IC-011"
  | "IC-014"
  | "IC-015"
  | "IC-016"
  | "IC-017"
  | "IC-018"
  | "IC-019"
  | "IC-020"
  | "IC-021"
  | "RB-013"
  | "PC-008"
  | "PC-009"
  | "PC-010"
  | "PC-019"
  | "CT-015"
  | "CT-017"
  | "CT-018"
  | "CT-019"
  | "CT-020"
  | "SE-002"
  | "SE-003"
  | "BP-001"
  | "BP-003"
  | "CP-002"
  | "CP-003"
  | "CP-004"
  | "CP-005"
  | "CP-006"
  | "CP-007"
  | "CP-008"
  | "CP-009"
  | "CP-010"
  | "CP-013"
  | "CP-015"
  | "CP-016"
  | "MP-002"
  | "MP-003"
  | "MP-004"
  | "MP-007"
  | "MP-010"
  | "IP-002"
  | "IP-003"
  | "IP-004"
  | "IP-005"
  | "IP-006"
  | "RX-001"
  | "RX-002"
  | "RX-003"
  | "RX-004"
  | "RX-005"
  | "RX-006"
  | "RX-007"
  | "RX-008";

/** The rules of the provider contract, by id. */
export const catalogue: Readonly<Record<keyof RuleTextById, CatalogueEntry>> = {
  "AR-001": {
    title: "Each contract type is a custom resource",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
      "IPPool",
    ],
    statement:
      "A kind that core refers to is an apiextensions.k8s.io/v1 CRD with a DNS group name and at least one served version.",
    sources: [
      "contracts/bootstrap-config.md: introduction",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, items 1 and 2",
      "machine-infrastructure.md@v1.7.1: Data Types",
      "cluster-infrastructure.md@v1.7.1: Data Types > InfraCluster Resources",
    ],
    checks: ["static-crd"],
  },
  "AR-002": {
    title: "CRD object name follows CalculateCRDName",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
      "IPPool",
    ],
    statement:
      "The CRD is named by the plural that core computes from the kind; under another name core cannot find it.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 2.1",
      "bootstrap.md@v1.8: Data Types > BootstrapTemplate Resources, last sentence",
      "contracts/infra-machine.md: InfraMachine, InfraMachineList resource definition",
      "contracts/infra-cluster.md: InfraCluster, InfraClusterList resource definition",
      "util/contract/contract.go",
      "internal/contract/version.go (GetGKMetadata)",
    ],
    checks: ["static-crd"],
  },
  "AR-003": {
    title: "Namespaced scope",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "Objects of the kind live in namespaces.",
    sources: [
      "contracts/bootstrap-config.md: All resources: scope",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 3",
      "contracts/infra-machine.md: All resources: scope",
      "contracts/infra-cluster.md: All resources: scope",
    ],
    checks: ["static-crd"],
  },
  "AR-004": {
    title: "Standard type and object metadata",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
      "IPPool",
    ],
    statement:
      "The root schema is an object that declares the types of apiVersion, kind and metadata, and restricts no metadata except names.",
    sources: [
      "contracts/bootstrap-config.md: All resources: TypeMeta and ObjectMeta field",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 4",
    ],
    checks: ["static-crd"],
  },
  "AR-005": {
    title: "List type exists and is named <Kind>List",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "The list kind is the kind's name followed by List.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition",
      "bootstrap.md@v1.8: Data Types > List Resources",
      "contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition",
      "contracts/infra-machine.md: InfraMachine, InfraMachineList resource definition",
      "contracts/infra-machine.md: InfraMachineTemplate, InfraMachineTemplateList resource definition",
      "contracts/infra-cluster.md: InfraCluster, InfraClusterList resource definition",
      "contracts/infra-cluster.md: InfraClusterTemplate, InfraClusterTemplateList resource definition",
    ],
    checks: ["static-crd"],
  },
  "AR-006": {
    title: "Contract label on the CRD",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"],
    statement: "The CRD has a label of a contract that core supports, and its value is not empty.",
    sources: [
      "contracts/bootstrap-config.md: All resources: version",
      "contracts/infra-machine.md: All resources: version",
      "contracts/infra-cluster.md: All resources: version",
      "contracts.md@v1.7.1: API version labels",
      "internal/contract/version.go",
    ],
    checks: ["static-crd"],
  },
  "AR-007": {
    title: "Contract label also on template CRDs",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfigTemplate",
      "InfraMachineTemplate",
      "InfraClusterTemplate",
      "InfraMachinePoolTemplate",
      "ControlPlaneTemplate",
    ],
    statement: "Templates carry the contract label too, since core resolves their version by it.",
    sources: [
      "contracts.md@v1.7.1: API version labels",
      "core/reconcilers/machineset/machineset_controller.go (computeDesiredBootstrapConfig, computeDesiredInfraMachine)",
    ],
    checks: ["static-crd"],
  },
  "AR-008": {
    title: "Contract label value syntax",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "The value of the label consists of version names, each once, joined by underscores.",
    sources: [
      "contracts/bootstrap-config.md: All resources: version",
      "internal/contract/version.go (GetLatestContractAndAPIVersionFromContract)",
    ],
    checks: ["static-crd"],
  },
  "AR-009": {
    title: "Every version named by the label exists",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "Each version that the label names is a version of the CRD.",
    sources: [
      "contracts/bootstrap-config.md: All resources: version",
      "contracts/infra-machine.md: All resources: version",
      "contracts/infra-cluster.md: All resources: version",
    ],
    checks: ["static-crd"],
  },
  "AR-010": {
    title: "Versions named by the label are served",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "The version that core selects is served.",
    sources: ["controllers/external/util.go (GetObjectFromContractVersionedRef)"],
    checks: ["static-crd"],
  },
  "AR-011": {
    title: "Which version core selects",
    level: "SHOULD",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "The last version in the label is also the one with the highest Kubernetes priority, which core takes.",
    sources: [
      "contracts/bootstrap-config.md: All resources: version",
      "internal/contract/version.go (kubeAwareAPIVersions)",
    ],
    checks: ["static-crd"],
  },
  "AR-012": {
    title: "The label decides which status fields count",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "ControlPlane"],
    statement: "A schema with the flag of one contract only has the flag of the contract that the label selects.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: initialization completed",
      "contracts/infra-machine.md: InfraMachine: initialization completed",
      "contracts/infra-cluster.md: InfraCluster: initialization completed",
      "internal/contract/bootstrap.go",
      "internal/contract/infrastructure_machine.go",
      "internal/contract/infrastructure_cluster.go",
    ],
    checks: ["static-crd"],
  },
  "AR-013": {
    title: "Contract marker is a label, not an annotation",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "The contract marker is a label; as an annotation it has no effect.",
    sources: [
      "migrations/v1.10-to-v1.11.md (branch release-1.11): How to implement the new v1beta2 contract",
      "internal/contract/version.go",
    ],
    checks: ["static-crd"],
  },
  "AR-014": {
    title: "Label and metadata.yaml agree",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "clusterctl",
    ],
    statement: "Every CRD of a release has the label of the contract that metadata.yaml names for it.",
    sources: [
      "contracts/bootstrap-config.md: All resources: version (note)",
      "contracts/clusterctl.md: Metadata YAML (note)",
    ],
    checks: ["static-artifacts"],
  },
  "AR-015": {
    title: "Version names and compatibility promises",
    level: "SHOULD",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "Version names follow Kubernetes: v1alpha1, v1beta1, v1.",
    sources: [
      "contracts/bootstrap-config.md: All resources: version",
      "contracts/infra-machine.md: All resources: version",
    ],
    checks: ["static-crd"],
  },
  "AR-016": {
    title: "API group for providers outside the SIG",
    level: "SHOULD",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "A provider outside the SIG uses an API group of its own.",
    sources: [
      "contracts/bootstrap-config.md: All resources: API group",
      "bootstrap.md@v1.8: RBAC > Cluster API controllers",
      "contracts/infra-machine.md: All resources: API group",
    ],
    checks: ["static-crd"],
  },
  "AR-017": {
    title: "One storage version",
    level: "MUST",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "Exactly one version is stored, and every version has a structural schema.",
    sources: [
      "cmd/clusterctl/client/cluster/objectgraph.go (getDiscoveryTypes)",
      "contracts/bootstrap-config.md: storageversion marker in the examples",
    ],
    checks: ["static-crd"],
  },
  "AR-018": {
    title: "Status subresource on the main kinds",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"],
    statement: "Every served version of a main kind has the status subresource.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition",
      "contracts/infra-machine.md: InfraMachine, InfraMachineList resource definition",
      "contracts/infra-cluster.md: InfraCluster, InfraClusterList resource definition",
    ],
    checks: ["static-crd"],
  },
  "AR-019": {
    title: "Contract fields survive pruning and have exact types",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "Contract fields are declared with the type core reads, or unknown fields are preserved around them.",
    sources: ["internal/contract/types.go", "core/reconcilers/machine/machine_controller_phases.go"],
    checks: ["static-crd"],
  },
  "AR-020": {
    title: "Conversion keeps contract fields",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "Served versions that differ in contract fields are translated by a conversion webhook.",
    sources: ["getting-started/webhooks.md: Conversion webhooks"],
    checks: ["static-crd", "dynamic"],
  },
  "AR-021": {
    title: "Kind naming convention",
    level: "MAY",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "By convention, a kind is named for its environment, followed by Config, Machine or Cluster.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig, BootstrapConfigList resource definition",
      "contracts/infra-machine.md: InfraMachine, InfraMachineList resource definition",
      "contracts/infra-cluster.md: InfraCluster, InfraClusterList resource definition",
    ],
    checks: ["static-crd"],
  },
  "AR-022": {
    title: "Category cluster-api",
    level: "MAY",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "The kind is in the category cluster-api.",
    sources: [
      "contracts/bootstrap-config.md: examples",
      "bootstrap.md@v1.8: Data Types > BootstrapTemplate Resources (example)",
    ],
    checks: ["static-crd"],
  },
  "AR-023": {
    title: "Rely on contract rules only",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "A provider relies on the rules of the contract, and on no other behavior of core.",
    sources: [
      "contracts/bootstrap-config.md: introduction (warning)",
      "contracts/infra-machine.md: introduction (warning)",
      "contracts/infra-cluster.md: introduction (warning)",
    ],
    checks: ["manual"],
  },
  "AR-024": {
    title: "Provider content is validated early",
    level: "SHOULD",
    contract: "both",
    appliesTo: [
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "InfraMachine",
      "InfraMachineTemplate",
      "InfraCluster",
      "InfraClusterTemplate",
      "InfraMachinePool",
      "InfraMachinePoolTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ],
    statement: "spec does not preserve unknown fields at its root, so that invalid content is rejected at once.",
    sources: [
      "getting-started/webhooks.md: Validating webhooks",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Goals, item 5",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: User Stories (validation)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "BC-001": {
    title: "spec exists",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement: "Every served version has a spec, an object.",
    sources: ["bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 5"],
    checks: ["static-crd"],
  },
  "BC-002": {
    title: "status exists",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement: "Every served version has a status, an object.",
    sources: ["bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 6"],
    checks: ["static-crd"],
  },
  "BC-003": {
    title: "status.ready (v1beta1)",
    level: "MUST",
    contract: "v1beta1",
    appliesTo: ["BootstrapConfig"],
    statement: "status.ready, a boolean, is true once the bootstrap data is stored (v1beta1).",
    sources: [
      "contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: initialization completed",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 6.1",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "BC-004": {
    title: "status.initialization.dataSecretCreated (v1beta2)",
    level: "MUST",
    contract: "v1beta2",
    appliesTo: ["BootstrapConfig"],
    statement:
      "status.initialization.dataSecretCreated, a boolean, is true once the bootstrap data is stored (v1beta2).",
    sources: ["contracts/bootstrap-config.md: BootstrapConfig: initialization completed"],
    checks: ["static-crd", "dynamic"],
  },
  "BC-005": {
    title: "status.dataSecretName",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement: "status.dataSecretName, an optional string, names the Secret with the bootstrap data.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 6.1",
    ],
    checks: ["static-crd"],
  },
  "BC-006": {
    title: "Bounds of dataSecretName",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["BootstrapConfig"],
    statement: "dataSecretName is 1 to 253 characters long.",
    sources: ["contracts/bootstrap-config.md: BootstrapConfig: data secret"],
    checks: ["static-crd"],
  },
  "BC-007": {
    title: "failureReason (v1beta1)",
    level: "MAY",
    contract: "v1beta1",
    appliesTo: ["BootstrapConfig"],
    statement: "failureReason, where declared, is a string.",
    sources: [
      "contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: terminal failures",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 6.2",
    ],
    checks: ["static-crd"],
  },
  "BC-008": {
    title: "failureMessage (v1beta1)",
    level: "MAY",
    contract: "v1beta1",
    appliesTo: ["BootstrapConfig"],
    statement: "failureMessage, where declared, is a string.",
    sources: [
      "contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: terminal failures",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 6.2",
    ],
    checks: ["static-crd"],
  },
  "BC-009": {
    title: "Report terminal failures (v1beta1)",
    level: "SHOULD",
    contract: "v1beta1",
    appliesTo: ["BootstrapConfig"],
    statement: "failureReason and failureMessage report terminal failures only, and are never cleared (v1beta1).",
    sources: [
      "contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: terminal failures",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, first note",
    ],
    checks: ["dynamic"],
  },
  "BC-010": {
    title: "Terminal failures become conditions (v1beta2)",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["BootstrapConfig"],
    statement: "Terminal failures are conditions under v1beta2, not failureReason and failureMessage.",
    sources: ["contracts/bootstrap-config.md: BootstrapConfig: terminal failures"],
    checks: ["static-crd", "dynamic"],
  },
  "BC-011": {
    title: "Conditions",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "status.conditions is a map-like list of standard Kubernetes conditions.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: conditions",
      "contracts/infra-machine.md: InfraMachine: conditions",
      "contracts/infra-cluster.md: InfraCluster: conditions",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "BC-012": {
    title: "Every condition item is well formed",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"],
    statement:
      "A condition has a type that is not empty, the status True, False or Unknown, and well-formed further fields.",
    sources: ["contracts/bootstrap-config.md: BootstrapConfig: conditions", "util/conditions/getter.go"],
    checks: ["static-crd", "dynamic"],
  },
  "BC-013": {
    title: "Ready condition covers the whole life",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "The Ready condition summarizes the state of the object throughout its life, including deletion.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: conditions",
      "contracts/infra-machine.md: InfraMachine: conditions",
      "contracts/infra-cluster.md: InfraCluster: conditions",
      "machine-infrastructure.md@v1.7.1: Data Types, item 7",
    ],
    checks: ["dynamic"],
  },
  "BC-014": {
    title: "Condition format under v1beta1",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"],
    statement: "Conditions have a severity under v1beta1, and none under v1beta2.",
    sources: [
      "contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: conditions",
      "contracts/infra-machine.md@v1.10.10: InfraMachine: conditions",
      "contracts/infra-cluster.md@v1.10.10: InfraCluster: conditions",
    ],
    checks: ["static-crd"],
  },
  "BC-015": {
    title: "Where core looks for conditions",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "Core prefers status.v1beta2.conditions if it exists; keep it complete or remove it.",
    sources: [
      "util/conditions/getter.go (UnstructuredGetAll)",
      "migrations/v1.10-to-v1.11.md (branch release-1.11): How to start using metav1.conditions",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "BC-016": {
    title: "Secret name is deterministic",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "bootstrap data Secret"],
    statement: "dataSecretName can be computed again from the Cluster, the Machine and the config alone.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, second note",
      "bootstrap.md@v1.8: Behavior, step 4",
    ],
    checks: ["dynamic"],
  },
  "BC-017": {
    title: "Name and flag appear together",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement: "The name of the Secret is set no later than the flag.",
    sources: [
      "core/reconcilers/machine/machine_controller_phases.go (reconcileBootstrap)",
      "bootstrap.md@v1.8: Behavior, steps 6 to 8",
    ],
    checks: ["dynamic"],
  },
  "BC-018": {
    title: "Flag only after the secret exists",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "bootstrap data Secret"],
    statement: "The flag becomes true only when the Secret with its final content can be read.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: initialization completed",
      "bootstrap.md@v1.8: Behavior, steps 5 to 7",
    ],
    checks: ["dynamic"],
  },
  "BC-019": {
    title: "Flag stays true",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement: "Once the flag is true, neither it nor the name of the Secret changes.",
    sources: [
      "contracts/bootstrap-config.md@v1.10.10: BootstrapConfig: initialization completed (field comment)",
      "core/reconcilers/machine/machine_controller_phases.go",
    ],
    checks: ["dynamic"],
  },
  "BC-020": {
    title: "Status is rebuilt after move or restore",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool"],
    statement: "After a move or a restore, status is computed again, and nothing is created twice.",
    sources: [
      "contracts/clusterctl.md: Move (warning on status)",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, second note",
      "getting-started/controllers-and-reconciliation.md: A note about the status",
    ],
    checks: ["dynamic"],
  },
  "BC-021": {
    title: "Pausing",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool"],
    statement: "Nothing is reconciled while the Cluster or the object is paused.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: pausing",
      "contracts/infra-machine.md: InfraMachine: pausing",
      "contracts/infra-cluster.md: InfraCluster: pausing",
      "contracts/clusterctl.md: Move",
    ],
    checks: ["dynamic"],
  },
  "BC-022": {
    title: "Paused condition",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool"],
    statement: "A Paused condition is True while the object is paused, and False otherwise.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: pausing",
      "contracts/infra-machine.md: InfraMachine: pausing",
      "contracts/infra-cluster.md: InfraCluster: pausing",
      "util/paused/paused.go",
    ],
    checks: ["dynamic"],
  },
  "BC-023": {
    title: "In-place changes",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["BootstrapConfig"],
    statement: "A provider that takes part in in-place updates leaves in-place changes of the config alone.",
    sources: ["contracts/bootstrap-config.md: BootstrapConfig: support for in-place changes"],
    checks: ["dynamic"],
  },
  "BC-024": {
    title: "MachinePool as owner",
    level: "MAY",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement: "A config may belong to a MachinePool in place of a Machine.",
    sources: [
      "bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go",
      "bootstrap.md@v1.8: Data Types > Bootstrap API resource, first note",
    ],
    checks: ["dynamic"],
  },
  "BC-025": {
    title: "Certificate expiry annotation",
    level: "MAY",
    contract: "both",
    appliesTo: ["BootstrapConfig"],
    statement:
      "A control plane config may carry the expiry of its certificates, an RFC 3339 time, in an annotation that core copies.",
    sources: [
      "docs/book/src/reference/api/labels-and-annotations.md: Supported Annotations",
      "core/reconcilers/machine/machine_controller_phases.go (reconcileCertificateExpiry)",
    ],
    checks: ["dynamic"],
  },
  "BT-001": {
    title: "Template kind exists",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate"],
    statement: "Every bootstrap config and infra machine kind has a template kind.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition",
      "bootstrap.md@v1.8: Data Types > BootstrapTemplate Resources",
      "contracts/infra-machine.md: InfraMachineTemplate, InfraMachineTemplateList resource definition",
    ],
    checks: ["static-components"],
  },
  "BT-002": {
    title: "Template kind is <Kind>Template",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate", "InfraClusterTemplate"],
    statement: "A template's kind is the main kind's name followed by Template.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition",
      "contracts/infra-machine.md: InfraMachineTemplate, InfraMachineTemplateList resource definition",
      "contracts/infra-cluster.md: InfraClusterTemplate, InfraClusterTemplateList resource definition",
      "controllers/external/util.go (GenerateTemplate)",
    ],
    checks: ["static-crd"],
  },
  "BT-003": {
    title: "spec.template",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate", "InfraClusterTemplate"],
    statement: "A template has a required spec.template.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition",
      "bootstrap.md@v1.8: Data Types > BootstrapTemplate Resources (example)",
      "contracts/infra-machine.md: InfraMachineTemplate, InfraMachineTemplateList resource definition",
      "contracts/infra-cluster.md: InfraClusterTemplate, InfraClusterTemplateList resource definition",
    ],
    checks: ["static-crd"],
  },
  "BT-004": {
    title: "spec.template.spec",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate", "InfraClusterTemplate"],
    statement:
      "spec.template.spec is a required object without providerID and controlPlaneEndpoint, which concern single objects.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition (note)",
      "bootstrap.md@v1.8: Data Types > BootstrapTemplate Resources (example)",
      "contracts/infra-machine.md: InfraMachineTemplate, InfraMachineTemplateList resource definition (note)",
    ],
    checks: ["static-crd"],
  },
  "BT-005": {
    title: "spec.template.metadata",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate", "InfraClusterTemplate"],
    statement: "spec.template.metadata declares no other fields than labels and annotations, maps of strings.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfigTemplate, BootstrapConfigTemplateList resource definition",
      "bootstrap.md@v1.8: Data Types > BootstrapTemplate Resources (example)",
      "internal/contract/bootstrap_config_template.go",
      "api/core/v1beta2/common_types.go (ObjectMeta)",
    ],
    checks: ["static-crd"],
  },
  "BT-006": {
    title: "Clone of the template is admitted",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate", "InfraClusterTemplate"],
    statement: "What the template accepts, the main kind accepts too: fields, types and values, CEL rules aside.",
    sources: [
      "controllers/external/util.go (GenerateTemplate)",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Object References, Templates, MachineSets and MachineDeployments",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "BT-007": {
    title: "Owner references during cloning",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine"],
    statement: "A clone is tolerated before its Machine owns it, and its owners and cluster name label are left alone.",
    sources: [
      "contracts/bootstrap-config.md: Behavior, step 1",
      "core/reconcilers/machine/machine_controller_phases.go (ensureExternalOwnershipAndWatch)",
      "bootstrap.md@v1.8: Behavior, step 1.1",
    ],
    checks: ["dynamic"],
  },
  "BT-008": {
    title: "Server side apply dry run",
    level: "MUST",
    contract: "both",
    appliesTo: ["BootstrapConfigTemplate", "InfraMachineTemplate"],
    statement: "A template that refuses changes admits those of a dry run for a topology, and no others.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfigTemplate: support for SSA dry run",
      "contracts/infra-machine.md: InfraMachineTemplate: support for SSA dry run",
      "util/topology/topology.go",
    ],
    checks: ["dynamic"],
  },
  "BT-009": {
    title: "Finalizers after the Machine owner",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["BootstrapConfig", "InfraMachine"],
    statement: "A finalizer is added only after the Machine owner is set.",
    sources: [
      "contracts/infra-machine.md: Normal resource, steps 1 to 3",
      "test/infrastructure/docker/reconcilers/devmachine_reconciler.go",
    ],
    checks: ["dynamic"],
  },
  "BT-010": {
    title: "Autoscaling from zero: capacity",
    level: "MAY",
    contract: "both",
    appliesTo: ["InfraMachineTemplate"],
    statement: "status.capacity, where declared, maps resource names to quantities.",
    sources: [
      "contracts/infra-machine.md: InfraMachineTemplate: support cluster autoscaling from zero",
      "docs/proposals/20210310-opt-in-autoscaling-from-zero.md: Infrastructure Machine Template Status Updates",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "BT-011": {
    title: "Autoscaling from zero: nodeInfo",
    level: "MAY",
    contract: "v1beta2",
    appliesTo: ["InfraMachineTemplate"],
    statement:
      "status.nodeInfo, where declared, is a non-empty object of optional strings; architecture is amd64, arm64, s390x or ppc64le.",
    sources: ["contracts/infra-machine.md: InfraMachineTemplate: support cluster autoscaling from zero"],
    checks: ["static-crd", "dynamic"],
  },
  "BS-001": {
    title: "Secret name",
    level: "MUST",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "The Secret is named as status.dataSecretName says.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "bootstrap.md@v1.8: Bootstrap Secret, item 1",
    ],
    checks: ["dynamic"],
  },
  "BS-002": {
    title: "Secret namespace",
    level: "MUST",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "The Secret is in the namespace of the config, which is that of the Machine.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "core/reconcilers/machine/machine_controller_phases.go",
    ],
    checks: ["dynamic"],
  },
  "BS-003": {
    title: "Cluster name label",
    level: "MUST",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "The Secret has the label cluster.x-k8s.io/cluster-name with the name of the Cluster.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "bootstrap.md@v1.8: Bootstrap Secret, item 2",
    ],
    checks: ["dynamic"],
  },
  "BS-004": {
    title: "Controller owner reference",
    level: "MUST",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement:
      "The Secret has an owner reference with controller true to the config: apiVersion, kind, name and uid all match.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "bootstrap.md@v1.8: Bootstrap Secret, item 3",
    ],
    checks: ["dynamic"],
  },
  "BS-005": {
    title: "Single key value",
    level: "MUST",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "The bootstrap data is under the key value and not empty; the only other key is format.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "bootstrap.md@v1.8: Bootstrap Secret, item 4",
    ],
    checks: ["dynamic"],
  },
  "BS-006": {
    title: "Secret type",
    level: "MAY",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "The Secret may have the type cluster.x-k8s.io/secret.",
    sources: [
      "api/core/v1beta2/common_types.go (ClusterSecretType)",
      "bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go",
    ],
    checks: ["dynamic"],
  },
  "BS-007": {
    title: "An existing Secret is kept",
    level: "MUST",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "Data is not generated again while a Secret of the computed name exists for the config.",
    sources: ["contracts/bootstrap-config.md: Behavior, step 4", "bootstrap.md@v1.8: Behavior, step 5"],
    checks: ["dynamic"],
  },
  "BS-008": {
    title: "Owner reference repair and conflict",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement:
      "A Secret without its owner reference gets it back; one that something else controls is reported and left alone.",
    sources: [
      "bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go (ensureBootstrapSecretOwnersRef)",
    ],
    checks: ["dynamic"],
  },
  "BS-009": {
    title: "Garbage collection",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["bootstrap data Secret"],
    statement: "Deleting the config removes the Secret through its owner reference.",
    sources: [
      "bootstrap.md@v1.8: Bootstrap Secret, item 3",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Deleting > Expectations",
    ],
    checks: ["dynamic"],
  },
  "BH-001": {
    title: "No Machine owner, no work",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig"],
    statement: "A config whose owner is neither a Machine nor a supported MachinePool is left alone.",
    sources: ["contracts/bootstrap-config.md: Behavior, step 1", "bootstrap.md@v1.8: Behavior, step 1"],
    checks: ["dynamic"],
  },
  "BH-002": {
    title: "Stop on terminal failure (v1beta1)",
    level: "MUST",
    contract: "v1beta1",
    appliesTo: ["behavior", "BootstrapConfig"],
    statement: "Nothing is done once failureReason or failureMessage is set (v1beta1).",
    sources: ["contracts/bootstrap-config.md@v1.10.10: Behavior", "bootstrap.md@v1.8: Behavior, step 2"],
    checks: ["dynamic"],
  },
  "BH-003": {
    title: "No Cluster, no work",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig"],
    statement: "If the Cluster of the config does not exist, the reconcile ends without an error loop.",
    sources: ["contracts/bootstrap-config.md: Behavior, step 2", "bootstrap.md@v1.8: Behavior, step 3"],
    checks: ["dynamic"],
  },
  "BH-004": {
    title: "Generate and store if missing",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig", "bootstrap data Secret"],
    statement: "The name is computed, the Secret is looked up, and data is generated and stored only if it is missing.",
    sources: ["contracts/bootstrap-config.md: Behavior, steps 3 and 4", "bootstrap.md@v1.8: Behavior, steps 4 and 5"],
    checks: ["dynamic"],
  },
  "BH-005": {
    title: "Order of the final writes",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig"],
    statement:
      "The Secret is stored first, then name and flag are reported, so that no crash leaves a flag without its Secret.",
    sources: ["contracts/bootstrap-config.md: Behavior, steps 5 to 7", "bootstrap.md@v1.8: Behavior, steps 6 to 8"],
    checks: ["dynamic"],
  },
  "BH-006": {
    title: "React to created, updated and deleted objects",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool"],
    statement: "The provider watches its kinds and reconciles on creation, change and deletion.",
    sources: [
      "contracts/bootstrap-config.md: Typical BootstrapConfig reconciliation workflow",
      "bootstrap.md@v1.8: Behavior, first paragraph",
      "contracts/infra-machine.md: Typical InfraMachine reconciliation workflow",
      "contracts/infra-cluster.md: Typical InfraCluster reconciliation workflow",
    ],
    checks: ["dynamic"],
  },
  "BH-007": {
    title: "React to related objects",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig", "InfraMachine"],
    statement: "Changes of the owner Machine and of the Cluster wake the objects they concern.",
    sources: [
      "util/util.go (MachineToInfrastructureMapFunc)",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Sequence diagram, Figures 4 and 6",
    ],
    checks: ["dynamic"],
  },
  "BH-008": {
    title: "Idempotence",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool"],
    statement:
      "Reconciling again without change has no effect: no writes to the API server, no calls that change infrastructure.",
    sources: ["getting-started/controllers-and-reconciliation.md: Idempotency"],
    checks: ["dynamic"],
  },
  "BH-009": {
    title: "No state in memory only",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "Nothing that matters is kept in memory only.",
    sources: ["getting-started/controllers-and-reconciliation.md: Reconciliation"],
    checks: ["dynamic"],
  },
  "BH-010": {
    title: "A deleted config generates nothing",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig"],
    statement: "A config that is being deleted is not provisioned any more.",
    sources: ["contracts/bootstrap-config.md: Behavior (diagram)"],
    checks: ["dynamic"],
  },
  "BH-011": {
    title: "Sentinel file on Linux",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "bootstrap data Secret"],
    statement:
      "Bootstrap data for Linux writes /run/cluster-api/bootstrap-success.complete once bootstrapping has succeeded.",
    sources: ["contracts/bootstrap-config.md: Sentinel file", "bootstrap.md@v1.8: Sentinel File"],
    checks: ["dynamic"],
  },
  "BH-012": {
    title: "Sentinel file on Windows",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "bootstrap data Secret"],
    statement:
      "Bootstrap data for Windows writes C:\\run\\cluster-api\\bootstrap-success.complete once bootstrapping has succeeded.",
    sources: ["contracts/bootstrap-config.md: Sentinel file", "bootstrap.md@v1.8: Sentinel File"],
    checks: ["dynamic"],
  },
  "BH-013": {
    title: "Taint on worker nodes",
    level: "MAY",
    contract: "both",
    appliesTo: ["behavior", "bootstrap data Secret"],
    statement:
      "Worker nodes may be registered with the taint node.cluster.x-k8s.io/uninitialized:NoSchedule; control planes never.",
    sources: [
      "contracts/bootstrap-config.md: Taint Nodes at creation",
      "bootstrap.md@v1.8: Taint Nodes at creation",
      "docs/proposals/20220927-labels-and-annotations-sync-between-machine-and-nodes.md: Delay between Node Creation and Sync",
    ],
    checks: ["dynamic"],
  },
  "BH-014": {
    title: "Only write what is yours",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "A controller writes its own custom resources and the Secrets it creates, and only reads others.",
    sources: [
      "bootstrap.md@v1.8: RBAC > Provider controller",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Controllers and the single responsibility approach",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller Role",
    ],
    checks: ["dynamic"],
  },
  "BH-015": {
    title: "Phase is not an input",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "No controller decides by Machine status.phase; it looks at the actual fields.",
    sources: [
      "api/core/v1beta2/machine_phase_types.go",
      'docs/proposals/20190610-machine-states-preboot-bootstrapping.md: The "Phase" field and its role',
    ],
    checks: ["dynamic"],
  },
  "BH-016": {
    title: "Waiting for prerequisites",
    level: "MAY",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig"],
    statement: "Data may wait for the infrastructure of the cluster and, for joining machines, for the control plane.",
    sources: ["bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go (reconcile)"],
    checks: ["dynamic"],
  },
  "IM-001": {
    title: "spec and status exist",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "Every served version has a spec and a status, both objects.",
    sources: ["machine-infrastructure.md@v1.7.1: Data Types, items 5 and 6"],
    checks: ["static-crd"],
  },
  "IM-002": {
    title: "spec.providerID",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "spec.providerID is an optional string that does not change once it is set.",
    sources: [
      "contracts/infra-machine.md: InfraMachine: provider ID",
      "machine-infrastructure.md@v1.7.1: Data Types, item 5.1",
    ],
    checks: ["static-crd"],
  },
  "IM-003": {
    title: "Bounds of providerID",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraMachine"],
    statement: "providerID is 1 to 512 characters long.",
    sources: ["contracts/infra-machine.md: InfraMachine: provider ID"],
    checks: ["static-crd"],
  },
  "IM-004": {
    title: "providerID equals the Node",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "providerID is byte for byte the spec.providerID of the Node of the machine.",
    sources: [
      "contracts/infra-machine.md: InfraMachine: provider ID",
      "machine-infrastructure.md@v1.7.1: Data Types, item 5.1",
      "core/reconcilers/machine/machine_controller_noderef.go (getNode)",
    ],
    checks: ["dynamic"],
  },
  "IM-005": {
    title: "providerID is unique",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "No two machines of a cluster share a providerID.",
    sources: ["core/reconcilers/machine/machine_controller_noderef.go (getNode)"],
    checks: ["dynamic"],
  },
  "IM-006": {
    title: "providerID comes with provisioned",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "A provisioned machine has a providerID: it is set no later than the flag.",
    sources: [
      "contracts/infra-machine.md: Normal resource (order of steps)",
      "core/reconcilers/machine/machine_controller_phases.go (reconcileInfrastructure)",
    ],
    checks: ["dynamic"],
  },
  "IM-007": {
    title: "Placement in the failure domain",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement:
      "Where there are failure domains, the instance is placed in the one that spec.failureDomain of the Machine names.",
    sources: ["contracts/infra-machine.md: InfraMachine: failure domain"],
    checks: ["dynamic"],
  },
  "IM-008": {
    title: "status.failureDomain",
    level: "MAY",
    contract: "v1beta2",
    appliesTo: ["InfraMachine"],
    statement: "status.failureDomain, where declared, is a string of 1 to 256 characters.",
    sources: ["contracts/infra-machine.md: InfraMachine: failure domain"],
    checks: ["static-crd", "dynamic"],
  },
  "IM-009": {
    title: "spec.failureDomain (v1beta1)",
    level: "MAY",
    contract: "v1beta1",
    appliesTo: ["InfraMachine"],
    statement: "spec.failureDomain, where declared under v1beta1, is a string.",
    sources: [
      "contracts/infra-machine.md@v1.10.10: InfraMachine: failure domain",
      "machine-infrastructure.md@v1.7.1: Data Types, item 5.2",
    ],
    checks: ["static-crd"],
  },
  "IM-010": {
    title: "No spec.failureDomain under v1beta2",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraMachine"],
    statement: "spec.failureDomain is not declared for v1beta2 alone, because core still reads it.",
    sources: [
      "contracts/infra-machine.md: InfraMachine: failure domain (compatibility note)",
      "core/reconcilers/machine/machine_controller_phases.go (reconcileInfrastructure)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IM-011": {
    title: "status.addresses",
    level: "MAY",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "status.addresses, where declared, lists objects with type and address.",
    sources: [
      "contracts/infra-machine.md: InfraMachine: addresses",
      "machine-infrastructure.md@v1.7.1: Data Types, item 6.2",
    ],
    checks: ["static-crd"],
  },
  "IM-012": {
    title: "Address types",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement:
      "There are up to 256 addresses of type Hostname, ExternalIP, InternalIP, ExternalDNS or InternalDNS, of 1 to 256 characters each.",
    sources: [
      "contracts/infra-machine.md: InfraMachine: addresses",
      "api/core/v1beta2/common_types.go (MachineAddress)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IM-013": {
    title: "status.ready (v1beta1)",
    level: "MUST",
    contract: "v1beta1",
    appliesTo: ["InfraMachine"],
    statement: "status.ready, a boolean, is true once the infrastructure of the machine is provisioned (v1beta1).",
    sources: [
      "contracts/infra-machine.md@v1.10.10: InfraMachine: initialization completed",
      "machine-infrastructure.md@v1.7.1: Data Types, item 6.1",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IM-014": {
    title: "status.initialization.provisioned (v1beta2)",
    level: "MUST",
    contract: "v1beta2",
    appliesTo: ["InfraMachine"],
    statement:
      "status.initialization.provisioned, a boolean, is true once the infrastructure of the machine is provisioned (v1beta2).",
    sources: [
      "contracts/infra-machine.md: InfraMachine: initialization completed",
      "internal/contract/infrastructure_machine.go",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IM-015": {
    title: "Flag is for first provisioning",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "The flag is not turned back once it is true.",
    sources: [
      "contracts/infra-machine.md@v1.10.10: InfraMachine: initialization completed (field comment)",
      "core/reconcilers/machine/machine_controller_phases.go",
    ],
    checks: ["dynamic"],
  },
  "IM-016": {
    title: "Terminal failures (v1beta1)",
    level: "SHOULD",
    contract: "v1beta1",
    appliesTo: ["InfraMachine"],
    statement: "failureReason and failureMessage are optional strings, for terminal failures.",
    sources: [
      "contracts/infra-machine.md@v1.10.10: InfraMachine: terminal failures",
      "machine-infrastructure.md@v1.7.1: Data Types, item 6.2",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 7",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IM-017": {
    title: "Terminal failures (v1beta2)",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraMachine"],
    statement: "Terminal failures are conditions under v1beta2, not failureReason and failureMessage.",
    sources: ["contracts/infra-machine.md: InfraMachine: terminal failures"],
    checks: ["static-crd"],
  },
  "IM-018": {
    title: "In-place changes",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraMachine"],
    statement: "A provider that takes part in in-place updates ignores or coordinates in-place changes of the machine.",
    sources: ["contracts/infra-machine.md: InfraMachine: support for in-place changes"],
    checks: ["dynamic"],
  },
  "IM-019": {
    title: "Interruptible instances",
    level: "MAY",
    contract: "both",
    appliesTo: ["InfraMachine"],
    statement: "status.interruptible, where declared, is a boolean.",
    sources: ["docs/proposals/20200330-spot-instances.md", "core/reconcilers/machine/machine_controller_noderef.go"],
    checks: ["static-crd"],
  },
  "IB-001": {
    title: "No Machine owner, no work",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement: "An InfraMachine without a Machine as owner, and a pool without a MachinePool, is left alone.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 1",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 1",
    ],
    checks: ["dynamic"],
  },
  "IB-002": {
    title: "Stop on terminal failure (v1beta1)",
    level: "MUST",
    contract: "v1beta1",
    appliesTo: ["behavior", "InfraMachine"],
    statement: "Nothing is done once failureReason or failureMessage is set (v1beta1).",
    sources: ["machine-infrastructure.md@v1.7.1: Normal resource, step 2"],
    checks: ["dynamic"],
  },
  "IB-003": {
    title: "No Cluster, no work",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement: "Without its Cluster the reconcile ends.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 2",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 3",
    ],
    checks: ["dynamic"],
  },
  "IB-004": {
    title: "Finalizer before infrastructure",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement:
      "A provider that creates anything outside adds its finalizer, and the addition is stored, before the first such call.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 3",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 4",
    ],
    checks: ["dynamic"],
  },
  "IB-005": {
    title: "Wait for cluster infrastructure",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement: "Nothing is created before the infrastructure of the Cluster is provisioned.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 4",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 5",
    ],
    checks: ["dynamic"],
  },
  "IB-006": {
    title: "Wait for bootstrap data",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement: "Nothing is created while the Machine has no spec.bootstrap.dataSecretName.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 5",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 6",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Pending > Expectations",
      "api/core/v1beta2/machine_types.go (Bootstrap)",
    ],
    checks: ["dynamic"],
  },
  "IB-007": {
    title: "Deliver the bootstrap data",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement:
      "The provider reads key value of the Secret named by the Machine, in the namespace of the Machine, and hands it to the instance.",
    sources: [
      "contracts/bootstrap-config.md: BootstrapConfig: data secret",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Sequence diagram, Figure 6",
      "contracts/infra-machine.md: Normal resource",
    ],
    checks: ["dynamic"],
  },
  "IB-008": {
    title: "Set results, then patch",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement:
      "After provisioning the provider sets providerID, then the flag, optionally addresses and failure domain, and patches.",
    sources: [
      "contracts/infra-machine.md: Normal resource, steps 7 to 11",
      "machine-infrastructure.md@v1.7.1: Normal resource, last steps",
    ],
    checks: ["dynamic"],
  },
  "IB-009": {
    title: "Control plane load balancer",
    level: "MAY",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine"],
    statement:
      "For control plane machines the instance may be registered with the load balancer of the provider, and deregistered on deletion.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 6",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 7",
      "contracts/infra-machine.md: Deleted resource",
    ],
    checks: ["dynamic"],
  },
  "IB-010": {
    title: "Deletion",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement:
      "On deletion the instance is removed; errors keep the finalizer and are retried, and it is removed last.",
    sources: ["contracts/infra-machine.md: Deleted resource", "machine-infrastructure.md@v1.7.1: Deleted resource"],
    checks: ["dynamic"],
  },
  "IB-011": {
    title: "Deletion without owner",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraMachinePool"],
    statement: "Without a Machine as owner only the finalizer is removed.",
    sources: ["contracts/infra-machine.md: Deleted resource", "machine-infrastructure.md@v1.7.1: Deleted resource"],
    checks: ["dynamic"],
  },
  "IB-012": {
    title: "Deletion is never blocked by prerequisites",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraCluster", "InfraMachinePool"],
    statement: "Checks for cluster infrastructure, bootstrap data or terminal failure do not stop deletion.",
    sources: [
      "contracts/infra-machine.md: Normal resource, step 4 notes",
      "machine-infrastructure.md@v1.7.1: Normal resource, step 5 notes",
    ],
    checks: ["dynamic"],
  },
  "IB-013": {
    title: "Use of the sentinel file",
    level: "MAY",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine"],
    statement:
      "An infrastructure provider may look for the sentinel file to detect failed bootstrapping and act on it.",
    sources: ["contracts/bootstrap-config.md: Sentinel file", "bootstrap.md@v1.8: Sentinel File"],
    checks: ["dynamic"],
  },
  "IB-014": {
    title: "Protect bootstrap data",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "bootstrap data Secret"],
    statement: "Bootstrap data is protected where the instance keeps it or removed after use, and is never logged.",
    sources: [
      "security-guidelines.md: item 6",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Certificates and tokens are exposed in plaintext",
    ],
    checks: ["dynamic"],
  },
  "IB-015": {
    title: "Names link to Kubernetes objects",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraCluster"],
    statement: "Infrastructure objects are named after the Kubernetes object they come from.",
    sources: ["best-practices.md"],
    checks: ["dynamic"],
  },
  "IB-016": {
    title: "Identify by tags, not by names",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraMachine", "InfraCluster"],
    statement: "Objects are found again by tags or labels, never by a naming convention.",
    sources: ["best-practices.md"],
    checks: ["dynamic"],
  },
  "IC-001": {
    title: "spec and status exist",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraCluster"],
    statement: "Every served version has a spec and a status, both objects.",
    sources: ["cluster-infrastructure.md@v1.7.1: Data Types > InfraCluster Resources, items 5 and 6"],
    checks: ["static-crd"],
  },
  "IC-002": {
    title: "Control plane endpoint",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraCluster"],
    statement: "spec.controlPlaneEndpoint has a string host and an integer port, and does not change once it is set.",
    sources: [
      "contracts/infra-cluster.md: InfraCluster: control plane endpoint",
      "cluster-infrastructure.md@v1.7.1: Data Types, item 5.1",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IC-003": {
    title: "Endpoint schema (v1beta2)",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraCluster"],
    statement: "Endpoint, host and port are optional and bounded under v1beta2.",
    sources: ["contracts/infra-cluster.md: InfraCluster: control plane endpoint"],
    checks: ["static-crd"],
  },
  "IC-004": {
    title: "Endpoint schema (v1beta1)",
    level: "SHOULD",
    contract: "v1beta1",
    appliesTo: ["InfraCluster"],
    statement: "Neither host nor port is required, so that an unset endpoint is possible.",
    sources: [
      "contracts/infra-cluster.md: InfraCluster: control plane endpoint (compatibility note)",
      "contracts/infra-cluster.md@v1.10.10: InfraCluster: control plane endpoint",
      "migrations/v1.11-to-v1.12.md (branch release-1.12): Suggested changes for providers",
    ],
    checks: ["static-crd"],
  },
  "IC-005": {
    title: "Wait for a foreign endpoint",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraCluster", "behavior"],
    statement:
      "A provider not responsible for the endpoint ends the reconcile until Cluster spec.controlPlaneEndpoint is set.",
    sources: ["contracts/infra-cluster.md: InfraCluster: control plane endpoint"],
    checks: ["dynamic"],
  },
  "IC-006": {
    title: "failureDomains as map (v1beta1)",
    level: "MUST",
    contract: "v1beta1",
    appliesTo: ["InfraCluster"],
    statement: "status.failureDomains is a map under v1beta1.",
    sources: [
      "contracts/infra-cluster.md@v1.10.10: InfraCluster: failure domains",
      "cluster-infrastructure.md@v1.7.1: Data Types, item 6.2.3",
    ],
    checks: ["static-crd"],
  },
  "IC-007": {
    title: "failureDomains as list (v1beta2)",
    level: "MUST",
    contract: "v1beta2",
    appliesTo: ["InfraCluster"],
    statement: "status.failureDomains is a list keyed by name under v1beta2.",
    sources: ["contracts/infra-cluster.md: InfraCluster: failure domains"],
    checks: ["static-crd"],
  },
  "IC-008": {
    title: "Shape matches the contract",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraCluster"],
    statement: "The shape of failureDomains is that of the selected contract; core cannot read the other one.",
    sources: ["internal/contract/infrastructure_cluster.go (FailureDomains)"],
    checks: ["static-crd", "dynamic"],
  },
  "IC-009": {
    title: "status.ready (v1beta1)",
    level: "MUST",
    contract: "v1beta1",
    appliesTo: ["InfraCluster"],
    statement: "status.ready, a boolean, is true once the infrastructure of the cluster is provisioned (v1beta1).",
    sources: [
      "contracts/infra-cluster.md@v1.10.10: InfraCluster: initialization completed",
      "cluster-infrastructure.md@v1.7.1: Data Types, item 6.1",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IC-010": {
    title: "status.initialization.provisioned (v1beta2)",
    level: "MUST",
    contract: "v1beta2",
    appliesTo: ["InfraCluster"],
    statement:
      "status.initialization.provisioned, a boolean, is true once the infrastructure of the cluster is provisioned (v1beta2).",
    sources: [
      "contracts/infra-cluster.md: InfraCluster: initialization completed",
      "internal/contract/infrastructure_cluster.go",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "IC-011": {
    title: "Endpoint and domains before the flag",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraCluster"],
    statement: "The endpoint, complete with host and port, and the failure domains are set no later than the flag.",
    sources: [
      "contracts/infra-cluster.md: InfraCluster: initialization completed",
      "core/reconcilers/cluster/cluster_controller_phases.go (reconcileInfrastructure)",
    ],
    checks: ["dynamic"],
  },
  "IC-012": {
    title: "Terminal failures (v1beta1)",
    level: "SHOULD",
    contract: "v1beta1",
    appliesTo: ["InfraCluster"],
    statement: "failureReason and failureMessage are optional strings, for terminal failures.",
    sources: [
      "contracts/infra-cluster.md@v1.10.10: InfraCluster: terminal failures",
      "cluster-infrastructure.md@v1.7.1: Data Types, item 6.2",
    ],
    checks: ["static-crd"],
  },
  "IC-013": {
    title: "Terminal failures (v1beta2)",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraCluster"],
    statement: "Terminal failures are conditions under v1beta2, not failureReason and failureMessage.",
    sources: ["contracts/infra-cluster.md: InfraCluster: terminal failures"],
    checks: ["static-crd"],
  },
  "IC-014": {
    title: "Externally managed infrastructure",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraCluster", "behavior"],
    statement: "An InfraCluster marked with cluster.x-k8s.io/managed-by is left alone, whatever the value.",
    sources: [
      "contracts/infra-cluster.md: Externally managed infrastructure",
      "contracts/infra-cluster.md: Normal resource, step 1",
      "docs/proposals/20210203-externally-managed-cluster-infrastructure.md",
      "util/annotations/helpers.go (IsExternallyManaged)",
    ],
    checks: ["dynamic"],
  },
  "IC-015": {
    title: "Mark cannot be removed",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraCluster", "behavior"],
    statement: "The mark cluster.x-k8s.io/managed-by cannot be removed once it is set.",
    sources: [
      "docs/proposals/20210203-externally-managed-cluster-infrastructure.md: Risks and Mitigations",
      "api/core/v1beta2/common_types.go (ManagedByAnnotation)",
    ],
    checks: ["dynamic"],
  },
  "IC-016": {
    title: "External manager fulfills the contract",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraCluster", "behavior"],
    statement:
      "The manager of the infrastructure fulfills the rules for endpoint, failure domains, initialization and failures.",
    sources: ["contracts/infra-cluster.md: Externally managed infrastructure"],
    checks: ["dynamic"],
  },
  "IC-017": {
    title: "No Cluster owner, no work",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraCluster"],
    statement: "Without a Cluster as owner the reconcile ends.",
    sources: [
      "contracts/infra-cluster.md: Normal resource, step 2",
      "cluster-infrastructure.md@v1.7.1: Normal resource, step 2",
    ],
    checks: ["dynamic"],
  },
  "IC-018": {
    title: "Find the owner by kind, not by controller flag",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraCluster"],
    statement: "The Cluster that owns an InfraCluster is found by kind and group, with or without the controller flag.",
    sources: ["core/reconcilers/cluster/cluster_controller_phases.go (ensureOwnerRefAndLabel)"],
    checks: ["dynamic"],
  },
  "IC-019": {
    title: "Finalizer, reconcile, results",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraCluster"],
    statement:
      "The finalizer is stored before infrastructure is made; endpoint, flag and failure domains are set after it.",
    sources: ["contracts/infra-cluster.md: Normal resource", "cluster-infrastructure.md@v1.7.1: Normal resource"],
    checks: ["dynamic"],
  },
  "IC-020": {
    title: "Deletion",
    level: "MUST",
    contract: "both",
    appliesTo: ["behavior", "InfraCluster"],
    statement:
      "On deletion, owned infrastructure is removed, and errors keep the finalizer; without infrastructure or owner, the finalizer is removed.",
    sources: ["contracts/infra-cluster.md: Deleted resource", "cluster-infrastructure.md@v1.7.1: Deleted resource"],
    checks: ["dynamic"],
  },
  "IC-021": {
    title: "Machines before cluster infrastructure",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "InfraCluster"],
    statement: "The infrastructure of a cluster is not torn down under its machines.",
    sources: [
      "core/reconcilers/cluster/cluster_controller.go (reconcileDelete)",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Deleting > Expectations",
    ],
    checks: ["dynamic"],
  },
  "ICT-001": {
    title: "InfraClusterTemplate",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraClusterTemplate"],
    statement: "The infra cluster kind has a template, without which there is no ClusterClass.",
    sources: [
      "contracts/infra-cluster.md: InfraClusterTemplate, InfraClusterTemplateList resource definition",
      "cluster-infrastructure.md@v1.7.1: InfraClusterTemplate Resources",
    ],
    checks: ["static-components"],
  },
  "RB-001": {
    title: "Provider role: own types",
    level: "MUST",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "The provider's own role lets it read and write its kinds and their status.",
    sources: [
      "getting-started/controllers-and-reconciliation.md: RBAC Roles",
      "bootstrap.md@v1.8: RBAC > Provider controller",
      "machine-infrastructure.md@v1.7.1: RBAC > Provider controller",
      "cluster-infrastructure.md@v1.7.1: RBAC > Provider controller",
    ],
    checks: ["static-components"],
  },
  "RB-002": {
    title: "Provider role: bootstrap Secrets",
    level: "MUST",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "A bootstrap provider may read and write Secrets.",
    sources: ["bootstrap.md@v1.8: RBAC > Provider controller"],
    checks: ["static-components"],
  },
  "RB-003": {
    title: "Provider role: read Clusters",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "The provider reads Clusters and never writes them.",
    sources: [
      "machine-infrastructure.md@v1.7.1: RBAC",
      "bootstrap.md@v1.8: RBAC > Provider controller",
      "cluster-infrastructure.md@v1.7.1: RBAC",
    ],
    checks: ["static-components"],
  },
  "RB-004": {
    title: "Provider role: read Machines",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "A machine-level provider reads Machines, and writes neither these nor MachineSets and MachinePools.",
    sources: [
      "getting-started/controllers-and-reconciliation.md: RBAC Roles",
      "machine-infrastructure.md@v1.7.1: RBAC > Provider controller",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller Role",
      "docs/proposals/20220209-machinepool-machines.md: InfraMachinePoolMachine deletion",
    ],
    checks: ["static-components"],
  },
  "RB-005": {
    title: "Access for core: aggregated role",
    level: "MUST",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "For a group that core is not granted by default, a role aggregated to core's manager covers the kinds.",
    sources: [
      "contracts/bootstrap-config.md: All resources: API group",
      "bootstrap.md@v1.8: RBAC > Cluster API controllers",
      "contracts/infra-machine.md: All resources: API group",
      "contracts/infra-cluster.md: All resources: API group",
      "core/config/rbac/aggregated_role.yaml",
    ],
    checks: ["static-components"],
  },
  "RB-006": {
    title: "Aggregated role names real plurals",
    level: "MUST",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "The aggregated role names resources by their plurals.",
    sources: ["contracts/bootstrap-config.md: All resources: API group (example)"],
    checks: ["static-components"],
  },
  "RB-007": {
    title: "Aggregated role for cluster templates",
    level: "MAY",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "For templates of clusters and control planes, the aggregated role may leave out create and delete.",
    sources: [
      "contracts/infra-cluster.md: All resources: API group (example)",
      "contracts/control-plane.md: All resources: API group (example)",
    ],
    checks: ["static-components"],
  },
  "RB-008": {
    title: "Finalizer permission on owners",
    level: "MUST",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "A provider that sets blocking owner references may update the finalizers of the owner.",
    sources: [
      "contracts/bootstrap-config.md: All resources: API group",
      "contracts/infra-machine.md: All resources: API group",
      "getting-started/controllers-and-reconciliation.md: RBAC Roles",
    ],
    checks: ["static-components"],
  },
  "RB-009": {
    title: "Reading CRDs",
    level: "MUST",
    contract: "v1beta2",
    appliesTo: ["RBAC"],
    statement: "A provider that resolves references by contract label may read CRDs.",
    sources: ["migrations/v1.10-to-v1.11.md (branch release-1.11): Suggested changes for providers"],
    checks: ["static-components"],
  },
  "RB-010": {
    title: "Events and leases",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "Events may be written, and Leases got, created and updated by a Role, not in all namespaces.",
    sources: ["core/config/rbac", "bootstrap/kubeadm/config/rbac/role.yaml"],
    checks: ["static-components"],
  },
  "RB-011": {
    title: "Least privilege",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "No wildcards, and no writing to kinds of core and to Nodes.",
    sources: [
      "security-guidelines.md: item 1",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller can access any machine or cluster in any namespace",
    ],
    checks: ["static-components"],
  },
  "RB-012": {
    title: "Roles are bound to the manager account",
    level: "MUST",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "The ServiceAccount of the Deployment is bound, and bindings name roles and accounts of the file.",
    sources: ["contracts/clusterctl.md: Components YAML", "contracts/clusterctl.md: Links to external objects"],
    checks: ["static-components"],
  },
  "RB-013": {
    title: "Single namespace mode",
    level: "MAY",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "A Role may take the ClusterRole's place for a manager of one namespace.",
    sources: [
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller can access any machine or cluster in any namespace",
    ],
    checks: ["static-components", "dynamic"],
  },
  "RB-014": {
    title: "CRD migrator permissions",
    level: "MAY",
    contract: "both",
    appliesTo: ["RBAC"],
    statement: "A client that may change CRDs is limited to updating or patching some by resourceNames.",
    sources: ["migrations/v1.10-to-v1.11.md (branch release-1.11): Suggested changes for providers"],
    checks: ["static-components"],
  },
  "PC-001": {
    title: "One components file",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components"],
    statement:
      "The file has the CRDs, roles, bindings and ServiceAccounts of the provider, and the Secrets that it mounts.",
    sources: ["contracts/clusterctl.md: Components YAML", "contracts/clusterctl.md: Links to external objects"],
    checks: ["static-components"],
  },
  "PC-002": {
    title: "File name",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "The components file is named for the type of provider.",
    sources: ["contracts/clusterctl.md: Components YAML > Naming conventions"],
    checks: ["static-artifacts"],
  },
  "PC-003": {
    title: "At most one Namespace",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "There is at most one Namespace; one is recommended.",
    sources: ["contracts/clusterctl.md: Components YAML > Target namespace"],
    checks: ["static-components"],
  },
  "PC-004": {
    title: "All objects in the target namespace",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "All namespaced objects are in the target namespace.",
    sources: ["contracts/clusterctl.md: Components YAML > Target namespace"],
    checks: ["static-components"],
  },
  "PC-005": {
    title: "Cluster scoped kinds clusterctl knows",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "Objects of well-known cluster-scoped kinds are of kinds that clusterctl knows to be so.",
    sources: [
      "cmd/clusterctl/internal/util/objs.go (IsResourceNamespaced)",
      "contracts/clusterctl.md: Components YAML transformations",
    ],
    checks: ["static-components"],
  },
  "PC-006": {
    title: "Deployment",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "The provider runs as a Deployment.",
    sources: ["contracts/clusterctl.md: Controllers & Watching namespace"],
    checks: ["static-components"],
  },
  "PC-007": {
    title: "Container named manager",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "A container of the Deployment is named manager.",
    sources: ["contracts/clusterctl.md: Controllers & Watching namespace"],
    checks: ["static-components"],
  },
  "PC-008": {
    title: "Flag --namespace",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components", "behavior"],
    statement: "--namespace restricts the manager to one namespace; the released Deployment watches all of them.",
    sources: [
      "contracts/clusterctl.md: Controllers & Watching namespace",
      "contracts/bootstrap-config.md: Support for running multiple instances",
      "contracts/infra-machine.md: Multi tenancy",
      "core/support-multiple-instances.md",
    ],
    checks: ["dynamic", "static-components"],
  },
  "PC-009": {
    title: "Flag --watch-filter",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components", "behavior"],
    statement:
      "The manager accepts --watch-filter and then reconciles only objects with that value of the watch-filter label.",
    sources: [
      "contracts/bootstrap-config.md: Support for running multiple instances",
      "contracts/infra-machine.md: Multi tenancy",
      "contracts/infra-cluster.md: Multi tenancy",
      "core/support-multiple-instances.md",
      "util/predicates/generic_predicates.go (ResourceHasFilterLabel)",
    ],
    checks: ["dynamic"],
  },
  "PC-010": {
    title: "Prefix or list of namespaces",
    level: "MAY",
    contract: "both",
    appliesTo: ["Provider components", "behavior"],
    statement: "A manager may be restricted to namespaces by a prefix or a list.",
    sources: [
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Machine Controller can access any machine or cluster in any namespace",
    ],
    checks: ["dynamic"],
  },
  "PC-011": {
    title: "Full image names",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "Images are named in full, registry included.",
    sources: ["contracts/clusterctl.md: Controllers & Watching namespace"],
    checks: ["static-components"],
  },
  "PC-012": {
    title: "Variables",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "Variables have a form clusterctl understands and begin with the provider's name.",
    sources: ["contracts/clusterctl.md: Components YAML > Variables"],
    checks: ["static-components"],
  },
  "PC-013": {
    title: "Provider label",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "All objects carry one provider label, made of type and name.",
    sources: ["contracts/clusterctl.md: Labels", "cmd/clusterctl/api/v1alpha3/labels.go"],
    checks: ["static-components"],
  },
  "PC-014": {
    title: "Provider name",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components", "clusterctl"],
    statement: "The name of the provider is 63 lower-case letters, digits and dashes at most, and not cluster-api.",
    sources: [
      "contracts/clusterctl.md: Adding a provider to clusterctl",
      "cmd/clusterctl/client/config/providers_client.go (validateProvider)",
    ],
    checks: ["static-artifacts"],
  },
  "PC-015": {
    title: "CRD name exemption",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components", "clusterctl"],
    statement: "Only kinds that core never refers to may have a CRD of another name, and say so by annotation.",
    sources: [
      "cmd/clusterctl/client/cluster/installer.go (validateCRDName)",
      "docs/book/src/reference/api/labels-and-annotations.md",
    ],
    checks: ["static-components"],
  },
  "PC-016": {
    title: "Webhook and certificate references",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement:
      "Services of webhooks, Certificates and their host names are those of the file, in the target namespace.",
    sources: [
      "cmd/clusterctl/client/repository/components.go (fixTargetNamespace)",
      "contracts/clusterctl.md: Components YAML transformations",
    ],
    checks: ["static-components"],
  },
  "PC-017": {
    title: "No objects that labels would break",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "The file still fits together after clusterctl has changed namespaces and subjects.",
    sources: [
      "contracts/clusterctl.md: Components YAML transformations",
      "cmd/clusterctl/client/repository/components.go",
    ],
    checks: ["static-components"],
  },
  "PC-018": {
    title: "One instance",
    level: "MUST",
    contract: "both",
    appliesTo: ["Provider components", "clusterctl"],
    statement: "A management cluster has one instance of a provider.",
    sources: [
      "contracts/bootstrap-config.md: Support for running multiple instances",
      "contracts/infra-machine.md: Multi tenancy",
      "cmd/clusterctl/client/cluster/installer.go (simulateInstall)",
    ],
    checks: ["manual"],
  },
  "PC-019": {
    title: "Several sets of credentials",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components", "behavior"],
    statement:
      "An infrastructure provider can use different credentials for different clusters (multi tenancy) within one instance.",
    sources: [
      "contracts/infra-machine.md: Multi tenancy",
      "contracts/infra-cluster.md: Multi tenancy",
      "docs/book/src/developer/architecture/controllers/multi-tenancy.md@v1.7.1",
    ],
    checks: ["dynamic"],
  },
  "CT-001": {
    title: "Repository contents",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "A release has a metadata file and a components file.",
    sources: ["contracts/clusterctl.md: Provider Repositories"],
    checks: ["static-artifacts"],
  },
  "CT-002": {
    title: "Semantic versions",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Releases are semantic versions with a leading v.",
    sources: [
      "contracts/clusterctl.md: Creating a provider repository on GitHub",
      "contracts/clusterctl.md: Creating a local provider repository",
    ],
    checks: ["static-artifacts"],
  },
  "CT-003": {
    title: "Local repository layout",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "A local repository is laid out as provider label, version, files.",
    sources: [
      "contracts/clusterctl.md: Creating a local provider repository",
      "cmd/clusterctl/client/repository/repository_local.go",
    ],
    checks: ["static-artifacts"],
  },
  "CT-004": {
    title: "metadata.yaml apiVersion",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "metadata.yaml has the apiVersion of clusterctl.",
    sources: ["contracts/clusterctl.md: Validation Rules"],
    checks: ["static-artifacts"],
  },
  "CT-005": {
    title: "metadata.yaml kind",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "metadata.yaml has the kind Metadata.",
    sources: [
      "contracts/clusterctl.md: Validation Rules",
      "cmd/clusterctl/client/repository/metadata_client.go (validateMetadata)",
    ],
    checks: ["static-artifacts"],
  },
  "CT-006": {
    title: "At least one release series",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "metadata.yaml lists release series with major, minor and contract.",
    sources: ["contracts/clusterctl.md: Validation Rules"],
    checks: ["static-artifacts"],
  },
  "CT-007": {
    title: "Series of this release",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "The release itself belongs to a listed series.",
    sources: [
      "cmd/clusterctl/client/cluster/installer.go (getProviderContract)",
      "contracts/clusterctl.md: Metadata YAML",
    ],
    checks: ["static-artifacts"],
  },
  "CT-008": {
    title: "Contract compatible with core",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Series name a contract that core understands.",
    sources: [
      "docs/book/src/reference/versions.md: Cluster API release vs contract versions",
      "cmd/clusterctl/client/cluster/installer.go (Validate)",
    ],
    checks: ["static-artifacts"],
  },
  "CT-009": {
    title: "Cluster template names",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Cluster templates are called cluster-template, with a flavor after a dash.",
    sources: ["contracts/clusterctl.md: Workload cluster templates > Naming conventions"],
    checks: ["static-artifacts"],
  },
  "CT-010": {
    title: "Cluster template namespace",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Cluster templates bring no Namespace, and put all objects into the one that the user names.",
    sources: ["contracts/clusterctl.md: Workload cluster templates > Target namespace"],
    checks: ["static-artifacts"],
  },
  "CT-011": {
    title: "Common variables",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Cluster templates use all common variables.",
    sources: ["contracts/clusterctl.md: Workload cluster templates > Variables"],
    checks: ["static-artifacts"],
  },
  "CT-012": {
    title: "Template objects are complete",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Objects to which a cluster template refers by kind and name are in it.",
    sources: [
      "contracts/clusterctl.md: Workload cluster templates",
      "contracts/clusterctl.md: Links to external objects",
    ],
    checks: ["static-artifacts"],
  },
  "CT-013": {
    title: "ClusterClass file names",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "A ClusterClass file is named for its class.",
    sources: ["contracts/clusterctl.md: ClusterClass definitions > Naming conventions"],
    checks: ["static-artifacts"],
  },
  "CT-014": {
    title: "ClusterClass content",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "ClusterClass files name no namespace, use no variables, and share no objects.",
    sources: [
      "contracts/clusterctl.md: ClusterClass definitions > Target namespace",
      "contracts/clusterctl.md: ClusterClass definitions > Variables",
    ],
    checks: ["static-artifacts"],
  },
  "CT-015": {
    title: "Owner reference chain",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl", "behavior"],
    statement: "Every provider object is linked to its Cluster through owner references.",
    sources: ["contracts/clusterctl.md: OwnerReferences chain"],
    checks: ["dynamic"],
  },
  "CT-016": {
    title: "Objects outside the chain: move labels",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "CRDs of global objects that have to move carry a move label.",
    sources: ["contracts/clusterctl.md: Move"],
    checks: ["static-components"],
  },
  "CT-017": {
    title: "Move works",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl", "behavior"],
    statement:
      "After a move the provider continues at the target, and creates or destroys no infrastructure on either side.",
    sources: ["contracts/clusterctl.md: Move", "cmd/clusterctl/client/cluster/mover.go"],
    checks: ["dynamic"],
  },
  "CT-018": {
    title: "Blocking a move",
    level: "MAY",
    contract: "both",
    appliesTo: ["clusterctl", "behavior"],
    statement: "An object may carry clusterctl.cluster.x-k8s.io/block-move while pausing takes more work.",
    sources: ["contracts/clusterctl.md: Move"],
    checks: ["dynamic"],
  },
  "CT-019": {
    title: "Deletion for move",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl", "behavior"],
    statement: "Deletion during a move is admitted, and does not remove infrastructure.",
    sources: [
      "contracts/clusterctl.md: Move",
      "cmd/clusterctl/client/cluster/mover.go (deleteSourceObject)",
      "docs/book/src/reference/api/labels-and-annotations.md",
    ],
    checks: ["dynamic"],
  },
  "CT-020": {
    title: "Nothing irreplaceable in status",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "Nothing in status is irreplaceable: a move never restores it.",
    sources: ["contracts/clusterctl.md: Move (warning on status)"],
    checks: ["dynamic"],
  },
  "CT-021": {
    title: "GitLab packages",
    level: "MAY",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "A GitLab repository URL has the form of the packages API.",
    sources: ["contracts/clusterctl.md: Creating a provider repository on GitLab"],
    checks: ["static-artifacts"],
  },
  "CT-022": {
    title: "Class in another namespace",
    level: "MAY",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "The namespace of a ClusterClass may be an optional variable.",
    sources: ["contracts/clusterctl.md: ClusterClass definitions > Naming conventions"],
    checks: ["static-artifacts"],
  },
  "CT-023": {
    title: "User documentation",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement:
      "The provider documents its variables, its templates and its ClusterClasses, and any manual steps a move needs.",
    sources: [
      "contracts/clusterctl.md: Variables",
      "contracts/clusterctl.md: Workload cluster templates > Naming conventions",
      "contracts/clusterctl.md: ClusterClass definitions > Naming conventions",
      "contracts/clusterctl.md: Move",
    ],
    checks: ["manual"],
  },
  "CT-024": {
    title: "Files that clusterctl can read",
    level: "MUST",
    contract: "both",
    appliesTo: ["clusterctl"],
    statement: "After clusterctl has substituted the variables, the files of a release are YAML.",
    sources: ["cmd/clusterctl/client/yamlprocessor/simple_processor.go: Process"],
    checks: ["static-artifacts"],
  },
  "SE-001": {
    title: "Short-lived credentials",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "Infrastructure credentials are short lived and renewed automatically.",
    sources: ["security-guidelines.md: item 3"],
    checks: ["manual"],
  },
  "SE-002": {
    title: "Rate limits",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "Creation, update and deletion of infrastructure are rate limited.",
    sources: ["security-guidelines.md: item 4"],
    checks: ["dynamic"],
  },
  "SE-003": {
    title: "Housekeeping",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement:
      "Infrastructure that belongs to no cluster any more is found and removed, or marked, after a configurable time.",
    sources: ["security-guidelines.md: item 5"],
    checks: ["dynamic"],
  },
  "SE-004": {
    title: "Publishing hygiene",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "Maintainer accounts use two factors and privileged steps (images, releases) need a second person.",
    sources: ["security-guidelines.md: item 2"],
    checks: ["manual"],
  },
  "BP-001": {
    title: "Structured logs",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "Logs are structured, and each line of a reconcile names the object, its owners and its Cluster.",
    sources: ["best-practices.md (Logging)", "core/logging.md"],
    checks: ["dynamic"],
  },
  "BP-002": {
    title: "Development environment",
    level: "MAY",
    contract: "both",
    appliesTo: ["behavior"],
    statement: "tilt-provider.yaml, where present, can be read.",
    sources: ["best-practices.md (Tilt)", "core/tilt.md: tilt-provider configuration"],
    checks: ["static-artifacts"],
  },
  "BP-003": {
    title: "Errors are reported to users, not only logged",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["behavior", "BootstrapConfig", "InfraMachine", "InfraCluster"],
    statement: "What blocks progress can be read from conditions or events without reading logs.",
    sources: [
      "core/logging.md",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: User Stories (monitor the progress)",
    ],
    checks: ["dynamic"],
  },
  "CP-001": {
    title: "General rules",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "The general rules hold for control plane kinds.",
    sources: [
      "contracts/control-plane.md: All resources",
      "contracts/control-plane.md: ControlPlane, ControlPlaneList resource definition",
      "contracts/control-plane.md: ControlPlaneTemplate, ControlPlaneTemplateList resource definition",
    ],
    checks: ["static-crd"],
  },
  "CP-002": {
    title: "Initialized flag",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "The flag of the contract, a boolean, is true once the control plane accepts requests.",
    sources: [
      "contracts/control-plane.md: ControlPlane: initialization completed",
      "internal/contract/controlplane.go",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "CP-003": {
    title: "Endpoint",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "The endpoint has a string host and an integer port, and is set no later than the flag.",
    sources: [
      "contracts/control-plane.md: ControlPlane: endpoint",
      "core/reconcilers/cluster/cluster_controller_phases.go (reconcileControlPlane)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "CP-004": {
    title: "Replicas",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "If there are replicas, their counters, selector and scale subresource exist, too.",
    sources: ["contracts/control-plane.md: ControlPlane: replicas", "internal/contract/controlplane.go"],
    checks: ["static-crd", "dynamic"],
  },
  "CP-005": {
    title: "Version",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "Where the version is managed, status has the version or versions in use.",
    sources: [
      "contracts/control-plane.md: ControlPlane: version",
      "internal/contract/controlplane.go (StatusVersions)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "CP-006": {
    title: "Machines",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "Where Machines are used, their metadata and infrastructure are under spec.machineTemplate.",
    sources: ["contracts/control-plane.md: ControlPlane: machines"],
    checks: ["static-crd", "dynamic"],
  },
  "CP-007": {
    title: "Conditions",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["ControlPlane"],
    statement: "status.conditions is a map-like list of standard Kubernetes conditions.",
    sources: [
      "contracts/control-plane.md: ControlPlane: conditions",
      "core/reconcilers/cluster/cluster_controller_status.go (setControlPlaneAvailableCondition)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "CP-008": {
    title: "Kubeconfig Secret",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement:
      "The Secret <cluster>-kubeconfig has the type and label of the contract, and the kubeconfig under value.",
    sources: [
      "contracts/control-plane.md: Cluster kubeconfig management",
      "docs/proposals/20190610-machine-states-preboot-bootstrapping.md: Remote references and accessing a workload cluster",
    ],
    checks: ["dynamic"],
  },
  "CP-009": {
    title: "Certificate Secrets",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "The Secrets <cluster>-ca, -etcd, -proxy and -sa have the type and label of the contract.",
    sources: ["contracts/control-plane.md: Cluster certificate management"],
    checks: ["dynamic"],
  },
  "CP-010": {
    title: "Placement and metadata",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "Machines are spread over failure domains; labels, annotations and timeouts are propagated in place.",
    sources: ["contracts/control-plane.md: Machine placement", "contracts/control-plane.md: Metadata propagation"],
    checks: ["dynamic"],
  },
  "CP-011": {
    title: "Terminal failures (v1beta1)",
    level: "SHOULD",
    contract: "v1beta1",
    appliesTo: ["ControlPlane"],
    statement: "failureReason and failureMessage are optional strings, for terminal failures.",
    sources: ["contracts/control-plane.md: ControlPlane: terminal failures"],
    checks: ["static-crd"],
  },
  "CP-012": {
    title: "Terminal failures (v1beta2)",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["ControlPlane"],
    statement: "Terminal failures are conditions under v1beta2, not failureReason and failureMessage.",
    sources: ["contracts/control-plane.md: ControlPlane: terminal failures"],
    checks: ["static-crd"],
  },
  "CP-013": {
    title: "Counters that fit together",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "Instances that are ready, available, up to date or at a version are no more than status.replicas.",
    sources: [
      "contracts/control-plane.md: ControlPlane: replicas",
      "contracts/control-plane.md: ControlPlane: version",
      "internal/contract/controlplane.go (IsScaling, IsUpgrading)",
    ],
    checks: ["dynamic"],
  },
  "CP-014": {
    title: "Scheduled rollout",
    level: "MUST",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "The time of a scheduled rollout is a date-time at the path of the contract.",
    sources: [
      "contracts/control-plane.md: ControlPlane: rolloutAfter",
      "internal/contract/controlplane.go (RolloutAfter)",
    ],
    checks: ["static-crd"],
  },
  "CP-015": {
    title: "Updates in place",
    level: "MUST",
    contract: "v1beta2",
    appliesTo: ["ControlPlane"],
    statement:
      "A Machine is updated in place only after CanUpdateMachine agreed, and is handed over with its objects marked.",
    sources: [
      "contracts/control-plane.md: ControlPlane: in-place updates",
      "docs/proposals/20240807-in-place-updates-implementation-notes.md",
    ],
    checks: ["dynamic"],
  },
  "CP-016": {
    title: "minReadySeconds and UpToDate",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["ControlPlane"],
    statement: "Machines get spec.minReadySeconds and the condition UpToDate, continuously and without a rollout.",
    sources: ["contracts/control-plane.md: MinReadySeconds and UpToDate propagation"],
    checks: ["dynamic"],
  },
  "CP-017": {
    title: "Readiness gates",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "Readiness gates of Machines are a list, a map by conditionType, at the path of the contract.",
    sources: [
      "contracts/control-plane.md: ControlPlane: machines",
      "internal/contract/controlplane.go (ReadinessGates)",
    ],
    checks: ["static-crd"],
  },
  "CP-018": {
    title: "Taints",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["ControlPlane"],
    statement: "Taints of Machines are a list, a map by key and effect, at the path of the contract.",
    sources: ["contracts/control-plane.md: ControlPlane: machines", "internal/contract/controlplane.go (Taints)"],
    checks: ["static-crd"],
  },
  "MP-001": {
    title: "General rules",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement: "The general rules hold for machine pool kinds.",
    sources: [
      "contracts/infra-machinepool.md: All resources",
      "contracts/infra-machinepool.md: InfraMachinePool, InfraMachinePoolList resource definition",
    ],
    checks: ["static-crd"],
  },
  "MP-002": {
    title: "Provisioned flag",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement:
      "status.ready, which core reads under any contract, is there; under v1beta2 the flag in status.initialization as well.",
    sources: [
      "contracts/infra-machinepool.md: InfraMachinePool: initialization completed",
      "core/reconcilers/machinepool/machinepool_controller_phases.go (reconcileInfrastructure)",
      "controllers/external/util.go (IsReady)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "MP-003": {
    title: "providerIDList",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement: "spec.providerIDList is a list of strings: the IDs of all instances, kept up to date.",
    sources: [
      "contracts/infra-machinepool.md: InfraMachinePool: providerIDList",
      "core/reconcilers/machinepool/machinepool_controller_phases.go (reconcileInfrastructure)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "MP-004": {
    title: "Replicas",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement: "status.replicas, an integer, is the observed number of instances.",
    sources: ["contracts/infra-machinepool.md: InfraMachinePool: replicas"],
    checks: ["static-crd", "dynamic"],
  },
  "MP-005": {
    title: "MachinePool Machines",
    level: "MUST",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement: "status.infrastructureMachineKind, where declared, is a string.",
    sources: ["contracts/infra-machinepool.md: MachinePoolMachines support"],
    checks: ["static-crd"],
  },
  "MP-006": {
    title: "Optional fields",
    level: "MAY",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement: "spec.providerID and status.instances, where declared, are a string and a list.",
    sources: [
      "contracts/infra-machinepool.md: InfraMachinePool: instances",
      "contracts/infra-machinepool.md: InfraMachinePool: providerID",
    ],
    checks: ["static-crd"],
  },
  "MP-007": {
    title: "Terminal failures (v1beta1)",
    level: "MAY",
    contract: "v1beta1",
    appliesTo: ["InfraMachinePool"],
    statement: "failureReason and failureMessage are optional strings, which are never cleared.",
    sources: [
      "docs/book/src/developer/core/controllers/machine-pool.md (Optional status fields)",
      "core/reconcilers/machinepool/machinepool_controller_phases.go (reconcileExternal)",
    ],
    checks: ["static-crd", "dynamic"],
  },
  "MP-008": {
    title: "Terminal failures (v1beta2)",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraMachinePool"],
    statement: "Terminal failures are conditions under v1beta2, not failureReason and failureMessage.",
    sources: ["contracts/infra-machinepool.md: InfraMachinePool: terminal failures"],
    checks: ["static-crd"],
  },
  "MP-009": {
    title: "Conditions",
    level: "SHOULD",
    contract: "v1beta2",
    appliesTo: ["InfraMachinePool"],
    statement: "status.conditions is a map-like list of standard Kubernetes conditions.",
    sources: ["contracts/infra-machinepool.md: InfraMachinePool: conditions"],
    checks: ["static-crd"],
  },
  "MP-010": {
    title: "Replicas managed by something else",
    level: "MAY",
    contract: "both",
    appliesTo: ["InfraMachinePool"],
    statement:
      "With the annotation replicas-managed-by the infrastructure decides the count, and the MachinePool follows it.",
    sources: [
      "docs/book/src/developer/core/controllers/machine-pool.md (Externally Managed Autoscaler)",
      "docs/book/src/reference/api/labels-and-annotations.md",
      "util/annotations/helpers.go (ReplicasManagedByExternalAutoscaler)",
    ],
    checks: ["dynamic"],
  },
  "MP-011": {
    title: "InfraMachinePoolTemplate",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["InfraMachinePoolTemplate"],
    statement: "The machine pool kind has a template, without which there is no ClusterClass with such pools.",
    sources: [
      "contracts/infra-machinepool.md: InfraMachinePoolTemplate, InfraMachineTemplatePoolList resource definition",
    ],
    checks: ["static-components"],
  },
  "IP-001": {
    title: "Pool kinds",
    level: "MUST",
    contract: "both",
    appliesTo: ["IPAM"],
    statement: "Pool kinds are CRDs that core can find.",
    sources: ["contracts/ipam.md: Data Types"],
    checks: ["static-crd"],
  },
  "IP-002": {
    title: "Serve claims",
    level: "MUST",
    contract: "both",
    appliesTo: ["IPAM"],
    statement: "A claim on a pool of this provider gets an IPAddress, unless its Cluster is paused or missing.",
    sources: ["contracts/ipam.md: Normal IPAddressClaim"],
    checks: ["dynamic"],
  },
  "IP-003": {
    title: "IPAddress owners",
    level: "MUST",
    contract: "both",
    appliesTo: ["IPAM"],
    statement: "An IPAddress is controlled by its claim and owned by its pool, both blocking deletion.",
    sources: ["contracts/ipam.md: Normal IPAddressClaim, step 5"],
    checks: ["dynamic"],
  },
  "IP-004": {
    title: "Release",
    level: "MUST",
    contract: "both",
    appliesTo: ["IPAM"],
    statement: "On deletion of the claim the address is released, the IPAddress deleted and finalizers removed.",
    sources: ["contracts/ipam.md: Deleted IPAddressClaim"],
    checks: ["dynamic"],
  },
  "IP-005": {
    title: "Consumer side",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["IPAM"],
    statement: "Addresses come from claims that the InfraMachine owns; provisioning and deletion wait for them.",
    sources: ["contracts/ipam.md: Infrastructure Provider"],
    checks: ["dynamic"],
  },
  "IP-006": {
    title: "Moving pools",
    level: "MUST",
    contract: "both",
    appliesTo: ["IPAM"],
    statement: "Pools that move with a cluster have the label cluster.x-k8s.io/cluster-name.",
    sources: ["contracts/ipam.md: Clusterctl Move"],
    checks: ["dynamic"],
  },
  "RX-001": {
    title: "Discovery",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement:
      "Discovery lists every handler by a unique DNS label, with a known hook and a time limit of at most 30 seconds.",
    sources: ["internal/runtime/client/client.go: defaultAndValidateDiscoveryResponse"],
    checks: ["dynamic"],
  },
  "RX-002": {
    title: "Determinism",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement: "The same request of a hook that does not block always gets the same answer.",
    sources: [
      "docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Deterministic result",
      "docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: Patch extension guidelines",
    ],
    checks: ["dynamic"],
  },
  "RX-003": {
    title: "No unnecessary patches",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement: "GeneratePatches answers patches only for templates that they change.",
    sources: [
      "docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: Patch extension guidelines",
    ],
    checks: ["dynamic"],
  },
  "RX-004": {
    title: "Patches that the core can apply",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement:
      "Patches apply to templates of the request, and change only spec.template.spec, labels and annotations, to valid ones.",
    sources: [
      "docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: GeneratePatches",
    ],
    checks: ["dynamic"],
  },
  "RX-005": {
    title: "Time limit",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement: "A handler answers within its time limit; work that takes longer runs in the background.",
    sources: ["docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Timeouts"],
    checks: ["dynamic"],
  },
  "RX-006": {
    title: "Input validation",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement: "Templates and variables that a handler cannot handle get no patch, or a failure that names the field.",
    sources: [
      "docs/book/src/tasks/experimental-features/runtime-sdk/implement-topology-mutation-hook.md: Patch extension guidelines",
    ],
    checks: ["dynamic"],
  },
  "RX-007": {
    title: "Error messages",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement:
      "The message of a failure is the same in each call with the same problem, and has no confidential value.",
    sources: ["docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Error messages"],
    checks: ["dynamic"],
  },
  "RX-008": {
    title: "Valid responses",
    level: "MUST",
    contract: "both",
    appliesTo: ["Runtime extension"],
    statement: "Responses match the OpenAPI document of their hook.",
    sources: ["docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: Introduction"],
    checks: ["dynamic"],
  },
  "RX-009": {
    title: "Registration",
    level: "SHOULD",
    contract: "both",
    appliesTo: ["Provider components"],
    statement: "An ExtensionConfig names a Service of the file, and a Secret that the CA is injected from.",
    sources: [
      "docs/book/src/tasks/experimental-features/runtime-sdk/implement-extensions.md: ExtensionConfig",
      "docs/book/src/tasks/experimental-features/runtime-sdk/deploy-runtime-extension.md: introduction",
    ],
    checks: ["static-components"],
  },
};
