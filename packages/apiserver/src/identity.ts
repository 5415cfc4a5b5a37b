import { CertificateAuthority } from "@capstan/kube/x509";
import { type AccessSecrets, accessSecrets } from "./access/access.ts";
import { type ApiServerOptions } from "./api-server-options.ts";
import { serverCredentials, type ServerCredentials } from "./authentication/server-credentials.ts";
import { systemClock } from "./clock/clock.ts";
import { type DataDirectory } from "./store/disk/data-directory.ts";

/** The credentials of a server, and those with which it recognizes users. */
export interface Identity {
  readonly authority: CertificateAuthority;
  readonly credentials: ServerCredentials;
  readonly secrets: AccessSecrets;
}

/** The identity from the options and the data directory; missing parts are created. */
export async function identityOf(options: ApiServerOptions, data: DataDirectory | undefined): Promise<Identity> {
  const authority = await authorityOf(options, data);
  return { authority, credentials: await credentialsOf(options, authority), secrets: await accessSecrets(data) };
}

/** The same identity at the address in `options`. */
export async function identityAt(options: ApiServerOptions, { authority, secrets }: Identity): Promise<Identity> {
  return { authority, credentials: await credentialsOf(options, authority), secrets };
}

/** Its certificates use real time, whatever the server's clock says, because TLS has no other clock. */
async function authorityOf(options: ApiServerOptions, data: DataDirectory | undefined): Promise<CertificateAuthority> {
  const given = options.certificateAuthority ?? data?.certificateAuthority;
  if (given !== undefined) return CertificateAuthority.load(given, systemClock);
  const authority = await CertificateAuthority.create("capstan-apiserver-ca", systemClock);
  data?.noteAuthority(authority);
  return authority;
}

function credentialsOf(options: ApiServerOptions, authority: CertificateAuthority): Promise<ServerCredentials> {
  const { host = "127.0.0.1", advertise, certificateAuthority } = options;
  return serverCredentials(authority, certificateAuthority ?? authority, [
    ...(advertise === undefined ? [] : [advertise.host]),
    host,
    "127.0.0.1",
    "localhost",
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
  ]);
}
