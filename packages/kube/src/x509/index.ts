// Make kubeconfigs, and renew them in time
export { adminKubeconfig, type AdminKubeconfigOptions } from "./admin-kubeconfig.ts";
export { renewalTimeMs } from "./client-certificate-life.ts";

// Make and read keys, certificates and authorities
export { type CertificatePurpose, type Subject } from "./certificate.ts";
export {
  type AuthorityOptions,
  type CertificateAndKey,
  CertificateAuthority,
  type LifetimeOptions,
  type Now,
} from "./certificate-authority.ts";
export {
  type GeneratedKeys,
  generateKeys,
  type KeyAlgorithm,
  privateKeyPem,
  type PrivateKeyForm,
  publicKeyPem,
} from "./key-pair.ts";
export { certificatesIn, publicKeyHash, readCertificate, readPrivateKey, readPublicKey } from "./read-pem.ts";
