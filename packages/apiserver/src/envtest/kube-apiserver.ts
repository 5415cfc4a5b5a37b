import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type AuthorizationMode } from "../access/access.ts";
import { type RequestLimits } from "../server/in-flight.ts";

/** Flags of kube-apiserver that are followed; others are of no consequence here. */
export interface KubeApiServerFlags {
  readonly bindAddress: string;
  readonly securePort: number;
  /** Where `apiserver.crt` and `apiserver.key` are, if {@link tlsCertFile} does not say otherwise. */
  readonly certDir?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly clientCaFile?: string;
  /** Separated by commas. */
  readonly authorizationMode: string;
  /** As envtest passes it, `true` or `false`. */
  readonly enablePriorityAndFairness: string | boolean;
  /** Followed where priorities are not known; 0 for as many as come. */
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
  /** Not a flag of the real one, whose tests cannot ask for faults. As envtest passes it, `true` or `false`. */
  readonly faults?: string | boolean;
}

/** What the flags of kube-apiserver say about the embedded server. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  readonly serving?: CertificateAndKey;
  readonly clientAuthorities?: string;
  readonly authorization: AuthorizationMode;
  readonly faultsOverHttp: boolean;
  readonly requestLimits?: RequestLimits;
}

/** @throws Error - a file cannot be read. */
export function settingsOf(flags: KubeApiServerFlags): ServerSettings {
  const { bindAddress: host, securePort: port, clientCaFile, authorizationMode, faults = false } = flags;
  const serving = servingCertificate(flags);
  return {
    host,
    port,
    // One that allows everything does so whatever the others say.
    authorization: authorizationMode.split(",").includes("AlwaysAllow") ? "AlwaysAllow" : "RBAC",
    faultsOverHttp: String(faults) === "true",
    ...(String(flags.enablePriorityAndFairness) === "false"
      ? { requestLimits: { reading: flags.maxRequestsInflight, writing: flags.maxMutatingRequestsInflight } }
      : {}),
    ...(serving === undefined ? {} : { serving }),
    ...(clientCaFile === undefined ? {} : { clientAuthorities: readFileSync(clientCaFile, "utf8") }),
  };
}

function servingCertificate(flags: KubeApiServerFlags): CertificateAndKey | undefined {
  const { certDir = "", tlsCertFile, tlsPrivateKeyFile } = flags;
  const certificate = tlsCertFile ?? path.join(certDir, "apiserver.crt");
  const key = tlsPrivateKeyFile ?? path.join(certDir, "apiserver.key");
  // As the real one does, which then makes a certificate of its own.
  if (tlsCertFile === undefined && !existsSync(certificate)) return undefined;
  return { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(key, "utf8") };
}
