/** The Service port of a webhook. */
export interface ServicePort {
  /** The Service's namespace. */
  readonly namespace: string;
  /** The Service's name. */
  readonly name: string;
  /** The port of the Service. */
  readonly port: number;
}

/** Returns the address of a Service port, as `host:port`; undefined if the Service does not exist. */
export type Services = (service: ServicePort) => string | undefined;
