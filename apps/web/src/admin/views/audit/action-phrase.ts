import { AUDIT_ACTIONS, type AuditAction } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'

type Phrase<A extends string> = A extends `${infer What}.${infer Done}` ? `audit_${What}_${Done}` : never
/**
 * Maps each action in the audit log to the key of the phrase that describes it, for example `form.edit` to
 * `audit_form_edit`.
 */
const PHRASES = Object.fromEntries(AUDIT_ACTIONS.map((action) => [action, `audit_${action.replace('.', '_')}`])) as {
  readonly [A in AuditAction]: Phrase<A> & keyof AdminPhrases
}
const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(PHRASES, action)

/**
 * Returns the key of the phrase that describes an action in the audit log; undefined if this release does not know the
 * action.
 */
export const actionPhrase = (action: string): keyof AdminPhrases | undefined => (isAuditAction(action) ? PHRASES[action] : undefined)
