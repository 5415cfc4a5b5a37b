import type { KubernetesObject } from "@capstan/provider";

/** A request, and the verdict of upstream's webhooks and schema. */
export interface AdmissionCase {
  readonly name: string;
  readonly allowed: boolean;
  readonly object: KubernetesObject;
  /** Whether Capstan's webhook returns the client's values where Go's types lose or reformat them. Default: false. */
  readonly keepsMore?: boolean;
  /** For an update: the stored object before it. */
  readonly stored?: KubernetesObject;
}

type Verdict = "allowed" | "refused";
type SpecRow = readonly [name: string, verdict: Verdict, spec: object];

const namespace = "default";
const secret = { secret: { name: "s", key: "k" } };
const etcd = { endpoints: ["https://e"], caFile: "/a", certFile: "/b", keyFile: "/c" };
const ignition = { containerLinuxConfig: { additionalConfig: "{}" } };
const server = { server: "https://c:6443" };
const authProvider = { name: "oidc" };
const exec = { command: "get-token", apiVersion: "client.authentication.k8s.io/v1" };
const asIgnition = (spec: object) => ({ format: "ignition", ...spec });
const joinBy = (user: object, cluster: object = server) => ({
  joinConfiguration: { discovery: { file: { kubeConfigPath: "/k", kubeConfig: { cluster, user } } } },
});

/** Fields with equal names in v1beta1 and v1beta2. */
const inBothVersions: readonly SpecRow[] = [
  [
    "files of different paths",
    "allowed",
    {
      files: [
        { path: "/a", content: "x" },
        { path: "/b", contentFrom: secret },
      ],
    },
  ],
  ["a file with content twice", "refused", { files: [{ path: "/a", content: "x", contentFrom: secret }] }],
  [
    "two files of one path",
    "refused",
    {
      files: [
        { path: "/a", content: "x" },
        { path: "/a", content: "y" },
      ],
    },
  ],
  ["three files of one path", "refused", { files: [{ path: "/a" }, { path: "/a" }, { path: "/a" }] }],
  ["a Secret without a key", "refused", { files: [{ path: "/a", contentFrom: { secret: { name: "s", key: "" } } }] }],
  ["a file without a path", "refused", { files: [{ content: "x" }] }],
  ["a password from a Secret", "allowed", { users: [{ name: "a", passwdFrom: secret }] }],
  ["a password twice", "refused", { users: [{ name: "a", passwd: "x", passwdFrom: secret }] }],
  ["an inactive user", "allowed", { users: [{ name: "a", inactive: true }] }],
  ["an inactive user, with Ignition", "refused", asIgnition({ users: [{ name: "a", inactive: true }] })],
  ["an active user, with Ignition", "allowed", asIgnition({ users: [{ name: "a", inactive: false }] })],
  ["an Ignition section", "allowed", asIgnition({ ignition })],
  ["an Ignition section without the format", "refused", { ignition }],
  ["an Ignition section with another format", "refused", { format: "cloud-config", ignition }],
  ["a zipped file", "allowed", { files: [{ path: "/a", encoding: "gzip+base64", content: "eA==" }] }],
  [
    "a zipped file, with Ignition",
    "refused",
    asIgnition({ files: [{ path: "/a", permissions: "0644", encoding: "gzip", content: "x" }] }),
  ],
  [
    "a zipped file in base64, with Ignition",
    "refused",
    asIgnition({ files: [{ path: "/a", permissions: "0644", encoding: "gzip+base64", content: "eA==" }] }),
  ],
  [
    "a file in base64, with Ignition",
    "allowed",
    asIgnition({ files: [{ path: "/a", permissions: "0644", encoding: "base64", content: "eA==" }] }),
  ],
  ["commands at boot", "allowed", { bootCommands: ["true"] }],
  ["commands at boot, with Ignition", "refused", asIgnition({ bootCommands: ["true"] })],
  ["mounts of one field, with Ignition", "allowed", asIgnition({ mounts: [["a"]] })],
  ["a relative file path, with Ignition", "allowed", asIgnition({ files: [{ path: "a", permissions: "0644" }] })],
  ["a file without permissions, with Ignition", "allowed", asIgnition({ files: [{ path: "/a" }] })],
  ["a format that there is not", "refused", { format: "ignition-3" }],
  [
    "a file system to replace",
    "allowed",
    { diskSetup: { filesystems: [{ device: "/d", filesystem: "ext4", label: "l", replaceFS: "ntfs" }] } },
  ],
  [
    "a file system to replace, with Ignition",
    "refused",
    asIgnition({ diskSetup: { filesystems: [{ device: "/d", filesystem: "ext4", label: "l", replaceFS: "ntfs" }] } }),
  ],
  [
    "a file system on a partition, with Ignition",
    "refused",
    asIgnition({ diskSetup: { filesystems: [{ device: "/d", filesystem: "ext4", label: "l", partition: "auto" }] } }),
  ],
  [
    "a partition table of MBR, with Ignition",
    "refused",
    asIgnition({ diskSetup: { partitions: [{ device: "/d", layout: true, tableType: "mbr" }] } }),
  ],
  [
    "a partition table of GPT, with Ignition",
    "allowed",
    asIgnition({ diskSetup: { partitions: [{ device: "/d", layout: true, tableType: "gpt" }] } }),
  ],
  [
    "a local and an external etcd",
    "allowed",
    { clusterConfiguration: { etcd: { local: { dataDir: "/d" }, external: etcd } } },
  ],
  ["a kubeconfig by an auth provider", "allowed", joinBy({ authProvider })],
  ["a kubeconfig by a command", "allowed", joinBy({ exec })],
  ["a kubeconfig by both", "refused", joinBy({ authProvider, exec })],
  ["a token", "allowed", { initConfiguration: { bootstrapTokens: [{ token: "abcdef.0123456789abcdef" }] } }],
  ["what is not a token", "refused", { initConfiguration: { bootstrapTokens: [{ token: "ABCDEF.0123456789abcdef" }] } }],
  [
    "much at once that is wrong",
    "refused",
    asIgnition({
      files: [
        { path: "/a", content: "x", contentFrom: secret },
        { path: "/a", encoding: "gzip" },
      ],
      users: [{ name: "a", inactive: true, passwd: "x", passwdFrom: secret }],
      bootCommands: ["true"],
    }),
  ],
];

