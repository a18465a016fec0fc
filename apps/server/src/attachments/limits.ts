import { numberSetting } from '@sportello/contract'

/** How much one request may carry. Sizes in bytes. */
export interface RequestLimits {
  files: number
  fileBytes: number
  /** All files of one request together. */
  requestBytes: number
  /** The whole body: what is beyond it is not read any further. */
  bodyBytes: number
}

const MB = 1024 * 1024

/** The deployment's limits: system settings over their presets. */
export function requestLimits(settings: ReadonlyMap<string, string>): RequestLimits {
  const requestBytes = numberSetting(settings, 'attachment_total_mb') * MB
  // A refusal is told only after the body was read, or a browser never sees it; so a little more than allowed is read, and no more.
  return {
    files: numberSetting(settings, 'attachment_max_count'),
    fileBytes: numberSetting(settings, 'attachment_max_mb') * MB,
    requestBytes,
    bodyBytes: Math.max(4 * requestBytes, 128 * MB),
  }
}
