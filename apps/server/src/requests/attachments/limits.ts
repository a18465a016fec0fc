import { numberSetting } from '@sportello/contract'

/** Limits of one submission. Sizes in bytes. */
export interface RequestLimits {
  files: number
  fileBytes: number
  /** Total size of all files. */
  requestBytes: number
  /** Size of the whole body; the server stops reading beyond it. */
  bodyBytes: number
}

const MB = 1024 * 1024

/** Returns the deployment's limits, from the system settings or their defaults. */
export function requestLimits(settings: ReadonlyMap<string, string>): RequestLimits {
  const requestBytes = numberSetting(settings, 'attachment_total_mb') * MB
  // Browsers show an error response only after they have sent the whole body, so the server reads a little more than it accepts.
  return {
    files: numberSetting(settings, 'attachment_max_count'),
    fileBytes: numberSetting(settings, 'attachment_max_mb') * MB,
    requestBytes,
    bodyBytes: Math.max(4 * requestBytes, 128 * MB),
  }
}
