import { type Resource } from "../resource.ts";
import { builtIn } from "./built-in.ts";
import { definitionRules } from "./definitions.ts";
import { type ResourceFacts, resourceFacts } from "./resource-facts.ts";
import { apiServiceRules } from "./rules/api-services.ts";
import * as admission from "./rules/admission/policies.ts";
import * as access from "./rules/access.ts";
import { autoscalerRules } from "./rules/autoscalers.ts";
import { configMapRules, secretRules } from "./rules/configuration.ts";
import { coreEventRules, groupEventRules } from "./rules/events.ts";
import { flowControlRules } from "./rules/flow-control.ts";
import { cronJobRules, jobRules } from "./rules/jobs.ts";
import { type KindRules } from "./rules/cells.ts";
import { limitRangeRules, resourceQuotaRules } from "./rules/limits.ts";
import * as networking from "./rules/networking.ts";
import { componentStatusRules, namespaceRules, nodeRules } from "./rules/nodes.ts";
import { podRules } from "./rules/pods.ts";
import * as policies from "./rules/policies.ts";
import { endpointSliceRules, endpointsRules, serviceRules } from "./rules/services.ts";
import * as storage from "./rules/storage.ts";
import * as workloads from "./rules/workloads.ts";

/** Rules of kinds in addition to their tables, by `plural.group`. */
const rules: Readonly<Record<string, KindRules>> = {
  "componentstatuses.": componentStatusRules,
  "configmaps.": configMapRules,
  "endpoints.": endpointsRules,
  "events.": coreEventRules,
  "limitranges.": limitRangeRules,
  "namespaces.": namespaceRules,
  "nodes.": nodeRules,
  "persistentvolumeclaims.": storage.persistentVolumeClaimRules,
  "persistentvolumes.": storage.persistentVolumeRules,
  "pods.": podRules,
  "podtemplates.": workloads.podTemplateRules,
  "replicationcontrollers.": workloads.replicationControllerRules,
  "resourcequotas.": resourceQuotaRules,
  "secrets.": secretRules,
  "services.": serviceRules,
  "mutatingadmissionpolicies.admissionregistration.k8s.io": admission.mutatingPolicyRules,
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io": admission.mutatingBindingRules,
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": admission.webhookConfigurationRules,
  "validatingadmissionpolicies.admissionregistration.k8s.io": admission.validatingPolicyRules,
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": admission.validatingBindingRules,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": admission.webhookConfigurationRules,
  "customresourcedefinitions.apiextensions.k8s.io": definitionRules,
  "apiservices.apiregistration.k8s.io": apiServiceRules,
  "controllerrevisions.apps": workloads.controllerRevisionRules,
  "daemonsets.apps": workloads.daemonSetRules,
  "deployments.apps": workloads.deploymentRules,
  "replicasets.apps": workloads.replicaSetRules,
  "statefulsets.apps": workloads.statefulSetRules,
  "horizontalpodautoscalers.autoscaling": autoscalerRules,
  "cronjobs.batch": cronJobRules,
  "jobs.batch": jobRules,
  "certificatesigningrequests.certificates.k8s.io": policies.signingRequestRules,
  "leases.coordination.k8s.io": policies.leaseRules,
  "endpointslices.discovery.k8s.io": endpointSliceRules,
  "events.events.k8s.io": groupEventRules,
  "flowschemas.flowcontrol.apiserver.k8s.io": flowControlRules,
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": flowControlRules,
  "ingressclasses.networking.k8s.io": networking.ingressClassRules,
  "ingresses.networking.k8s.io": networking.ingressRules,
  "ipaddresses.networking.k8s.io": networking.ipAddressRules,
  "networkpolicies.networking.k8s.io": networking.networkPolicyRules,
  "servicecidrs.networking.k8s.io": networking.serviceCidrRules,
  "runtimeclasses.node.k8s.io": policies.runtimeClassRules,
  "poddisruptionbudgets.policy": policies.podDisruptionBudgetRules,
  "clusterrolebindings.rbac.authorization.k8s.io": access.clusterRoleBindingRules,
  "clusterroles.rbac.authorization.k8s.io": access.clusterRoleRules,
  "rolebindings.rbac.authorization.k8s.io": access.roleBindingRules,
  "roles.rbac.authorization.k8s.io": access.roleRules,
  "resourceclaims.resource.k8s.io": policies.resourceClaimRules,
  "resourceclaimtemplates.resource.k8s.io": policies.resourceClaimTemplateRules,
  "priorityclasses.scheduling.k8s.io": policies.priorityClassRules,
  "csinodes.storage.k8s.io": storage.csiNodeRules,
  "csistoragecapacities.storage.k8s.io": policies.storageCapacityRules,
  "storageclasses.storage.k8s.io": storage.storageClassRules,
  "volumeattachments.storage.k8s.io": storage.volumeAttachmentRules,
  "volumeattributesclasses.storage.k8s.io": storage.volumeAttributesClassRules,
};

