/** The arguments of a Deployment with what differs outside of a Pod. Variables of clusterctl have been replaced by it. */
export function loopbackArguments(args: readonly string[], namespace: string): string[] {
  return args.map((argument) =>
    argument
      .replace(/^--(health-addr|diagnostics-address)=.*/, "--$1=127.0.0.1:0")
      .replace(/^--(leader-elect-namespace|secret-namespaces)=.*/, `--$1=${namespace}`),
  );
}
