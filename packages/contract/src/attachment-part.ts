/** Prefix of the name of a multipart file part; the property code follows (visitor specification, section 3). */
export const ATTACHMENT_PREFIX = 'attachments-'
