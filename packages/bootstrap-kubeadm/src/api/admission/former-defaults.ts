import type { KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";

/**
 * The spec with the defaults that earlier releases of upstream filled in. The core compares such Templates in dry runs: without the
 * defaults, Templates stored by those releases would look changed, and their machines would be replaced.
 */
export function withFormerDefaults(spec: KubeadmConfigSpec): KubeadmConfigSpec {
  const { initConfiguration, joinConfiguration } = spec;
  const { discovery } = joinConfiguration ?? {};
  return {
    ...spec,
    format: spec.format ?? "cloud-config",
    initConfiguration: { ...initConfiguration, nodeRegistration: pulled(initConfiguration?.nodeRegistration) },
    joinConfiguration: {
      ...joinConfiguration,
      nodeRegistration: pulled(joinConfiguration?.nodeRegistration),
      ...(discovery === undefined ? {} : { discovery: withVersion(discovery) }),
    },
  };
}

type Registration = NonNullable<NonNullable<KubeadmConfigSpec["initConfiguration"]>["nodeRegistration"]>;
type Discovery = NonNullable<NonNullable<KubeadmConfigSpec["joinConfiguration"]>["discovery"]>;

function pulled(registration: Registration = {}): Registration {
  return { ...registration, imagePullPolicy: registration.imagePullPolicy ?? "IfNotPresent" };
}

function withVersion(discovery: Discovery): Discovery {
  const copy = structuredClone(discovery);
  const exec = copy.file?.kubeConfig?.user.exec;
  if (exec !== undefined) exec.apiVersion ??= "client.authentication.k8s.io/v1";
  return copy;
}
