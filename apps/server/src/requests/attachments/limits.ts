import { numberSetting } from '@sportello/contract'

/** Limits for the files and the body of one submission. All sizes are in bytes. */
export interface RequestLimits {
  files: number
  fileBytes: number
  /** Maximum total size of all files of one submission. */
  requestBytes: number
  /** Maximum size of the whole body of a submission. The server stops reading if the body exceeds it. */
  bodyBytes: number
}

const MB = 1024 * 1024

/**
 * Returns the limits of a submission. Each limit comes from a system setting or, if the setting is missing, from its
 * default.
 */
export function requestLimits(settings: ReadonlyMap<string, string>): RequestLimits {
  const requestBytes = numberSetting(settings, 'attachment_total_mb') * MB
  // The server reads request bodies that are several times larger than a submission may be. Browsers show an error
  // response only after they have sent the whole body.
  return {
    files: numberSetting(settings, 'attachment_max_count'),
    fileBytes: numberSetting(settings, 'attachment_max_mb') * MB,
    requestBytes,
    bodyBytes: Math.max(4 * requestBytes, 128 * MB),
  }
}
