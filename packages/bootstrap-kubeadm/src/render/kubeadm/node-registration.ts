import { formatSeconds } from "@capstan/kube";
import { type NodeRegistration, type Taint, type Timeouts } from "../../api/v1beta2/node-configuration.ts";
import { goTime } from "../../go-text/go-time.ts";
import { type KubeadmApiVersion } from "./kubernetes-version.ts";
import { renderArgs } from "./component.ts";

/** How the machine registers as a Node. Unset taints (`null`: kubeadm's defaults) and no taints (`[]`) differ. */
export function renderNodeRegistration(registration: NodeRegistration | undefined, api: KubeadmApiVersion): object {
  const { taints, kubeletExtraArgs, imagePullSerial, ...rest } = registration ?? {};
  return {
    ...rest,
    taints: taints?.map(renderTaint) ?? null,
    kubeletExtraArgs: renderArgs(kubeletExtraArgs, api),
    imagePullSerial: api === "v1beta4" ? imagePullSerial : undefined,
  };
}

function renderTaint({ value, timeAdded, ...taint }: Taint): object {
  return {
    ...taint,
    value: value === "" ? undefined : value,
    timeAdded: timeAdded === undefined ? undefined : goTime(timeAdded),
  };
}

/** kubeadm's timeouts, a separate section since v1beta4; undefined if no timeout is set. */
export function renderTimeouts(timeouts: Timeouts | undefined, api: KubeadmApiVersion): object | undefined {
  if (api === "v1beta3" || timeouts === undefined) return undefined;
  const rendered = Object.entries(timeouts).map(([name, seconds]) => [
    name.replace(/Seconds$/, ""),
    formatSeconds(seconds),
  ]);
  return rendered.length === 0 ? undefined : (Object.fromEntries(rendered) as object);
}
