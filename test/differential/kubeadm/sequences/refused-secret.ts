import { isAlreadyExists, Secret, systemClock, requestPath } from "@capstan/runtime";
import { type Stage } from "../stage/stage.ts";

/** The API server loads policies within a few seconds. */
const timeoutMs = 30_000;
const path = requestPath`/apis/admissionregistration.k8s.io/v1`;

/** Makes the API server refuse to create a Secret of that name in the stage's namespace; returns once it does. */
export async function refuseSecret(stage: Stage, name: string): Promise<void> {
  const policyName = nameOf(stage, name);
  const apiVersion = "admissionregistration.k8s.io/v1";
  await stage.client.request("POST", requestPath`${path}/validatingadmissionpolicies`, {
    apiVersion,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: policyName },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["secrets"], operations: ["CREATE"] }],
      },
      validations: [
        {
          expression: `!(object.metadata.name == '${name}' && object.metadata.namespace == '${stage.namespace}')`,
          message: "refused by the comparison",
        },
      ],
    },
  });
  await stage.client.request("POST", requestPath`${path}/validatingadmissionpolicybindings`, {
    apiVersion,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: policyName },
    spec: { policyName, validationActions: ["Deny"] },
  });
  await untilAllowed(stage, name, false);
}

/** Undoes {@link refuseSecret}; returns once the API server admits the Secret. */
export async function allowSecret(stage: Stage, name: string): Promise<void> {
  for (const kind of ["validatingadmissionpolicybindings", "validatingadmissionpolicies"]) {
    await stage.client.request("DELETE", requestPath`${path}/${kind}/${nameOf(stage, name)}`);
  }
  await untilAllowed(stage, name, true);
}

function nameOf({ namespace }: Stage, name: string): string {
  return `${namespace}-${name}`;
}

async function untilAllowed(stage: Stage, name: string, allowed: boolean): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  while ((await isAllowed(stage, name)) !== allowed) {
    if (signal.aborted) throw new Error(`Secret ${name} is still ${allowed ? "refused" : "admitted"}`);
    await systemClock.sleep(200);
  }
}

async function isAllowed({ client, namespace }: Stage, name: string): Promise<boolean> {
  try {
    const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace, name } };
    await client.create(Secret, secret, { dryRun: true });
    return true;
  } catch (error) {
    // A provider may have created it first.
    return isAlreadyExists(error);
  }
}
