import { Gauge, type Registry } from "prom-client";

/** `leader_election_master_status`: whether this process leads. */
export class LeaderMetrics {
  readonly #status: Gauge<"name">;

  constructor(registry: Registry) {
    this.#status = new Gauge({
      name: "leader_election_master_status",
      help: "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. 'name' is the string used to identify the lease.",
      labelNames: ["name"],
      registers: [registry],
    });
  }

  leads(lease: string, leads: boolean): void {
    this.#status.set({ name: lease }, leads ? 1 : 0);
  }
}
