import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, Machine } from "@capstan/contract";
import { DockerCluster, DockerMachine, kubeadmInContainer } from "@capstan/infrastructure-docker";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { fieldsOf, isJsonObject, type JsonObject, readKubernetesVersion } from "@capstan/kube";

/** The images of the containers. */
export interface ContainerImages {
  /** Image of the machines. Default: kindest/node in the version of each Machine. */
  readonly node?: string;
  /** Image of the load balancer. Default: the node image, unless that is one of kindest/node, which has no haproxy. */
  readonly loadBalancer?: string;
}

const renamed = new Map([
  [MockCluster.kind.kind, DockerCluster.kind.kind],
  [MockMachine.kind.kind, DockerMachine.kind.kind],
]);

/** Manifests for the mock infrastructure as manifests for containers: a Cluster with the same names, in the images' version. */
export function onContainers(
  manifests: readonly KubernetesObject[],
  images: ContainerImages,
): readonly KubernetesObject[] {
  const pods = manifests.map((object) => podRange(object)).find((range) => range !== undefined) ?? "192.168.0.0/16";
  return manifests.map((object) => adapted(withKinds(object), images, pods));
}

function withKinds(object: KubernetesObject): KubernetesObject {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    key === "kind" && typeof value === "string" ? (renamed.get(value) ?? value) : value,
  ) as KubernetesObject;
}

function adapted(object: KubernetesObject, images: ContainerImages, pods: string): KubernetesObject {
  const spec = partOf(fieldsOf(object), "spec");
  switch (object.kind) {
    case Machine.kind: {
      const version = versionOf(images.node);
      return withSpec(object, version === undefined ? spec : { ...spec, version });
    }
    case DockerMachine.kind.kind:
      return withSpec(object, images.node === undefined ? spec : { ...spec, customImage: images.node });
    case DockerCluster.kind.kind: {
      const image = images.loadBalancer ?? (isOfKind(images.node) ? undefined : images.node);
      return withSpec(object, image === undefined ? spec : { ...spec, loadBalancer: { image } });
    }
    case KubeadmConfig.kind.kind:
      return withSpec(object, kubeadmInContainer(spec, pods));
    default:
      return object;
  }
}

function podRange(object: KubernetesObject): string | undefined {
  if (object.kind !== Cluster.kind) return undefined;
  const ranges = partOf(partOf(partOf(fieldsOf(object), "spec"), "clusterNetwork"), "pods").cidrBlocks;
  const [first] = Array.isArray(ranges) ? (ranges as readonly unknown[]) : [];
  return typeof first === "string" ? first : undefined;
}

/** The version in the tag of an image, which is followed by a digest or nothing. */
function versionOf(image: string | undefined): string | undefined {
  const tag = image?.split("@", 1)[0]?.split(":").at(-1) ?? "";
  return tag.startsWith("v") && readKubernetesVersion(tag) !== undefined ? tag : undefined;
}

function isOfKind(image: string | undefined): boolean {
  return image === undefined || /(?:^|\/)kindest\/node(?:[:@]|$)/.test(image);
}

function partOf(value: JsonObject, name: string): JsonObject {
  const part = value[name];
  return isJsonObject(part) ? part : {};
}

function withSpec(object: KubernetesObject, spec: JsonObject): KubernetesObject {
  return { ...object, spec } as KubernetesObject;
}
