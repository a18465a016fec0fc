/**
 * Content Security Policy of every response except pages. The browser may neither load anything from such a response
 * nor show it in a frame. The policy lists the directives for which `default-src` is no fallback.
 */
export const CLOSED_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

/**
 * Content-Security-Policy header for files. It allows nothing. With `sandbox`, a file that a browser opens gets an
 * opaque
 * origin, so it has no access to this site.
 */
export const FILE_POLICY = [...Object.entries(CLOSED_POLICY).map(([directive, [source]]) => `${directive} ${source}`), 'sandbox'].join('; ')
