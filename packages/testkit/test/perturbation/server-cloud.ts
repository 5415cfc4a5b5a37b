/** A server of {@link ServerCloud}. */
export interface Server {
  readonly id: string;
  readonly name: string;
}

/** A cloud with names that are not unique: who asks twice has two servers. */
export class ServerCloud {
  readonly servers: Server[] = [];
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

  remove(id: string): Promise<void> {
    const index = this.servers.findIndex((server) => server.id === id);
    if (index !== -1) this.servers.splice(index, 1);
    return Promise.resolve();
  }
}
