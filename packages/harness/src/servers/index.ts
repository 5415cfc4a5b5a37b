export { areOwnCRDs, coreCRDs } from "./core-crds.ts";
