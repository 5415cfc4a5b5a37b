/** A spec that the API server rejects, and strings of its error. */
export interface RefusedSpec {
  readonly title: string;
  readonly spec: object;
  readonly says: readonly string[];
}

function refused(title: string, spec: object, ...says: string[]): RefusedSpec {
  return { title, spec, says };
}

const text = (length: number) => "x".repeat(length);
const file = (more: object) => ({ files: [{ path: "/a", ...more }] });
const join = (joinConfiguration: object) => ({ joinConfiguration });
const cluster = (clusterConfiguration: object) => ({ clusterConfiguration });
const init = (initConfiguration: object) => ({ initConfiguration });
const token = "abcdef.0123456789abcdef";

const twice = [
  { name: "v", value: "1" },
  { name: "v", value: "2" },
];

const argumentLists: readonly (readonly [path: string, spec: object])[] = [
  ["clusterConfiguration.apiServer.extraArgs", { clusterConfiguration: { apiServer: { extraArgs: twice } } }],
  [
    "clusterConfiguration.controllerManager.extraArgs",
    { clusterConfiguration: { controllerManager: { extraArgs: twice } } },
  ],
  ["clusterConfiguration.scheduler.extraArgs", { clusterConfiguration: { scheduler: { extraArgs: twice } } }],
  ["clusterConfiguration.etcd.local.extraArgs", { clusterConfiguration: { etcd: { local: { extraArgs: twice } } } }],
  [
    "initConfiguration.nodeRegistration.kubeletExtraArgs",
    { initConfiguration: { nodeRegistration: { kubeletExtraArgs: twice } } },
  ],
  [
    "joinConfiguration.nodeRegistration.kubeletExtraArgs",
    { joinConfiguration: { nodeRegistration: { kubeletExtraArgs: twice } } },
  ],
];

