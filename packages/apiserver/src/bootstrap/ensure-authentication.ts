import { configMaps } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { frontProxy } from "../user/front-proxy.ts";
import { type BootstrapContext } from "./bootstrap-context.ts";

const place = { namespace: "kube-system", name: "extension-apiserver-authentication" };

/**
 * Publishes, for servers of other kinds, the CAs of client certificates, and how this server passes users on to them.
 *
 * @param authorities - PEM: the CAs of client certificates, and of the front proxy's certificate.
 */
export async function ensureAuthentication(
  { store, writer }: BootstrapContext,
  authorities: { readonly clients: string; readonly frontProxy: string },
): Promise<void> {
  if (store.get(configMaps.id, place.namespace, place.name) !== undefined) return;
  const data = {
    "client-ca-file": authorities.clients,
    "requestheader-allowed-names": JSON.stringify([frontProxy.name]),
    "requestheader-client-ca-file": authorities.frontProxy,
    "requestheader-extra-headers-prefix": JSON.stringify([frontProxy.extraPrefix]),
    "requestheader-group-headers": JSON.stringify([frontProxy.group]),
    "requestheader-uid-headers": JSON.stringify([frontProxy.uid]),
    "requestheader-username-headers": JSON.stringify([frontProxy.user]),
  };
  const target = { resource: configMaps, version: storageVersion(configMaps), manager: "kube-apiserver" };
  await writer.create(target, { kind: "ConfigMap", apiVersion: "v1", metadata: place, data });
}
