import { metered } from "./quota-objects.ts";
import { configMap, patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const dry = "?dryRun=All";

const service = (spec: object): WireRequest =>
  sending(`POST /api/v1/namespaces/${metered.counts}/services${dry}`, { metadata: { name: "s" }, spec });
const ports = (...of: number[]): object => ({ ports: of.map((port) => ({ name: `p${port}`, port })) });
const claim = (storage: string, more: object = {}, metadata: object = {}): WireRequest =>
  sending(`POST /api/v1/namespaces/${metered.counts}/persistentvolumeclaims${dry}`, {
    metadata: { name: "c", ...metadata },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...more },
  });

const exactly = (count: number): object => ({ deviceClassName: "gold", allocationMode: "ExactCount", count });
const devices = (...requests: object[]): WireRequest =>
  sending(`POST /apis/resource.k8s.io/v1/namespaces/${metered.counts}/resourceclaims${dry}`, {
    metadata: { name: "r" },
    spec: { devices: { requests: requests.map((one, index) => ({ name: `d${index}`, ...one })) } },
  });

const counted: readonly WireCase[] = [
  {
    what: "a ConfigMap too many",
    ...sending(`POST /api/v1/namespaces/${metered.counts}/configmaps`, { metadata: { name: "a" } }),
  },
  {
    what: "a ConfigMap too many whose name is made up",
    ...sending(`POST /api/v1/namespaces/${metered.counts}/configmaps`, { metadata: { generateName: "generated-" } }),
  },
  {
    what: "a ConfigMap too many, applied",
    ...patching("apply", `/api/v1/namespaces/${metered.counts}/configmaps/a?fieldManager=a`, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a" },
    }),
  },
  {
    what: "a ConfigMap too many that is invalid",
    ...sending(`POST /api/v1/namespaces/${metered.counts}/configmaps`, { metadata: { name: "A" } }),
  },
  {
    what: "a ConfigMap too many as protobuf would be answered",
    ...sending(
      `POST /api/v1/namespaces/${metered.counts}/configmaps`,
      { metadata: { name: "a" } },
      { "content-type": "application/json", accept: "application/vnd.kubernetes.protobuf" },
    ),
  },
  {
    what: "a Lease too many",
    ...sending(`POST /apis/coordination.k8s.io/v1/namespaces/${metered.counts}/leases`, { metadata: { name: "a" } }),
  },
  {
    what: "a custom resource too many",
    ...sending(`POST /apis/wire.io/v1/namespaces/${metered.counts}/parts`, { metadata: { name: "a" }, spec: {} }),
  },
  {
    what: "a Secret, which is not counted",
    ...sending(`POST /api/v1/namespaces/${metered.counts}/secrets${dry}`, { metadata: { name: "a" } }),
  },
  { what: "a Service without ports on nodes", ...service({ clusterIP: "10.0.0.77", ...ports(80) }) },
  {
    what: "a Service with ports on nodes",
    ...service({
      type: "NodePort",
      clusterIP: "10.0.0.78",
      ports: [80, 81].map((port) => ({ name: `p${port}`, port, nodePort: 30_100 + port })),
    }),
  },
  { what: "a Service with too many ports on nodes", ...service({ type: "NodePort", ...ports(80, 81, 82) }) },
  { what: "a load balancer too many", ...service({ type: "LoadBalancer", ...ports(80) }) },
  {
    what: "a load balancer too many without ports on nodes",
    ...service({ type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ...ports(80, 81, 82) }),
  },
  { what: "a claim", ...claim("1Gi") },
  { what: "a claim of too much", ...claim("1025Mi") },
  { what: "a claim of too much of a class", ...claim("501Mi", { storageClassName: "gold" }) },
  { what: "a claim of a class that may have none", ...claim("1Mi", { storageClassName: "silver" }) },
  { what: "a claim of as many devices as there may be", ...devices({ exactly: exactly(2) }, { exactly: exactly(1) }) },
  { what: "a claim of too many devices", ...devices({ exactly: exactly(2) }, { exactly: exactly(2) }) },
  { what: "a claim of all devices", ...devices({ exactly: { deviceClassName: "gold", allocationMode: "All" } }) },
  {
    what: "a claim of the first devices that there are",
    ...devices({
      firstAvailable: [
        { name: "a", ...exactly(1) },
        { name: "b", ...exactly(4) },
      ],
    }),
  },
  { what: "a claim of another class", ...claim("1Gi", { storageClassName: "bronze" }) },
];

const container = (name: string, resources: object = {}): object => ({ name, image: "a:1", resources });
const enough = { requests: { cpu: "100m" }, limits: { memory: "100Mi", cpu: "1" } };
const podIn = (namespace: string, spec: object, metadata: object = {}): WireRequest =>
  sending(`POST /api/v1/namespaces/${namespace}/pods${dry}`, { metadata: { name: "p", ...metadata }, spec });
