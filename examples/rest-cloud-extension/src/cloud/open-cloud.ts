import { type Client, type Cluster, type DeepReadonly, Secret } from "@capstan/provider";
import { HookError } from "@capstan/runtime-extension";
import { RestCluster } from "../api/rest-kinds.ts";
import { ServerCloud } from "./server-cloud.ts";

/**
 * The cloud of a Cluster, with the account that its RestCluster names; `undefined` before it has a RestCluster.
 *
 * @throws HookError - the RestCluster names no Secret, or one without a token.
 */
export async function openCloud(
  { spec, metadata }: DeepReadonly<Cluster>,
  client: Client,
  signal: AbortSignal,
): Promise<ServerCloud | undefined> {
  const { name } = spec.infrastructureRef ?? {};
  if (name === undefined) return undefined;
  const { namespace = "" } = metadata;
  const { url, credentialsSecretName } = (await client.get(RestCluster, { name, namespace })).spec;
  if (url === undefined || credentialsSecretName === undefined) {
    throw new HookError(`RestCluster ${name} must set url and credentialsSecretName; RestIdentities are not supported`);
  }
  const { data } = await client.get(Secret, { name: credentialsSecretName, namespace });
  const token = Buffer.from(data?.token ?? "", "base64").toString();
  if (token === "") throw new HookError(`Secret ${credentialsSecretName} must have the key token`);
  return new ServerCloud({ url, token, signal });
}
