import { type ConditionV1Beta1, type DeepReadonly, type SomeConditions } from "@capstan/contract";

/** An object with v1beta1 conditions in addition to those of v1beta2. `Type` lists the types that may be read. */
export interface HasDeprecatedConditions<Type extends string = string> {
  readonly status?:
    | {
        readonly deprecated?:
          | {
              readonly v1beta1?:
                | { readonly conditions?: readonly DeepReadonly<ConditionV1Beta1>[] | SomeConditions<Type> | undefined }
                | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** The condition of this type in `status.deprecated.v1beta1.conditions`, or `undefined`. */
export function getDeprecatedCondition<const Type extends string>(
  object: HasDeprecatedConditions<NoInfer<Type>>,
  type: Type,
): DeepReadonly<ConditionV1Beta1> | undefined {
  const conditions = object.status?.deprecated?.v1beta1?.conditions as
    readonly DeepReadonly<ConditionV1Beta1>[] | undefined;
  return conditions?.find((condition) => condition.type === type);
}
