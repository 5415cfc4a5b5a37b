/** A host and port as one text; an IPv6 address is put into brackets. */
export function hostPort({ host, port }: { readonly host: string; readonly port: number }): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
