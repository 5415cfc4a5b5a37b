import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type AuthorizationMode } from "../access/access.ts";
import { type RequestLimits } from "../server/in-flight.ts";

/** The supported flags of kube-apiserver; all others have no effect here. */
export interface KubeApiServerFlags {
  readonly bindAddress: string;
  readonly securePort: number;
  /** The folder of `apiserver.crt` and `apiserver.key`, unless {@link tlsCertFile} is set. */
  readonly certDir?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly clientCaFile?: string;
  /** Comma-separated. */
  readonly authorizationMode: string;
  /** `true` or `false`, as envtest passes it. */
  readonly enablePriorityAndFairness: string | boolean;
  /** Used without priority and fairness; 0 for no limit. */
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
  /** Not a flag of the real server, which cannot inject faults. `true` or `false`, as envtest passes it. */
  readonly faults?: string | boolean;
}

/** The settings of the embedded server that the flags of kube-apiserver select. */
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
    // AlwaysAllow takes effect next to any other mode.
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
  // As in the real server, which then creates its own certificate.
  if (tlsCertFile === undefined && !existsSync(certificate)) return undefined;
  return { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(key, "utf8") };
}
