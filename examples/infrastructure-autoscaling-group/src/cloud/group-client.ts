import { type RequestPath, requestPath } from "@capstan/provider";

/** The cloud's representation of a group. */
export interface Group {
  readonly desired: number;
  readonly machineType: string;
  readonly userDataSHA256: string;
  readonly instances: readonly { readonly id: string; readonly state: "starting" | "running" }[];
}

/** The desired state of a group; unset fields stay unchanged. */
export interface GroupWish {
  readonly machineType: string;
  readonly desired?: number;
  readonly userData?: string;
}

const timeoutMs = 10_000;

/** The cloud's API. Methods throw the error, which contains nothing of the request. */
class GroupClient {
  readonly #url: string;
  readonly #signal: AbortSignal;

  constructor(url: string, signal: AbortSignal) {
    this.#url = url;
    this.#signal = signal;
  }

  get(name: string): Promise<Group | undefined> {
    return this.#request("GET", requestPath`/groups/${name}`);
  }

  /** Creates or changes the group; safe to repeat. */
  async put(name: string, wish: GroupWish): Promise<Group> {
    const group = await this.#request("PUT", requestPath`/groups/${name}`, wish);
    if (group === undefined) throw new Error(`The cloud rejected group ${name}`);
    return group;
  }

  /** @returns the group while it still exists; its removal takes time. */
  remove(name: string): Promise<Group | undefined> {
    return this.#request("DELETE", requestPath`/groups/${name}`);
  }

  /** Deletes a machine and reduces the group by one; safe to repeat. */
  async removeInstance(name: string, id: string): Promise<void> {
    await this.#request("DELETE", requestPath`/groups/${name}/instances/${id}`);
  }

  async #request(method: string, { text: path }: RequestPath, body?: object): Promise<Group | undefined> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`The cloud answered ${method} ${path} with ${response.status}`);
    return (await response.json()) as Group;
  }
}

/** Opens the cloud at a URL for one reconcile. */
export type OpenGroups = (url: string, signal: AbortSignal) => GroupClient;

export const openGroups: OpenGroups = (url, signal) => new GroupClient(url, signal);
