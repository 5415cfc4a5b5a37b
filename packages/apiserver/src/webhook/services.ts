/** A port of a Service that a webhook is behind. */
export interface ServicePort {
  /** The Service's namespace. */
  readonly namespace: string;
  /** The Service's name. */
  readonly name: string;
  /** The port of the Service. */
  readonly port: number;
}

/** Says where a port of a Service is reached, as `host:port`; undefined if there is no such Service. */
export type Services = (service: ServicePort) => string | undefined;
