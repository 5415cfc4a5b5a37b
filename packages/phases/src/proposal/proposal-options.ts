/** Where the proposal's wording and its intent differ, the intent is the default; each option follows the wording literally. */
export interface ProposalOptions {
  /** Whether a Machine without a configRef never reaches `provisioning` (P5). Default: false; its own data is sufficient (d.2). */
  readonly requireConfigRef?: boolean | undefined;
  /** Whether the bootstrap config must be ready even if the data exists (P6). Default: false; data is sufficient (d.3). */
  readonly requireConfigReady?: boolean | undefined;
  /** Whether empty data from a bootstrap provider counts as data (P7). Default: false; it is an error to report (d.4). */
  readonly acceptEmptyProviderData?: boolean | undefined;
  /** Whether a Machine is `deleted` as soon as all objects are being deleted (P8). Default: false; once all objects are deleted (d.7). */
  readonly deletedWhileDeleting?: boolean | undefined;
  /**
   * Whether a Ready Node with the Machine's providerID suffices for `running`, whatever its infrastructure reports (P10). Default: false; a
   * Machine whose infrastructure is not provisioned is `provisioning` or `pending` (d.6).
   */
  readonly runningByNodeAlone?: boolean | undefined;
}

/** The proposal taken literally in every point. */
export const literalProposal: Required<ProposalOptions> = {
  requireConfigRef: true,
  requireConfigReady: true,
  acceptEmptyProviderData: true,
  deletedWhileDeleting: true,
  runningByNodeAlone: true,
};
