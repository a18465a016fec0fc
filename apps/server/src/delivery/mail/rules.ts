// The functions of mail that other concepts may import.
export { deskNotification } from './desk-notification.ts'
export { shownMail } from './encrypted-mails.ts'
export { MAX_ATTEMPTS, pauseAfter } from './retry-schedule.ts'
