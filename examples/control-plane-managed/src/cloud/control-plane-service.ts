import { requestPath } from "@capstan/provider";

/** A control plane as the service has it. */
export interface HostedControlPlane {
  /** The version that runs, which an upgrade changes at its end. */
  readonly version: string;
  readonly isUpgrading: boolean;
  /** Where it is reached, and how; set once it takes requests. */
  readonly access?: {
    readonly endpoint: { readonly host: string; readonly port: number };
    readonly kubeconfig: string;
  };
}

/** The service's API. All methods throw an Error that names the status if the service does not do what it is asked. */
export class ControlPlaneService {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Makes the control plane unless it is there: its id is the caller's. Upgrades one of another version. */
  async ensure(id: string, version: string | undefined, signal: AbortSignal): Promise<HostedControlPlane> {
    const response = await this.#send(id, { method: "PUT", body: JSON.stringify({ version }), signal });
    return (await response.json()) as HostedControlPlane;
  }

  /** @returns whether it is gone; otherwise its removal takes time. */
  async remove(id: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#send(id, { method: "DELETE", signal })).status === 204;
  }

  async #send(id: string, request: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#url}${requestPath`/v1/control-planes/${id}`.text}`, request);
    if (!response.ok) throw new Error(`The service answered ${request.method ?? ""} with status ${response.status}`);
    return response;
  }
}
