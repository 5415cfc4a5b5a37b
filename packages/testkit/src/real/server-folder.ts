import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type CertificateAndKey,
  CertificateAuthority,
  generateKeys,
  privateKeyPem,
  publicKeyPem,
} from "@capstan/kube/x509";
import { systemClock } from "@capstan/runtime";
import { auditPolicy } from "./audit-log.ts";
import { freePorts } from "./free-ports.ts";

/** The ports of the programs, on 127.0.0.1. */
interface Ports {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly apiServer: number;
  readonly controllerManager: number;
}

/** The files and ports that the programs of a server start with. */
export interface ServerFolder {
  readonly directory: string;
  readonly ports: Ports;
  readonly authority: CertificateAuthority;
  readonly admin: CertificateAndKey;
}

/** Creates a folder with the certificates and keys of a server, and finds free ports. */
export async function makeServerFolder(): Promise<ServerFolder> {
  const authority = await CertificateAuthority.create("test-ca", systemClock);
  const serving = await authority.issueServing("kube-apiserver", ["127.0.0.1", "localhost"]);
  const serviceAccount = await generateKeys("ECDSA-P256");
  const directory = mkdtempSync(path.join(tmpdir(), "kube-apiserver-"));
  const files: Record<string, string> = {
    "ca.crt": authority.certificate,
    "serving.crt": serving.certificate,
    "serving.key": serving.privateKey,
    "service-account.key": privateKeyPem(serviceAccount.privateKey, "traditional"),
    "service-account.pub": publicKeyPem(serviceAccount.publicKey),
    "audit-policy.yaml": auditPolicy,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(directory, name), content, { mode: 0o600 });
  }
  const [etcd = 0, etcdPeer = 0, apiServer = 0, controllerManager = 0] = await freePorts(4);
  const admin = await authority.issueClient("admin", ["system:masters"]);
  return { directory, ports: { etcd, etcdPeer, apiServer, controllerManager }, authority, admin };
}
