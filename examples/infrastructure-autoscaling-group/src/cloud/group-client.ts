import { type RequestPath, requestPath } from "@capstan/provider";

/** A group as the cloud shows it. */
export interface Group {
  readonly desired: number;
  readonly machineType: string;
  readonly userDataSHA256: string;
  readonly instances: readonly { readonly id: string; readonly state: "starting" | "running" }[];
}

/** What a group should be; fields that are left out stay as they are. */
export interface GroupWish {
  readonly machineType: string;
  readonly desired?: number;
  readonly userData?: string;
}

const timeoutMs = 10_000;

/** The cloud's API. Methods throw what went wrong, and nothing of what they sent. */
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

  /** Makes the group, or changes it; safe to repeat. */
  async put(name: string, wish: GroupWish): Promise<Group> {
    const group = await this.#request("PUT", requestPath`/groups/${name}`, wish);
    if (group === undefined) throw new Error(`The cloud does not take group ${name}`);
    return group;
  }

  /** @returns the group as long as it is there; its removal takes time. */
  remove(name: string): Promise<Group | undefined> {
    return this.#request("DELETE", requestPath`/groups/${name}`);
  }

  /** Ends a machine, and has the group be one smaller; safe to repeat. */
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

/** Has the cloud at a URL for one reconcile. */
export type OpenGroups = (url: string, signal: AbortSignal) => GroupClient;

export const openGroups: OpenGroups = (url, signal) => new GroupClient(url, signal);
