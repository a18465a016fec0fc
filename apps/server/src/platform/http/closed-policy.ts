/**
 * Content Security Policy of every response except pages: the browser may neither load anything from such a response
 * nor frame it. Lists the directives that `default-src` does not cover.
 */
export const CLOSED_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

/**
 * Content-Security-Policy header of files: allows nothing, and sets `sandbox`, so that a file opened in the browser
 * gets an opaque origin.
 */
export const FILE_POLICY = [...Object.entries(CLOSED_POLICY).map(([directive, [source]]) => `${directive} ${source}`), 'sandbox'].join('; ')
