export { hardenedPod } from "./hardened-pod.ts";
export { packAll, type PackedPackage } from "./pack.ts";
