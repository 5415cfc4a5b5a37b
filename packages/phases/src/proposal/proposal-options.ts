/** Where the proposal's text and its intent differ, the intent is the default; each option follows the text literally. */
export interface ProposalOptions {
  /** A Machine without a configRef never reaches `provisioning` (P5). Default false: its own data is enough (d.2). */
  readonly requireConfigRef?: boolean | undefined;
  /** The bootstrap config has to be ready even if the data is there (P6). Default false: data wins (d.3). */
  readonly requireConfigReady?: boolean | undefined;
  /** Empty data from a bootstrap provider counts as data (P7). Default false: it is an error to report (d.4). */
  readonly acceptEmptyProviderData?: boolean | undefined;
  /** `deleted` as soon as all objects are being deleted (P8). Default false: once all are gone (d.7). */
  readonly deletedWhileDeleting?: boolean | undefined;
}

/** The proposal taken literally in every point. */
export const literalProposal: Required<ProposalOptions> = {
  requireConfigRef: true,
  requireConfigReady: true,
  acceptEmptyProviderData: true,
  deletedWhileDeleting: true,
};
