// Exports the background jobs that the worker runs for mails.
export { encryptPlainMails } from './encrypt-plain-mails.ts'
export { sendMail } from './send-mail.ts'
export { MAILS_AT_ONCE, openTransport } from './transport.ts'
