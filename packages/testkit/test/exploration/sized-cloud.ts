/** A server of {@link SizedCloud}. */
export interface SizedServer {
  readonly name: string;
  readonly size: string;
}

/** A cloud whose servers have sizes that can be changed. */
export class SizedCloud {
  readonly servers = new Map<string, SizedServer>();

  /** @throws Error the size does not exist. */
  ensure(name: string, size: string): void {
    if (size === "huge") throw new Error("There are no huge servers");
    this.servers.set(name, { name, size });
  }

  remove(name: string): void {
    this.servers.delete(name);
  }
}
