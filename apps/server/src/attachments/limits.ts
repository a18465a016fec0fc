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
const DEFAULTS = { attachment_max_count: 20, attachment_max_mb: 20, attachment_total_mb: 50 }

/** The deployment's limits: system settings over the defaults; a value that is no number counts as unset. */
export function requestLimits(settings: ReadonlyMap<string, string>): RequestLimits {
  const read = (code: keyof typeof DEFAULTS) => {
    const value = Number(settings.get(code))
    return value > 0 ? value : DEFAULTS[code]
  }
  const requestBytes = read('attachment_total_mb') * MB
  // A refusal is told only after the body was read, or a browser never sees it; so a little more than allowed is read, and no more.
  return { files: read('attachment_max_count'), fileBytes: read('attachment_max_mb') * MB, requestBytes, bodyBytes: Math.max(4 * requestBytes, 128 * MB) }
}
