/** Form of the requests that exist before a figure starts; nobody sends to it, and the audit ignores it. */
export const HISTORY_FORM = 'history'
