import { type WireCase } from "./wire-case.ts";

const table = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1,application/json" };

const namespaced = [
  "api/v1 configmaps endpoints events limitranges persistentvolumeclaims pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services",
  "apis/apps/v1 controllerrevisions daemonsets deployments replicasets statefulsets",
  "apis/autoscaling/v1 horizontalpodautoscalers",
  "apis/autoscaling/v2 horizontalpodautoscalers",
  "apis/batch/v1 cronjobs jobs",
  "apis/coordination.k8s.io/v1 leases",
  "apis/discovery.k8s.io/v1 endpointslices",
  "apis/events.k8s.io/v1 events",
  "apis/networking.k8s.io/v1 ingresses networkpolicies",
  "apis/policy/v1 poddisruptionbudgets",
  "apis/rbac.authorization.k8s.io/v1 rolebindings roles",
  "apis/storage.k8s.io/v1 csistoragecapacities",
];

const paths = namespaced.flatMap((line) => {
  const [prefix = "", ...plurals] = line.split(" ");
  return plurals.map((plural) => `/${prefix}/namespaces/{ns}/${plural}`);
});

const groups = [
  "/api/v1",
  "/apis/admissionregistration.k8s.io/v1",
  "/apis/apiextensions.k8s.io/v1",
  "/apis/apps/v1",
  "/apis/authentication.k8s.io/v1",
  "/apis/authorization.k8s.io/v1",
  "/apis/autoscaling/v1",
  "/apis/autoscaling/v2",
  "/apis/batch/v1",
  "/apis/certificates.k8s.io/v1",
  "/apis/coordination.k8s.io/v1",
  "/apis/discovery.k8s.io/v1",
  "/apis/events.k8s.io/v1",
  "/apis/networking.k8s.io/v1",
  "/apis/node.k8s.io/v1",
  "/apis/policy/v1",
  "/apis/rbac.authorization.k8s.io/v1",
  "/apis/scheduling.k8s.io/v1",
  "/apis/storage.k8s.io/v1",
];

/** Kinds whose required fields the embedded server does not check. */
const lenient = /claims|autoscalers|ingresses|csistoragecapacities|events.k8s.io/;
const strict = paths.filter((path) => !lenient.test(path));

/** The same requests for every kind, without any object. */
export const resourceCases: readonly WireCase[] = [
  ...paths.map((path) => ({
    what: `no objects at ${path}`,
    send: `GET ${path}?fieldSelector=metadata.name%3Dnone`,
    headers: table,
  })),
  ...paths.map((path) => ({ what: `an object that is missing at ${path}`, send: `GET ${path}/none` })),
  ...strict.map((path) => ({
    what: `an object without anything at ${path}`,
    send: `POST ${path}`,
    headers: { "content-type": "application/json" },
    body: { metadata: { name: "n" } },
  })),
  ...groups.map((path) => ({ what: `the resources of ${path}`, send: `GET ${path}` })),
];
