/** Which changes of state a form mails to its requesters. */
export const FOLLOW_UP_MAILS = ['none', 'closed', 'states'] as const

/** Number of hours in which a mailbox gets at most one mail about changes of state of a form, unless the form sets another one. */
export const MAILS_EVERY_HOURS = 1
