import type { DryRunReport, SendReceipt } from '@sportello/contract'

/** Name of the event with which a page of a preview sends the report of a dry run to the editor's frame around it. */
export const DRY_RUN_EVENT = 'dry-run'

/**
 * Sends the report of a dry run to the editor that shows the page in a frame.
 * @returns the receipt, which the page shows as it does after a real submission
 */
export function showDryRun(report: DryRunReport): SendReceipt {
  // The browser lets only pages of the same origin access the frame element, so no other site can receive or send a
  // report.
  window.frameElement?.dispatchEvent(new CustomEvent(DRY_RUN_EVENT, { detail: report }))
  return report.receipt
}
