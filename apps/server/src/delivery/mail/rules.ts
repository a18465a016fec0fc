// Exports what the other parts of the server may use of mail.
export { deskNotification } from './desk-notification.ts'
export { shownMail } from './encrypted-mails.ts'
export { MAX_ATTEMPTS, pauseAfter } from './retry-schedule.ts'
export { notificationMail, simulateMail } from './simulate-mail.ts'
