/**
 * Prefix of the name of a file part in a multipart submission. The property code follows the prefix (visitor
 * specification, section 3).
 */
export const ATTACHMENT_PREFIX = 'attachments-'
