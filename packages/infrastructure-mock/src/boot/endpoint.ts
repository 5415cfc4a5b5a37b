const defaultPort = 6443;

/** Parses a host and port, the port defaulting to kubeadm's 6443; undefined if `text` is not an endpoint. */
function parseEndpoint(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:/\s]+))(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? undefined : { host, port: port === undefined ? defaultPort : Number(port) };
}

/** Whether `text` names the endpoint. */
export function isEndpoint(text: string, endpoint: { readonly host: string; readonly port: number }): boolean {
  const parsed = parseEndpoint(text);
  return parsed?.host.toLowerCase() === endpoint.host.toLowerCase() && parsed.port === endpoint.port;
}
