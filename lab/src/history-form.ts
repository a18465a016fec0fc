/** Form of the requests that exist before a figure starts; no figure sends to it, and the audit ignores it. */
export const HISTORY_FORM = 'history'
