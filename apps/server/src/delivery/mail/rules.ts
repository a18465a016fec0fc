// Exports the mails and their retry schedule to the other parts of the server.
export { deskNotification } from './desk-notification.ts'
export { shownMail } from './encrypted-mails.ts'
export { mailDocument, mailLookOf, mailText, PLAIN_LOOK, plainTextOf } from './mail-document.ts'
export { type QueuedOperatorMail, queueAddressMail, queueWeek } from './operator-mails.ts'
export { MAX_ATTEMPTS, pauseAfter } from './retry-schedule.ts'
export { type OperatorMail, sendOperatorMails } from './send-operator-mails.ts'
export { notificationMail, type SimulatedMail, simulateMail } from './simulate-mail.ts'
export { isPermanent, type MailTransport } from './transport.ts'
