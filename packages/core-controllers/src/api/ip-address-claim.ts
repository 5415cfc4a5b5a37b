import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";
import { present } from "./fields.ts";
import type { KindForms } from "./kind-forms.ts";
import { type StatusForm, statusToV1Beta1, statusToV1Beta2 } from "./status-forms.ts";

const status: StatusForm = { deprecated: ["conditions"], staged: ["conditions"], flags: {}, shared: [] };

/** v1beta1 can have an empty reference, which v1beta2 has no form for. */
function addressRef({ addressRef: reference }: JsonObject): JsonObject {
  const { name } = fieldsOf(reference);
  return { addressRef: present({ name: name === "" ? undefined : name }) };
}

function spec({ clusterName, poolRef }: JsonObject): JsonObject {
  return definedFields({ clusterName, poolRef });
}

/** IPAddressClaims in both versions. */
export const ipAddressClaimForms: KindForms = {
  specToV1Beta2: spec,
  specToV1Beta1: spec,
  statusToV1Beta2: (old) => ({ ...statusToV1Beta2(old, status), ...addressRef(old) }),
  statusToV1Beta1: (next) => ({ ...statusToV1Beta1(next, status), ...addressRef(next) }),
};
