import { readKubernetesVersion } from "@capstan/kube";
import { BootProblem } from "../problem/boot-problem.ts";
import { type KubeadmApiVersion, type KubeadmDocument, parseKubeadmDocuments } from "./documents.ts";
import { Fields } from "./fields.ts";
import { requireUsages, requireValidCluster } from "./cluster-requirements.ts";
import { requirePhases } from "./phases.ts";
import {
  defaultAPIServerPort,
  defaultCertificatesDirectory,
  type Discovery,
  type InitIntent,
  type InitToken,
  type JoinIntent,
  type KubeadmIntent,
  type NodeRegistration,
  type NodeTaint,
} from "./intent.ts";

const defaultTokenUsages = ["signing", "authentication"];
const defaultTokenGroups = ["system:bootstrappers:kubeadm:default-node-token"];

/**
 * The intent of `kubeadm <command> --config <path>`.
 *
 * @throws {@link BootProblem} kubeadm would refuse the file.
 */
export function intentFromConfig(
  command: "init" | "join",
  file: { path: string; text: string },
  kubernetesVersion: string | undefined,
): KubeadmIntent {
  const documents = parseKubeadmDocuments(file.text, file.path);
  for (const { version } of documents.values()) requireReadable(version, kubernetesVersion);
  if (command === "join") {
    const join = documents.get("JoinConfiguration");
    if (join === undefined) throw new BootProblem("KubeadmConfigInvalid", `${file.path} has no JoinConfiguration`);
    return joinIntent(join);
  }
  const init = documents.get("InitConfiguration");
  const cluster = documents.get("ClusterConfiguration");
  if (init === undefined && cluster === undefined) {
    throw new BootProblem("KubeadmConfigInvalid", `${file.path} has no InitConfiguration and no ClusterConfiguration`);
  }
  return initIntent(init, cluster);
}

function requireReadable(version: KubeadmApiVersion, kubernetesVersion: string | undefined): void {
  const read = readKubernetesVersion(kubernetesVersion ?? "");
  if (version !== "v1beta4" || read === undefined || read.major > 1 || read.minor >= 31) return;
  throw new BootProblem(
    "KubernetesVersionUnsupported",
    `The kubeadm of ${kubernetesVersion ?? ""} does not support kubeadm.k8s.io/${version}, which requires v1.31 or later`,
  );
}

function initIntent(init: KubeadmDocument | undefined, cluster: KubeadmDocument | undefined): InitIntent {
  const fields = cluster?.fields ?? new Fields({}, "ClusterConfiguration");
  requireValidCluster(fields.value);
  const controlPlaneEndpoint = fields.string("controlPlaneEndpoint");
  const kubernetesVersion = fields.string("kubernetesVersion");
  return {
    command: "init",
    registration: registrationOf(init),
    ...(controlPlaneEndpoint === undefined ? {} : { controlPlaneEndpoint }),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    certificatesDirectory: nonEmpty(fields.string("certificatesDir")) ?? defaultCertificatesDirectory,
    externalEtcd: fields.object("etcd")?.object("external") !== undefined,
    apiServerPort: apiServerPort(init?.fields),
    clusterConfiguration: fields.value,
    tokens: init?.fields.objects("bootstrapTokens").map(initToken) ?? [],
    ...phasesAndPatches("init", init?.fields),
  };
}

function initToken(fields: Fields): InitToken {
  const [token, description, ttl] = [fields.string("token"), fields.string("description"), fields.string("ttl")];
  if (token === undefined) throw fields.problem("token", "is missing");
  const usages = fields.isAbsent("usages") ? defaultTokenUsages : fields.strings("usages");
  requireUsages(usages);
  return {
    token,
    ...(description === undefined ? {} : { description }),
    ...(ttl === undefined ? {} : { ttl }),
    usages,
    groups: fields.isAbsent("groups") ? defaultTokenGroups : fields.strings("groups"),
  };
}