const disk = (...percentages: number[]) => ({
  diskSetup: { partitions: [{ device: "/d", diskLayout: percentages.map((percentage) => ({ percentage })) }] },
});

const inV1Beta2: readonly SpecRow[] = [
  ["partitions of the whole disk", "allowed", disk(60, 40)],
  ["partitions of more than the disk", "refused", disk(60, 41)],
  ["nothing", "refused", {}],
  ["an empty section", "refused", { joinConfiguration: {} }],
  [
    "a flag twice",
    "refused",
    {
      clusterConfiguration: {
        scheduler: {
          extraArgs: [
            { name: "v", value: "1" },
            { name: "v", value: "2" },
          ],
        },
      },
    },
  ],
  [
    "a token's ttl and expiry",
    "allowed",
    {
      initConfiguration: {
        bootstrapTokens: [{ token: "abcdef.0123456789abcdef", ttlSeconds: 1, expires: "2026-01-01T00:00:00Z" }],
      },
    },
  ],
  [
    "timeouts",
    "allowed",
    { initConfiguration: { timeouts: { etcdAPICallSeconds: 7, controlPlaneComponentHealthCheckSeconds: 60 } } },
  ],
  [
    "other timeouts for init and join",
    "allowed",
    {
      initConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 60 } },
      joinConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 61 } },
    },
  ],
];

const inV1Beta1: readonly SpecRow[] = [
  ["nothing", "allowed", {}],
  ["flags as a map", "allowed", { clusterConfiguration: { apiServer: { extraArgs: { v: "4" } } } }],
  ["a timeout", "allowed", { clusterConfiguration: { apiServer: { timeoutForControlPlane: "4m" } } }],
  ["what is not a duration", "refused", { joinConfiguration: { discovery: { timeout: "soon" } } }],
  ["a field that nothing reads", "allowed", { useExperimentalRetryJoin: true }],
  [
    "a token's time to live",
    "allowed",
    { initConfiguration: { bootstrapTokens: [{ token: "abcdef.0123456789abcdef", ttl: "1h30m0s" }] } },
  ],
  [
    "partitions of more than the disk",
    "refused",
    { diskSetup: { partitions: [{ device: "/d", layout: false, diskLayout: [{ percentage: 101 }] }] } },
  ],
];

/** Of v1beta1: Go returns `4m` as `4m0s`, and drops fields that v1beta2 lacks. */
const keptByOurs = /^(a timeout|a field that nothing reads)$/;

function objectOf(kind: string, version: string, spec: object | undefined, metadata: object = {}): KubernetesObject {
  const apiVersion = `bootstrap.cluster.x-k8s.io/${version}`;
  const named = { name: "one", namespace, ...metadata };
  return { apiVersion, kind, metadata: named, ...(spec === undefined ? {} : { spec }) };
}

const config = (version: string, spec: object | undefined): KubernetesObject =>
  objectOf("KubeadmConfig", version, spec);