const pod = (...containers: object[]): WireRequest => podIn(metered.pods, { containers });

const pods: readonly WireCase[] = [
  { what: "a Pod within its quota", ...pod(container("a", enough)) },
  { what: "a Pod that states nothing", ...pod(container("a")) },
  { what: "a Pod of two containers that state nothing", ...pod(container("b"), container("a")) },
  { what: "a Pod of which one container does not say what it needs", ...pod(container("a", enough), container("b")) },
  {
    what: "a Pod whose init container states nothing",
    ...podIn(metered.pods, { containers: [container("a", enough)], initContainers: [container("i")] }),
  },
  {
    what: "a Pod that requests too much",
    ...pod(container("a", { requests: { cpu: "1001m" }, limits: { memory: "1Mi", cpu: "2" } })),
  },
  {
    what: "a Pod whose containers request too much together",
    ...pod(
      container("a", { ...enough, requests: { cpu: "600m" } }),
      container("b", { ...enough, requests: { cpu: "0.5" } }),
    ),
  },
  {
    what: "a Pod that starts with too much",
    ...podIn(metered.pods, {
      containers: [container("a", enough)],
      initContainers: [container("i", { requests: { cpu: "2" }, limits: { memory: "2Gi", cpu: "2" } })],
    }),
  },
  {
    what: "a Pod that requests too much of several things",
    ...pod(
      container("a", {
        requests: { cpu: "3", "ephemeral-storage": "3Gi" },
        limits: { memory: "2G", cpu: "3" },
      }),
    ),
  },
  {
    what: "a Pod with devices too many",
    ...pod(
      container("a", {
        requests: { cpu: "1", "example.com/device": "2" },
        limits: { memory: "1Mi", "example.com/device": "2" },
      }),
    ),
  },
  {
    what: "a Pod with huge pages too many",
    ...pod(
      container("a", {
        requests: { cpu: "1", memory: "1Mi", "hugepages-2Mi": "8Mi" },
        limits: { memory: "1Mi", "hugepages-2Mi": "8Mi" },
      }),
    ),
  },
  {
    what: "a Pod that states what it needs as a whole",
    ...podIn(metered.pods, {
      containers: [container("a")],
      resources: { requests: { cpu: "2" }, limits: { memory: "1Mi", cpu: "2" } },
    }),
  },
  { what: "scopes: a Pod of no importance", ...podIn(metered.scopes, { containers: [container("a")] }) },
  {
    what: "scopes: a Pod that requests something",
    ...podIn(metered.scopes, { containers: [container("a", { requests: { cpu: "2" } })] }),
  },
  {
    what: "scopes: a Pod that is limited in time and requests too much",
    ...podIn(metered.scopes, {
      activeDeadlineSeconds: 60,
      containers: [container("a", { requests: { cpu: "2" } })],
    }),
  },
  {
    what: "scopes: a Pod that is limited in time and does not say what it needs",
    ...podIn(metered.scopes, {
      activeDeadlineSeconds: 60,
      containers: [container("a", { requests: { memory: "1Mi" } })],
    }),
  },
  {
    what: "scopes: a Pod of a high priority",
    ...podIn(metered.scopes, {
      priorityClassName: "high",
      containers: [container("a", { requests: { cpu: "1" } })],
    }),
  },
  {
    what: "scopes: a Pod of another priority",
    ...podIn(metered.scopes, {
      priorityClassName: "low",
      containers: [container("a", { requests: { cpu: "1" } })],
    }),
  },
  {
    what: "scopes: a Pod that is to be near one of another namespace",
    ...podIn(metered.scopes, {
      containers: [container("a", { requests: { cpu: "1" } })],
      affinity: {
        podAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              podAffinityTerm: {
                topologyKey: "zone",
                namespaces: ["default"],
                labelSelector: { matchLabels: { a: "b" } },
              },
            },
          ],
        },
      },
    }),
  },
];

const quota = (spec: object): WireRequest =>
  sending("POST /api/v1/namespaces/{ns}/resourcequotas?dryRun=All", { metadata: { name: "q" }, spec });
const kept = (spec: object): WireRequest =>
  sending("POST /api/v1/namespaces/{ns}/resourcequotas", { metadata: { name: "q" }, spec });

const objects: readonly WireCase[] = [
  { what: "a quota", ...quota({ hard: { pods: "1", "requests.cpu": "1500m", "count/jobs.batch": "2" } }) },
  { what: "a quota of nothing", ...quota({}) },
  {
    what: "a quota as a table",
    ...quota({ hard: { pods: "1", "limits.cpu": "2" } }),
    headers: { "content-type": "application/json", accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  },
  { what: "a ConfigMap next to a quota of Pods", first: [kept({ hard: { pods: "1" } })], ...configMap("a") },
];

/** ResourceQuotas and their limits. */
export const quotaCases: readonly WireCase[] = [...counted, ...pods, ...objects];
