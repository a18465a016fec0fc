// What other concepts may use of mail.
export { deskLetter } from './desk-letter.ts'
export { MOST_TRIES, pauseAfter } from './retry-schedule.ts'
export { shownMail } from './sealed-mails.ts'
