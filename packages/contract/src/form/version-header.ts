/**
 * HTTP header in which the page sends the version of the form with which the visitor started (`version` of the
 * configuration, percent-encoded). Without the header, a call gets the live version.
 */
export const FORM_VERSION_HEADER = 'X-Form-Version'
