/** A server of {@link ServerCloud}. */
export interface Server {
  readonly id: string;
  readonly name: string;
}

/** A cloud with names that are not unique: two create requests create two servers. */
export class ServerCloud {
  readonly servers: Server[] = [];
  /** The upgrade requests, each with its version. */
  readonly upgrades: { readonly name: string; readonly version: string }[] = [];
  #count = 0;

  create(name: string): Promise<Server> {
    this.#count += 1;
    const server = { id: `srv-${this.#count}`, name };
    this.servers.push(server);
    return Promise.resolve(server);
  }

  find(name: string): Promise<Server | undefined> {
    return Promise.resolve(this.servers.find((server) => server.name === name));
  }

  list(name: string): Promise<readonly Server[]> {
    return Promise.resolve(this.servers.filter((server) => server.name === name));
  }

  remove(id: string): Promise<void> {
    const index = this.servers.findIndex((server) => server.id === id);
    if (index !== -1) this.servers.splice(index, 1);
    return Promise.resolve();
  }

  upgrade(name: string, version: string): Promise<void> {
    this.upgrades.push({ name, version });
    return Promise.resolve();
  }

  /** The last requested version. */
  versionOf(name: string): Promise<string | undefined> {
    return Promise.resolve(this.upgrades.findLast((upgrade) => upgrade.name === name)?.version);
  }
}
