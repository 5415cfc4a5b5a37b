export { packAll, type PackedPackage } from "./pack.ts";
