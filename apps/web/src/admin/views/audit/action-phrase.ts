import { AUDIT_ACTIONS, type AuditAction } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'

type Phrase<A extends string> = A extends `${infer What}.${infer Done}` ? `audit_${What}_${Done}` : never
/** Key of the phrase for each action in the audit log, such as `audit_form_edit` for `form.edit`. */
const PHRASES = Object.fromEntries(AUDIT_ACTIONS.map((action) => [action, `audit_${action.replace('.', '_')}`])) as {
  readonly [A in AuditAction]: Phrase<A> & keyof AdminPhrases
}
const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(PHRASES, action)

/** Returns the key of the phrase that names an action of the audit log; undefined for an action that this release does not know. */
export const actionPhrase = (action: string): keyof AdminPhrases | undefined => (isAuditAction(action) ? PHRASES[action] : undefined)
