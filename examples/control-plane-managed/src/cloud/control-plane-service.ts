import { requestPath } from "@capstan/provider";

/** The service's representation of a control plane. */
export interface HostedControlPlane {
  /** The running version, which changes at the end of an upgrade. */
  readonly version: string;
  readonly isUpgrading: boolean;
  /** How to reach it; set once it serves requests. */
  readonly access?: {
    readonly endpoint: { readonly host: string; readonly port: number };
    readonly kubeconfig: string;
  };
}

/** The service's API. All methods throw an Error with the status if the service does not comply. */
export class ControlPlaneService {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Creates the control plane if it does not exist, under the caller's id. Upgrades it if it has another version. */
  async ensure(id: string, version: string | undefined, signal: AbortSignal): Promise<HostedControlPlane> {
    const response = await this.#send(id, { method: "PUT", body: JSON.stringify({ version }), signal });
    return (await response.json()) as HostedControlPlane;
  }

  /** @returns whether it is deleted; otherwise its removal takes time. */
  async remove(id: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#send(id, { method: "DELETE", signal })).status === 204;
  }

  async #send(id: string, request: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#url}${requestPath`/v1/control-planes/${id}`.text}`, request);
    if (!response.ok) throw new Error(`The service answered ${request.method ?? ""} with status ${response.status}`);
    return response;
  }
}
