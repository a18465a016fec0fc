// Exports the mails and their retry schedule to the other parts of the server.
export { deskNotification } from './desk-notification.ts'
export { shownMail } from './encrypted-mails.ts'
export { plainTextOf } from './mail-document.ts'
export { MAX_ATTEMPTS, pauseAfter } from './retry-schedule.ts'
export { notificationMail, type SimulatedMail, simulateMail } from './simulate-mail.ts'
