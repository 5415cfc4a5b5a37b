/** An annotation that a perturbation writes to trigger a reconcile; comparisons ignore it. */
export const touchAnnotation = "perturbation.capstan.dev/touched";
