/** Content Security Policy of every response other than a page: it loads nothing and is framed nowhere. `default-src` does not cover the other directives. */
export const CLOSED_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

/** The same policy as a header, with `sandbox`: a file that is opened in the browser gets an opaque origin. */
export const FILE_POLICY = [...Object.entries(CLOSED_POLICY).map(([directive, [source]]) => `${directive} ${source}`), 'sandbox'].join('; ')