const template = (version: string, spec: object, metadata: object = {}): KubernetesObject =>
  objectOf("KubeadmConfigTemplate", version, { template: { spec } }, metadata);

function creations(version: string, rows: readonly SpecRow[]): AdmissionCase[] {
  return rows.flatMap(([name, verdict, spec]) =>
    [config(version, spec), template(version, spec)].map((object) => ({
      name: `create a ${object.kind} of ${version} with ${name}`,
      allowed: verdict === "allowed",
      keepsMore: keptByOurs.test(name),
      object,
    })),
  );
}

const labeled = (labels: object, version = "v1beta2") =>
  objectOf("KubeadmConfigTemplate", version, { template: { metadata: { labels }, spec: { verbosity: 1 } } });
const annotated = (annotations: object) =>
  objectOf("KubeadmConfigTemplate", "v1beta2", { template: { metadata: { annotations }, spec: { verbosity: 1 } } });
const topologyDryRun = { annotations: { "topology.cluster.x-k8s.io/dry-run": "" } };

const templates: readonly AdmissionCase[] = [
  { name: "create a Template with a label", allowed: true, object: labeled({ "a.b/c": "d" }) },
  { name: "create a Template with a label of v1beta1", allowed: true, object: labeled({ a: "" }, "v1beta1") },
  { name: "create a Template with a label whose name is invalid", allowed: false, object: labeled({ "a b": "c" }) },
  { name: "create a Template with a label whose value is invalid", allowed: false, object: labeled({ a: "b c" }) },
  {
    name: "create a Template with an invalid label, v1beta1",
    allowed: false,
    object: labeled({ a: "-" }, "v1beta1"),
  },
  { name: "create a Template with an annotation", allowed: true, object: annotated({ "A/b": "any text" }) },
  {
    name: "create a Template with an annotation whose name is invalid",
    allowed: false,
    object: annotated({ "a/b/c": "" }),
  },
  {
    name: "create a Template without anything",
    allowed: true,
    object: objectOf("KubeadmConfigTemplate", "v1beta2", undefined),
  },
  {
    name: "create a Template with an empty template",
    allowed: false,
    object: objectOf("KubeadmConfigTemplate", "v1beta2", { template: {} }),
  },
  {
    name: "create a Template of v1beta1 with an empty template",
    allowed: true,
    object: objectOf("KubeadmConfigTemplate", "v1beta1", { template: {} }),
  },
  {
    name: "create a Template of v1beta1 with empty metadata",
    allowed: true,
    object: objectOf("KubeadmConfigTemplate", "v1beta1", { template: { metadata: {}, spec: { verbosity: 1 } } }),
  },
  {
    name: "create a Template as the topology controller tries it",
    allowed: true,
    object: template("v1beta2", { joinConfiguration: { nodeRegistration: { name: "n" } } }, topologyDryRun),
  },
  {
    name: "create a Template as the topology controller tries it, with a command for the kubeconfig",
    allowed: true,
    object: template("v1beta2", joinBy({ exec: { command: "get-token" } }), topologyDryRun),
  },
  {
    name: "create a Template of v1beta1 as the topology controller tries it",
    allowed: true,
    object: template("v1beta1", { verbosity: 3 }, topologyDryRun),
  },
];

const before = { files: [{ path: "/a", content: "x" }] };
const twice = { files: [...before.files, ...before.files] };

function updates(version: string): AdmissionCase[] {
  return [config, template].flatMap((of) => {
    const stored = of(version, before);
    const rows: SpecRow[] = [
      ["nothing changed", "allowed", before],
      ["another spec", "allowed", { verbosity: 2 }],
      ["another format", "allowed", { ...before, format: "ignition" }],
      ["a file twice", "refused", twice],
      ["an Ignition section", "refused", { ...before, ignition }],
    ];
    return rows.map(([name, verdict, spec]) => ({
      name: `update a ${stored.kind} in ${version} with ${name}`,
      allowed: verdict === "allowed",
      object: of(version, spec),
      stored,
    }));
  });
}

/** Every request of the comparison. */
export const admissionCases: readonly AdmissionCase[] = [
  { name: "create a KubeadmConfig without a spec", allowed: true, object: config("v1beta2", undefined) },
  { name: "create a KubeadmConfig of v1beta1 without a spec", allowed: true, object: config("v1beta1", undefined) },
  ...["v1beta1", "v1beta2"].flatMap((version) => creations(version, inBothVersions)),
  ...creations("v1beta1", inV1Beta1),
  ...creations("v1beta2", inV1Beta2),
  ...templates,
  ...["v1beta1", "v1beta2"].flatMap(updates),
];
