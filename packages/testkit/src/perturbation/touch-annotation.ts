/** The annotation by which a perturbation writes to an object, so that it is reconciled again; no comparison sees it. */
export const touchAnnotation = "perturbation.capstan.dev/touched";
