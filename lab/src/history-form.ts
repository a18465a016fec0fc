/** Form of the requests that exist before a figure starts; no figure submits to this form, and the audit ignores it. */
export const HISTORY_FORM = 'history'
