/** The arguments of a Deployment, adapted to run outside of a Pod. clusterctl has already replaced its variables. */
export function loopbackArguments(args: readonly string[], namespace: string): string[] {
  return args.map((argument) =>
    argument
      .replace(/^--(health-addr|diagnostics-address)=.*/, "--$1=127.0.0.1:0")
      .replace(/^--(leader-elect-namespace|secret-namespaces)=.*/, `--$1=${namespace}`),
  );
}
