export { compilerMessages } from "./compiler-messages.ts";
export { hardenedPod } from "./hardened-pod.ts";
export { ImageStore } from "./image-store.ts";
export { packAll, type PackedPackage } from "./pack.ts";
