// The functions of mail that other concepts may import.
export { deskNotification } from './desk-notification.ts'
export { MOST_TRIES, pauseAfter } from './retry-schedule.ts'
export { shownMail } from './sealed-mails.ts'
