/** What an answer that is no page of ours may load, be loaded into, and lead to: nothing. `default-src` stands for the sources alone, so the others are said. */
export const CLOSED_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

/** The same as one header, and for files: shown as a page of its own, it would be nobody's. */
export const FILE_POLICY = [...Object.entries(CLOSED_POLICY).map(([directive, [source]]) => `${directive} ${source}`), 'sandbox'].join('; ')
