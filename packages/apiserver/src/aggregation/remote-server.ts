import { objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";
import { type Services } from "../webhook/webhook-client.ts";
import { prioritiesOf, serviceOf } from "../api-services/api-service.ts";

/** Another server, which serves a group version. */
export interface RemoteServer {
  /** Its name in a cluster, which its certificate must match. */
  readonly serverName: string;
  readonly hostname: string;
  readonly port: number;
  /** CA certificates, PEM. Undefined for the system's. */
  readonly authorities: string | undefined;
  readonly isTrustedAnyway: boolean;
  /** The path that it must answer. */
  readonly root: string;
}

/** The server of an APIService, if its address is known: from the option for Services, or from the external name of the Service. */
export function remoteServerOf(
  { store, services }: { readonly store: Store; readonly services: Services | undefined },
  apiService: ApiObject,
): RemoteServer | undefined {
  const service = serviceOf(apiService);
  if (service === undefined) return undefined;
  const address = services?.(service) ?? externalAddress(store, service);
  if (address === undefined) return undefined;
  const { hostname, port } = new URL(`https://${address}`);
  const bundle = textAt(apiService, "spec", "caBundle") ?? "";
  const { group, version } = prioritiesOf(apiService);
  return {
    serverName: `${service.name}.${service.namespace}.svc`,
    hostname,
    port: port === "" ? 443 : Number(port),
    authorities: bundle === "" ? undefined : Buffer.from(bundle, "base64").toString("utf8"),
    isTrustedAnyway: objectAt(apiService, "spec")?.insecureSkipTLSVerify === true,
    root: `/apis/${group}/${version}`,
  };
}

function externalAddress(
  store: Store,
  { namespace, name, port }: { readonly namespace: string; readonly name: string; readonly port: number },
): string | undefined {
  const service = store.get("services.", namespace, name);
  const external =
    textAt(service, "spec", "type") === "ExternalName" ? textAt(service, "spec", "externalName") : undefined;
  return external === undefined ? undefined : `${external}:${port}`;
}
