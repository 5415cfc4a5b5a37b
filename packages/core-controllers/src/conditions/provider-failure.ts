import { fittingFailureMessage } from "@capstan/contract";

/** A terminal failure that a provider reports on one of its objects. */
export interface ProviderFailure {
  readonly object: { readonly kind: string; readonly name: string };
  readonly reason?: string;
  readonly message?: string;
}

/** The failure fields of a Machine. They are deprecated upstream, but tools for v1beta1 still read them. */
export interface FailureFields {
  readonly failureReason?: string;
  readonly failureMessage?: string;
}

/** The first failure, as the failure fields of the object that refers to the failed object. */
export function failureFieldsOf(failures: readonly (ProviderFailure | undefined)[]): FailureFields {
  const failure = failures.find((candidate) => candidate !== undefined);
  if (failure === undefined) return {};
  return {
    ...(failure.reason === undefined ? {} : { failureReason: failure.reason }),
    ...(failure.message === undefined
      ? {}
      : {
          failureMessage: fittingFailureMessage(
            `${failure.object.kind} ${failure.object.name} failed: ${failure.message}`,
          ),
        }),
  };
}
