import { ApiServer, type RequestLogEntry } from "@capstan/apiserver";
import type { AuditEntry } from "@capstan/testkit";
import { startAuditedServer } from "../audit/audited-server.ts";

/** An API server with RBAC for Go managers, with its audit log. */
export interface GoServer extends AsyncDisposable {
  /** YAML, of an administrator. */
  readonly kubeconfig: string;
  /** The completed requests, and the watches that have begun. */
  auditEntries(): AuditEntry[];
}

/** Starts etcd, kube-apiserver and kube-controller-manager, or the embedded server instead. */
export async function startGoServer(choice: "embedded" | "real", withBodies = false): Promise<GoServer> {
  if (choice === "embedded") return embedded(await ApiServer.start());
  return startAuditedServer({ withBodies });
}

function embedded(server: ApiServer): GoServer {
  return {
    kubeconfig: server.kubeconfig,
    auditEntries: () => [...server.requests.entries()].map(asAudited),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Converts an entry of the embedded server's log to an audit log entry. */
function asAudited(entry: RequestLogEntry, index: number): AuditEntry {
  const { time, userAgent, user, verb, group, version, resource, subresource, namespace, name, status } = entry;
  const inNamespace = namespace === "" ? [] : ["namespaces", namespace];
  const parts = [...(group === "" ? ["api"] : ["apis", group]), version, ...inNamespace, resource, name, subresource];
  return {
    auditID: String(index),
    stage: "ResponseComplete",
    requestURI: `/${parts.filter((part) => part !== "").join("/")}`,
    verb,
    user: { username: user },
    userAgent,
    objectRef: {
      apiGroup: group,
      apiVersion: version,
      resource,
      namespace,
      name,
      ...(subresource !== "" && { subresource }),
    },
    responseStatus: { code: status },
    requestReceivedTimestamp: time,
    stageTimestamp: time,
  };
}
