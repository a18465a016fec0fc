// The jobs of this concept, for the worker.
export { sealOpenMails } from './seal-open-mails.ts'
export { sendMail } from './send-mail.ts'
export { MAILS_AT_ONCE, openTransport } from './transport.ts'
