import type { EmailFault, ErrorCode, InputFault, PasswordFault } from '@sportello/contract'
import type { IssueCode } from '@sportello/fields'
import type { account } from './it/account.ts'
import type { admin } from './it/admin/index.ts'
import type { changes } from './it/changes.ts'
import type { chat } from './it/chat.ts'
import type { comments } from './it/comments.ts'
import type { editor } from './it/editor.ts'
import type { preview } from './it/preview.ts'
import type { visitor } from './it/visitor.ts'

/** Phrases of the error messages, by error code; the error's params replace `{1}`, `{2}`. */
export type ErrorPhrases = Record<ErrorCode, string>
/**
 * Message for each reason why a management call rejects an input; `{1}` is the violated bound, or the list of allowed
 * values.
 */
export type InputPhrases = Record<InputFault, string>
export type IssuePhrases = Record<IssueCode | EmailFault | PasswordFault | 'password_nota', string>
export type AccountPhrases = Record<keyof typeof account, string>
/** Phrases of the operators' dashboard. */
export type AdminPhrases = Record<keyof typeof admin, string>
/** Phrases of the comments on steps, which the form editor and the page for reviewers load. */
export type CommentPhrases = Record<keyof typeof comments, string>
/** Phrases of the form editor, which the dashboard loads with the editor. */
export type EditorPhrases = Record<keyof typeof editor, string>
/** Phrases of the preview of a draft, which the dashboard loads with the preview. */
export type PreviewPhrases = Record<keyof typeof preview, string>
/** Phrases for the differences between two versions of a form. */
export type ChangePhrases = Record<keyof typeof changes, string>
export type ChatPhrases = Record<keyof typeof chat, string>
export type VisitorPhrases = Record<keyof typeof visitor, string>

/**
 * The built-in mails as Liquid templates. Their variables are those of the wire contract, "Texts"; the recovery mail
 * also has `username`.
 */
export type MailPhrases = Record<'validation' | 'success' | 'recovery' | 'desk', { subject: string; html: string }>

export interface Phrases {
  account: AccountPhrases
  admin: AdminPhrases
  changes: ChangePhrases
  chat: ChatPhrases
  comments: CommentPhrases
  editor: EditorPhrases
  errors: ErrorPhrases
  inputs: InputPhrases
  issues: IssuePhrases
  visitor: VisitorPhrases
  mail: MailPhrases
  preview: PreviewPhrases
}
