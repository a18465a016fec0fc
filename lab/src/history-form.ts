/** The form whose requests were there before a figure began: nobody sends to it, and the audit leaves it out. */
export const HISTORY_FORM = 'history'
