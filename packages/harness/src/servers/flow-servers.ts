import process from "node:process";
import { isNight } from "../night.ts";

/** The embedded API server, or etcd and kube-apiserver of KUBEBUILDER_ASSETS. */
export type ServerName = "embedded" | "real";

const hasReal = (process.env.KUBEBUILDER_ASSETS ?? "") !== "";

/**
 * The servers that whole flows run on. Conformance suites compare the embedded server with the real one at each change, so a flow runs on
 * the real one only at night.
 */
export const flowServers: readonly ServerName[] = isNight && hasReal ? ["embedded", "real"] : ["embedded"];
