// Exports the mails and their retry schedule to the other parts of the server.
export { deskNotification } from './desk-notification.ts'
export { shownMail } from './encrypted-mails.ts'
export { textOf as mailText } from './render-mail.ts'
export { MAX_ATTEMPTS, pauseAfter } from './retry-schedule.ts'
export { notificationMail, simulateMail } from './simulate-mail.ts'