/** Specs that the CRD's schema rejects before the provider sees them. */
export const refusedSpecs: readonly RefusedSpec[] = [
  ...argumentLists.map(([path, spec]) =>
    refused(`a flag twice in ${path}`, spec, `spec.${path}`, "name must be unique"),
  ),
  refused("an empty spec", {}, "spec", "at least 1 properties"),
  refused("an unknown format", { format: "yaml" }, "spec.format", "supported values"),
  refused("a verbosity in words", { verbosity: "high" }, "spec.verbosity", "must be of type integer"),
  refused("a verbosity beyond 32 bits", { verbosity: 2 ** 31 }, "spec.verbosity"),
  refused("an unknown field", { fils: [] }, 'unknown field "spec.fils"'),
  refused("an unknown field below", file({ mode: "0644" }), 'unknown field "spec.files[0].mode"'),
  refused("no files", { files: [] }, "spec.files", "at least 1 items"),
  refused("201 files", { files: Array.from({ length: 201 }, (_, i) => ({ path: `/${i}` })) }, "spec.files", "200"),
  refused("a file without path", { files: [{ content: "x" }] }, "spec.files[0].path", "Required value"),
  refused("a file with an empty path", file({ path: "" }), "spec.files[0].path", "at least 1 chars"),
  refused("a file with a long path", file({ path: `/${text(512)}` }), "spec.files[0].path", "512"),
  refused("a file with empty permissions", file({ permissions: "" }), "spec.files[0].permissions"),
  refused("a file with long permissions", file({ permissions: text(17) }), "spec.files[0].permissions", "16"),
  refused("permissions as a number", file({ permissions: 420 }), "spec.files[0].permissions", "must be of type string"),
  refused("an unknown encoding", file({ encoding: "zstd" }), "spec.files[0].encoding", "supported values"),
  refused("an unknown content format", file({ contentFormat: "Jinja" }), "spec.files[0].contentFormat"),
  refused("too much content", file({ content: text(10_241) }), "spec.files[0].content", "10240"),
  refused(
    "content from a Secret without key",
    file({ contentFrom: { secret: { name: "s" } } }),
    "contentFrom.secret.key",
    "Required value",
  ),
  refused("content from nothing", file({ contentFrom: {} }), "spec.files[0].contentFrom.secret", "Required value"),
  refused("a user without name", { users: [{ passwd: "x" }] }, "spec.users[0].name", "Required value"),
  refused("a user who is inactive in words", { users: [{ name: "u", inactive: "yes" }] }, "spec.users[0].inactive"),
  refused("101 users", { users: Array.from({ length: 101 }, (_, i) => ({ name: `u${i}` })) }, "spec.users", "100"),
  refused(
    "a key that is too long",
    { users: [{ name: "u", sshAuthorizedKeys: [text(2049)] }] },
    "sshAuthorizedKeys[0]",
    "2048",
  ),
  refused("commands in one text", { preKubeadmCommands: "reboot" }, "spec.preKubeadmCommands", "must be of type array"),
  refused("an empty command", { postKubeadmCommands: [""] }, "spec.postKubeadmCommands[0]", "at least 1 chars"),
  refused("a command that is too long", { bootCommands: [text(10_241)] }, "spec.bootCommands[0]", "10240"),
  refused("an empty ntp", { ntp: {} }, "spec.ntp", "at least 1 properties"),
  refused("mounts that are not lists", { mounts: ["/dev/sda"] }, "spec.mounts[0]", "must be of type array"),
  refused("an empty mount", { mounts: [[]] }, "spec.mounts[0]", "at least 1 items"),
  refused(
    "a partition of 0 percent",
    { diskSetup: { partitions: [{ device: "/d", diskLayout: [{ percentage: 0 }] }] } },
    "percentage",
    "greater than or equal to 1",
  ),
  refused(
    "a partition of 101 percent",
    { diskSetup: { partitions: [{ device: "/d", diskLayout: [{ percentage: 101 }] }] } },
    "percentage",
    "less than or equal to 100",
  ),
  refused(
    "an unknown partition table",
    { diskSetup: { partitions: [{ device: "/d", layout: true, tableType: "apm" }] } },
    "tableType",
    "supported values",
  ),
  refused(
    "a partition without device",
    { diskSetup: { partitions: [{ layout: true }] } },
    "partitions[0].device",
    "Required value",
  ),
  refused(
    "a file system without type",
    { diskSetup: { filesystems: [{ device: "/d" }] } },
    "filesystems[0].filesystem",
    "Required value",
  ),
  refused(
    "external etcd without endpoints",
    cluster({ etcd: { external: { caFile: "/a", certFile: "/b", keyFile: "/c" } } }),
    "etcd.external.endpoints",
    "Required value",
  ),
  refused(
    "external etcd with no endpoint",
    cluster({ etcd: { external: { endpoints: [], caFile: "/a", certFile: "/b", keyFile: "/c" } } }),
    "etcd.external.endpoints",
    "at least 1 items",
  ),
  refused(
    "external etcd without key",
    cluster({ etcd: { external: { endpoints: ["e"], caFile: "/a", certFile: "/b" } } }),
    "etcd.external.keyFile",
    "Required value",
  ),
  refused("an empty etcd", cluster({ etcd: {} }), "spec.clusterConfiguration.etcd", "at least 1 properties"),
  refused(
    "an unknown algorithm",
    cluster({ encryptionAlgorithm: "RSA-1024" }),
    "encryptionAlgorithm",
    "supported values",
  ),
  refused(
    "certificates for no time",
    cluster({ certificateValidityPeriodDays: 0 }),
    "certificateValidityPeriodDays",
    "greater than or equal to 1",
  ),
  refused(
    "certificates for too long",
    cluster({ certificateValidityPeriodDays: 1096 }),
    "certificateValidityPeriodDays",
    "1095",
  ),
  refused(
    "a CA for too long",
    cluster({ caCertificateValidityPeriodDays: 36_501 }),
    "caCertificateValidityPeriodDays",
    "36500",
  ),
  refused(
    "a feature gate in words",
    cluster({ featureGates: { A: "true" } }),
    "featureGates.A",
    "must be of type boolean",
  ),
  refused("flags as a map", cluster({ apiServer: { extraArgs: { v: "1" } } }), "apiServer.extraArgs"),
  refused(
    "a flag without value",
    cluster({ apiServer: { extraArgs: [{ name: "v" }] } }),
    "extraArgs[0].value",
    "Required value",
  ),
  refused(
    "an invalid token",
    init({ bootstrapTokens: [{ token: "none" }] }),
    "bootstrapTokens[0].token",
    "should match",
  ),
  refused(
    "a token in capitals",
    init({ bootstrapTokens: [{ token: token.toUpperCase() }] }),
    "bootstrapTokens[0].token",
    "should match",
  ),
  refused(
    "a token of a negative life",
    init({ bootstrapTokens: [{ token, ttlSeconds: -1 }] }),
    "ttlSeconds",
    "greater than or equal to 0",
  ),
  refused(
    "a token that expires some day",
    init({ bootstrapTokens: [{ token, expires: "tomorrow" }] }),
    "bootstrapTokens[0].expires",
    "date-time",
  ),
  refused(
    "an unknown pull policy",
    join({ nodeRegistration: { imagePullPolicy: "Sometimes" } }),
    "imagePullPolicy",
    "supported values",
  ),
  refused(
    "a taint without effect",
    join({ nodeRegistration: { taints: [{ key: "k" }] } }),
    "taints[0].effect",
    "Required value",
  ),
  refused("a port of 0", join({ controlPlane: { localAPIEndpoint: { bindPort: 0 } } }), "localAPIEndpoint.bindPort"),
  refused(
    "a timeout in words",
    join({ timeouts: { discoverySeconds: "5m" } }),
    "timeouts.discoverySeconds",
    "must be of type integer",
  ),
  refused("an empty discovery", join({ discovery: {} }), "spec.joinConfiguration.discovery", "at least 1 properties"),
  refused(
    "no hashes",
    join({ discovery: { bootstrapToken: { caCertHashes: [] } } }),
    "caCertHashes",
    "at least 1 items",
  ),
  refused("a discovery file without path", join({ discovery: { file: {} } }), "file.kubeConfigPath", "Required value"),
  refused(
    "a discovery kubeconfig without user",
    join({ discovery: { file: { kubeConfigPath: "/k", kubeConfig: {} } } }),
    "kubeConfig.user",
    "Required value",
  ),
  refused(
    "a CA that is not base64",
    join({
      discovery: {
        file: {
          kubeConfigPath: "/k",
          kubeConfig: { user: { exec: { command: "a" } }, cluster: { certificateAuthorityData: "?" } },
        },
      },
    }),
    "certificateAuthorityData",
  ),
  refused(
    "a Node's name that is too long",
    join({ nodeRegistration: { name: text(254) } }),
    "nodeRegistration.name",
    "253",
  ),
];
