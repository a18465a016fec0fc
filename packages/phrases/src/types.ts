import type { EmailFault, ErrorCode, InputFault, PasswordFault } from '@sportello/contract'
import type { IssueCode } from '@sportello/fields'
import type { account } from './it/account.ts'
import type { admin } from './it/admin/index.ts'
import type { changes } from './it/changes.ts'
import type { chat } from './it/chat.ts'
import type { comments } from './it/comments.ts'
import type { document } from './it/document.ts'
import type { editor } from './it/editor.ts'
import type { follow } from './it/follow.ts'
import type { preview } from './it/preview.ts'
import type { saved } from './it/saved.ts'
import type { statements } from './it/statements.ts'
import type { visitor } from './it/visitor.ts'

/** Phrases for the error messages, keyed by error code. The error's parameters replace `{1}` and `{2}`. */
export type ErrorPhrases = Record<ErrorCode, string>
/**
 * Messages for the reasons why a management call rejects an input. `{1}` is the limit that was violated, or the list of
 * allowed values.
 */
export type InputPhrases = Record<InputFault, string>
export type IssuePhrases = Record<IssueCode | EmailFault | PasswordFault | 'password_nota', string>
export type AccountPhrases = Record<keyof typeof account, string>
/** Phrases for the operators' dashboard. */
export type AdminPhrases = Record<keyof typeof admin, string>
/** Phrases for comments on steps. The form editor and the review page load them. */
export type CommentPhrases = Record<keyof typeof comments, string>
/** Phrases of the documents that the server writes: pages of visitors, and files for translators. */
export type DocumentPhrases = Record<keyof typeof document, string>
/** Phrases for the form editor. The dashboard loads them together with the editor. */
export type EditorPhrases = Record<keyof typeof editor, string>
/** Phrases for the preview of a draft. The dashboard loads them together with the preview. */
export type PreviewPhrases = Record<keyof typeof preview, string>
/** Phrases for the differences between two versions of a form. */
export type ChangePhrases = Record<keyof typeof changes, string>
/** Phrases for the page on which a requester follows a request. */
export type FollowPhrases = Record<keyof typeof follow, string>
export type ChatPhrases = Record<keyof typeof chat, string>
/** Phrases for saving a request and going on later. */
export type SavedPhrases = Record<keyof typeof saved, string>
/** Phrases for the accessibility statement and the privacy notice. */
export type StatementPhrases = Record<keyof typeof statements, string>
export type VisitorPhrases = Record<keyof typeof visitor, string>

/**
 * The product's standard mails as Liquid templates. Their variables are listed in the wire contract, "Texts"; the
 * recovery mail also has the variable `username`, and the mail with a code `code` and `minutes`. The desk asks a requester with
 * `question`, `correction` or `file`. The mail with the link of a saved draft (`saved_draft`), the mail about changes of state (`states`, see states-mail.ts) and the mails to operators (`figures`, `address`) have variables of their own.
 */
export type MailPhrases = Record<
  'validation' | 'success' | 'recovery' | 'saved_draft' | 'follow_up_code' | 'question' | 'correction' | 'file' | 'states' | 'desk' | 'figures' | 'address',
  { subject: string; html: string }
>

export interface Phrases {
  account: AccountPhrases
  admin: AdminPhrases
  changes: ChangePhrases
  chat: ChatPhrases
  comments: CommentPhrases
  document: DocumentPhrases
  editor: EditorPhrases
  errors: ErrorPhrases
  follow: FollowPhrases
  inputs: InputPhrases
  issues: IssuePhrases
  visitor: VisitorPhrases
  mail: MailPhrases
  preview: PreviewPhrases
  saved: SavedPhrases
  statements: StatementPhrases
}
