/** Joins a host and a port; an IPv6 address is enclosed in brackets. */
export function hostPort({ host, port }: { readonly host: string; readonly port: number }): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
