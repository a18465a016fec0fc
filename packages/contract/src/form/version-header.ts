/**
 * Header by which a page names the version of the form in which the visitor began (`version` of the configuration,
 * percent-encoded). Calls without it get the live version.
 */
export const FORM_VERSION_HEADER = 'X-Form-Version'
