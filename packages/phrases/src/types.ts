import type { EmailFault, ErrorCode } from '@sportello/contract'
import type { IssueCode } from '@sportello/fields'
import type { visitor } from './it/visitor.ts'

/** `{1}`, `{2}` stand for the error's params. */
export type ErrorPhrases = Record<ErrorCode, string>
export type IssuePhrases = Record<IssueCode | EmailFault, string>
export type VisitorPhrases = Record<keyof typeof visitor, string>

/** The built-in mails, as Liquid templates over the variables of wire contract, "Texts". */
export type MailPhrases = Record<'validation' | 'success', { subject: string; html: string }>

export interface Phrases {
  errors: ErrorPhrases
  issues: IssuePhrases
  visitor: VisitorPhrases
  mail: MailPhrases
}
