/** The name of a file part begins so; the property code follows (visitor specification, section 3). */
export const ATTACHMENT_PREFIX = 'attachments-'
