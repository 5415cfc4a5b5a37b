import { diskContradictions, fileContradictions, kubeconfigContradictions, tokenContradictions, userContradictions } from "./contradictions.ts";
import { ignitionContradictions } from "./ignition-contradictions.ts";
import type { KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import { type Contradiction } from "./contradiction.ts";

/** The Ignition limits for which upstream's webhook refuses an object. It admits the others and fails on them later. */
const ignitionPlaces = [
  /^spec\.ignition$/,
  /^spec\.users\[\d+\]\.inactive$/,
  /^spec\.files\[\d+\]\.encoding$/,
  /^spec\.bootCommands$/,
  /^spec\.diskSetup\.partitions\[\d+\]\.tableType$/,
  /^spec\.diskSetup\.filesystems\[\d+\]\.(replaceFS|partition)$/,
];

/** The contradictions for which upstream's webhook refuses a KubeadmConfig or its Template, in its order. */
export function admissionContradictions(spec: KubeadmConfigSpec): Contradiction[] {
  return [
    ...fileContradictions(spec.files ?? []),
    ...userContradictions(spec.users ?? []),
    ...ignitionContradictions(spec)
      .filter(({ path }) => ignitionPlaces.some((place) => place.test(path)))
      .map(asUpstreamPlacesIt),
    ...diskContradictions(spec),
    ...kubeconfigContradictions(spec),
    ...tokenContradictions(spec),
  ];
}

/** If `ignition` is set without that format, upstream reports the error at the format. */
function asUpstreamPlacesIt({ path, message }: Contradiction): Contradiction {
  return path === "spec.ignition" ? { path: "spec.format", message: "must be ignition if spec.ignition is set" } : { path, message };
}