/** Bindings bind Pods, and are not stored. */
const isBinding = ({ group, kind }: ResourceFacts): boolean => group === "" && kind === "Binding";

/** The groups of reviews, which are answered and not stored. */
const reviewGroups = new Set(["authentication.k8s.io", "authorization.k8s.io"]);

/** The resources that need no CRD: those in the tables whose objects are stored, and reviews. */
export const builtIns: readonly Resource[] = Array.from(
  Map.groupBy(
    resourceFacts.filter((facts) => facts.columns !== undefined || reviewGroups.has(facts.group) || isBinding(facts)),
    idOf,
  ),
  ([id, versions]) => builtIn(versions, rules[id]),
);

function idOf({ plural, group }: ResourceFacts): string {
  return `${plural}.${group}`;
}

function find(id: string): Resource {
  const resource = builtIns.find(({ group, plural }) => `${plural}.${group}` === id);
  if (resource === undefined) throw new Error(`${id} is not in the tables.`);
  return resource;
}

/** The kind of `serviceaccounts/<name>/token`, which is not a resource of its own. */
export const tokenRequests = subresourceKind("serviceaccounts.", "token");

/** The kind of every resource's `scale`. */
export const scales = subresourceKind("deployments.apps", "scale");

/** The kind of a subresource, as a resource. */
function subresourceKind(id: string, name: string): Resource {
  const facts = resourceFacts.find((resource) => idOf(resource) === id);
  const part = facts?.subresources.find((subresource) => subresource.name === name);
  if (facts === undefined || part === undefined) throw new Error(`${id} has no ${name} in the tables.`);
  const { group = facts.group, version = facts.version, kind, type, verbs } = part;
  const singular = kind.toLowerCase();
  const { namespaced } = facts;
  return builtIn([
    { group, version, kind, type, verbs, namespaced, singular, plural: `${singular}s`, subresources: [] },
  ]);
}

export const componentStatuses = find("componentstatuses.");
export const configMaps = find("configmaps.");
export const serviceAccounts = find("serviceaccounts.");
export const namespaces = find("namespaces.");
export const services = find("services.");
export const serviceCidrs = find("servicecidrs.networking.k8s.io");
export const bindings = find("bindings.");
export const limitRanges = find("limitranges.");
export const persistentVolumeClaims = find("persistentvolumeclaims.");
export const pods = find("pods.");
export const resourceClaims = find("resourceclaims.resource.k8s.io");
export const resourceQuotas = find("resourcequotas.");
export const runtimeClasses = find("runtimeclasses.node.k8s.io");
export const podDisruptionBudgets = find("poddisruptionbudgets.policy");
export const apiServices = find("apiservices.apiregistration.k8s.io");
export const customResourceDefinitions = find("customresourcedefinitions.apiextensions.k8s.io");
