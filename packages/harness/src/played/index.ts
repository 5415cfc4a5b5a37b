export { ownerReference, PlayedCore } from "./played-core.ts";