function joinIntent(join: KubeadmDocument): JoinIntent {
  return {
    command: "join",
    registration: registrationOf(join),
    controlPlane: join.fields.object("controlPlane") !== undefined,
    apiServerPort: apiServerPort(join.fields.object("controlPlane")),
    discovery: discoveryOf(join.fields),
    caCertPath: nonEmpty(join.fields.string("caCertPath")) ?? `${defaultCertificatesDirectory}/ca.crt`,
    ...phasesAndPatches("join", join.fields),
  };
}

function phasesAndPatches(command: "init" | "join", fields: Fields | undefined) {
  const skippedPhases = fields?.strings("skipPhases") ?? [];
  requirePhases(command, skippedPhases);
  const patchesDirectory = nonEmpty(fields?.object("patches")?.string("directory"));
  return { skippedPhases, ...(patchesDirectory === undefined ? {} : { patchesDirectory }) };
}

/** @param fields - InitConfiguration, or the `controlPlane` of a JoinConfiguration. */
function apiServerPort(fields: Fields | undefined): number {
  const port = fields?.object("localAPIEndpoint")?.number("bindPort") ?? 0;
  // In Go, a missing number is zero.
  return port === 0 ? defaultAPIServerPort : port;
}

function discoveryOf(join: Fields): Discovery {
  const discovery = join.object("discovery");
  const [bootstrapToken, file] = [discovery?.object("bootstrapToken"), discovery?.object("file")];
  const tlsBootstrapToken = nonEmpty(discovery?.string("tlsBootstrapToken"));
  if (bootstrapToken !== undefined && file !== undefined) {
    throw new BootProblem(
      "DiscoveryInvalid",
      "discovery has both bootstrapToken and file; kubeadm accepts only one of them",
    );
  }
  if (bootstrapToken !== undefined) {
    const token = bootstrapToken.string("token") ?? "";
    return {
      type: "token",
      token,
      apiServerEndpoint: bootstrapToken.string("apiServerEndpoint") ?? "",
      caCertHashes: bootstrapToken.strings("caCertHashes"),
      skipsVerification: bootstrapToken.boolean("unsafeSkipCAVerification"),
      tlsBootstrapToken: tlsBootstrapToken ?? token,
    };
  }
  const path = file?.string("kubeConfigPath");
  if (path === undefined) throw new BootProblem("DiscoveryInvalid", "discovery has neither bootstrapToken nor file");
  return { type: "file", path, ...(tlsBootstrapToken === undefined ? {} : { tlsBootstrapToken }) };
}

function registrationOf(document: KubeadmDocument | undefined): NodeRegistration {
  const registration = document?.fields.object("nodeRegistration");
  if (document === undefined || registration === undefined)
    return { ignoredPreflightErrors: [], kubeletArguments: new Map() };
  const [name, criSocket] = [nonEmpty(registration.string("name")), nonEmpty(registration.string("criSocket"))];
  return {
    ...(name === undefined ? {} : { name }),
    ...(registration.isAbsent("taints") ? {} : { taints: registration.objects("taints").map(taint) }),
    ...(criSocket === undefined ? {} : { criSocket }),
    ignoredPreflightErrors: registration.strings("ignorePreflightErrors"),
    kubeletArguments: extraArguments(registration, "kubeletExtraArgs", document.version),
  };
}

function taint(fields: Fields): NodeTaint {
  const [key, value, effect] = [fields.string("key"), fields.string("value"), fields.string("effect")];
  if (key === undefined || effect === undefined) throw fields.problem("key", "and effect are required");
  return { key, effect, ...(value === undefined ? {} : { value }) };
}

function extraArguments(fields: Fields, name: string, version: KubeadmApiVersion): ReadonlyMap<string, string> {
  if (version === "v1beta3") {
    const members = fields.object(name);
    return new Map(Object.keys(members?.value ?? {}).map((key) => [key, members?.string(key) ?? ""]));
  }
  return new Map(
    fields.objects(name).map((argument) => [argument.string("name") ?? "", argument.string("value") ?? ""]),
  );
}

// In Go, a missing string is empty.
function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
