import type { DryRunReport, SendReceipt } from '@sportello/contract'

/**
 * Name of the event with which a page in the preview passes the report of a dry run (a trial submission) to the editor.
 */
export const DRY_RUN_EVENT = 'dry-run'

/**
 * Passes the report of a dry run to the editor that shows this page in a frame.
 * @returns the receipt, which the page shows in the same way as after a real submission
 */
export function showDryRun(report: DryRunReport): SendReceipt {
  // The browser allows only pages of the same origin to access the frame element, so other sites can neither receive
  // nor send a report.
  window.frameElement?.dispatchEvent(new CustomEvent(DRY_RUN_EVENT, { detail: report }))
  return report.receipt
}
