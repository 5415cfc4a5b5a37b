import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

// Webhooks of immutable Templates, as another SDK has them: denies each change of a spec, except in the dry runs of a topology, with the
// status `--status <JSON>`. It listens on `--webhook-port`, with the certificates of `--webhook-cert-dir`.
const string = { type: "string", default: "" } as const;
const { values } = parseArgs({ options: { status: string, "webhook-port": string, "webhook-cert-dir": string } });

interface Review {
  readonly request: {
    readonly uid: string;
    readonly operation: string;
    readonly dryRun?: boolean;
    readonly object: Reviewed;
    readonly oldObject?: Reviewed;
  };
}

interface Reviewed {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

function isAllowed({ operation, dryRun = false, object, oldObject }: Review["request"]): boolean {
  const isOfTopology = dryRun && "topology.cluster.x-k8s.io/dry-run" in (object.metadata.annotations ?? {});
  return operation !== "UPDATE" || isOfTopology || JSON.stringify(object.spec) === JSON.stringify(oldObject?.spec);
}

const folder = values["webhook-cert-dir"];
const certificates = { cert: readFileSync(`${folder}/tls.crt`), key: readFileSync(`${folder}/tls.key`) };
createServer(certificates, (request, response) => {
  void text(request).then((body) => {
    const { request: reviewed } = JSON.parse(body) as Review;
    const allowed = isAllowed(reviewed);
    const status = allowed ? {} : { status: JSON.parse(values.status) as unknown };
    const answer = { uid: reviewed.uid, allowed, ...status };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }));
  });
}).listen(Number(values["webhook-port"]), "127.0.0.1");
