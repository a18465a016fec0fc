import type { DryRunReport, SendReceipt } from '@sportello/contract'

/** Name of the event by which a page of a preview hands the report of a dry run to the frame that shows it. */
export const DRY_RUN_EVENT = 'dry-run'

/** Hands the report of a dry run to the editor that shows this page in a frame. @returns the receipt, which the page shows as after a real submission */
export function showDryRun(report: DryRunReport): SendReceipt {
  // The browser gives the frame to pages of its own origin only, so no other site can receive or send a report.
  window.frameElement?.dispatchEvent(new CustomEvent(DRY_RUN_EVENT, { detail: report }))
  return report.receipt
}
