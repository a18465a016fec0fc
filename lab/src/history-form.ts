/**
 * Form to which the old requests belong that exist before a measurement starts. No measurement submits to this form,
 * and the audit ignores it.
 */
export const HISTORY_FORM = 'history'
