import { labels } from "@capstan/contract";
import { apiVersionOf, objectKeyText } from "@capstan/kube";
import {
  clusterRole,
  leaderElectionRole,
  managerComponents,
  type ManagerNames,
  mergedObjects,
  readManifests,
  type ReleaseFile,
  ReleaseError,
  releaseImage,
  type ReleaseObject,
  type ReleaseOptions,
  releaseOf,
  webhookNames,
} from "@capstan/provider/release";
import { maxNameLength } from "@capstan/runtime";
import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import { ExtensionConfig } from "../run/extension-config.ts";

/** Options of {@link extensionRelease}. */
export interface ExtensionReleaseOptions extends Omit<ReleaseOptions, "definitions" | "name"> {
  /** The extension. */
  readonly extension: RuntimeExtension;
}

const type = "runtime-extension";

function namesOf({ name }: RuntimeExtension): ManagerNames {
  const label = `${type}-${name}`;
  const names = { prefix: label, namespace: `${label}-system`, labels: { [labels.provider]: label } };
  const longest = Math.max(names.namespace.length, webhookNames(names).service.length);
  if (longest > maxNameLength) {
    const most = name.length - (longest - maxNameLength);
    throw new ReleaseError(
      `The name of the extension ${name} is too long for its Service; use at most ${most} characters`,
    );
  }
  return names;
}

/**
 * All objects that install an extension: Namespace, ServiceAccount, roles, Service, certificate, Deployment, and the ExtensionConfig that
 * registers it with the core (rule RX-009).
 *
 * @throws ReleaseError - a manifest cannot be read, or the name of the extension is too long for the names of its objects.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension } from "@capstan/runtime-extension";
 * import { extensionComponents } from "@capstan/runtime-extension/release";
 *
 * const extension = defineRuntimeExtension({ name: "quiet", hooks: { ValidateTopology: () => undefined } });
 * const objects = extensionComponents({ extension, version: "v0.1.0", image: "registry.example.com/quiet" });
 * console.log(objects.at(-1)?.kind); // ExtensionConfig
 * ```
 */
export function extensionComponents(options: ExtensionReleaseOptions): ReleaseObject[] {
  const { extension, rules = [], manifests = {} } = options;
  const names = namesOf(extension);
  const own = readManifests(manifests).map((object) => {
    const { metadata } = object;
    return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, ...names.labels } } };
  });
  const objects = managerComponents({
    ...names,
    image: releaseImage(options),
    args: [],
    crds: [],
    admissionWebhooks: [],
    servesEndpoints: true,
    roles: [clusterRole(names, "manager", rules), leaderElectionRole(names)],
  });
  return mergedObjects([...objects, extensionConfig(extension)], own);
}

function extensionConfig(extension: RuntimeExtension): ReleaseObject {
  const names = namesOf(extension);
  const { service, secret } = webhookNames(names);
  const name = objectKeyText({ namespace: names.namespace, name: secret });
  return {
    apiVersion: apiVersionOf(ExtensionConfig),
    kind: ExtensionConfig.kind,
    metadata: {
      name: extension.name,
      labels: { ...names.labels },
      annotations: { "runtime.cluster.x-k8s.io/inject-ca-from-secret": name },
    },
    spec: { clientConfig: { service: { namespace: names.namespace, name: service, port: 443 } } },
  };
}

/**
 * Generates the release of an extension as clusterctl reads it from a local repository: `runtime-extension-<name>/<version>/`. Writes no
 * files.
 *
 * @throws ReleaseError - an option is invalid.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension } from "@capstan/runtime-extension";
 * import { extensionRelease } from "@capstan/runtime-extension/release";
 *
 * const extension = defineRuntimeExtension({ name: "quiet", hooks: { ValidateTopology: () => undefined } });
 * const files = extensionRelease({ extension, version: "v0.1.0", image: "registry.example.com/quiet" });
 * console.log(files[0]?.path); // runtime-extension-quiet/v0.1.0/runtime-extension-components.yaml
 * ```
 */
export function extensionRelease(options: ExtensionReleaseOptions): ReleaseFile[] {
  const { extension, version, templates, metadata } = options;
  const label = `${type}-${extension.name}`;
  const components = extensionComponents(options);
  return releaseOf({ type, label, contract: "v1beta2", version, components, templates, metadata });
}
