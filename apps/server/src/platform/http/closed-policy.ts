/**
 * Content Security Policy of every response except pages: the response may load nothing and may not be framed. Lists
 * the directives that `default-src` does not cover.
 */
export const CLOSED_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

/**
 * The same Content Security Policy as a header, with `sandbox`, so that a file opened in the browser gets an opaque
 * origin.
 */
export const FILE_POLICY = [...Object.entries(CLOSED_POLICY).map(([directive, [source]]) => `${directive} ${source}`), 'sandbox'].join('; ')
