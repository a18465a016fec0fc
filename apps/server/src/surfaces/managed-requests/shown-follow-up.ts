import { type Answers, correctableFields, followUpOf, type ShownRequest } from '@sportello/contract'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { readFollowUp } from '../../requests/follow-up/queries.ts'
import { openComment, questionLabels, readMessages } from '../../requests/follow-up/rules.ts'
import { readableRequest, type shownContent } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

type Content = Awaited<ReturnType<typeof shownContent>>
type Request = Parameters<typeof readableRequest>[1] & { email: string | null; state: string }

/** Returns what the requester did on the follow-up page, the messages, and what the desk can ask. */
export async function shownFollowUp(
  { encryption }: Pick<RequestServices, 'encryption'>,
  db: DeploymentDb,
  customer: Customer,
  { request, content }: { request: Request; content: Content },
): Promise<ShownRequest['follow_up']> {
  const said = await readFollowUp(db, request)
  const messages = await readMessages(encryption, db, request)
  const path = content.filledIn?.nodes.get(request.code_tag)?.path ?? []
  const labels = questionLabels(path, request.lang_code)
  const textsOf = (answers: Answers) =>
    readableRequest(customer, request, { ...content, answers: { form_fields: answers, further_questions: null }, attachments: [] }).texts
  const files = new Map(content.attachments.map(({ id, name }) => [id, name]))
  return {
    can_ask: followUpOf(customer.params) !== undefined && isReachable(request),
    withdrawn_at: said?.withdrawn_at?.toISOString() ?? null,
    score: said?.score ?? null,
    comment: await openComment(encryption, db, request, said?.comment ?? null),
    messages: messages.map((message) => {
      const before = textsOf(Object.fromEntries((message.changes ?? []).map((change) => [change.code, change.before])))
      const after = textsOf(Object.fromEntries((message.changes ?? []).map((change) => [change.code, change.after])))
      return {
        ...message,
        labels: message.properties.map((code) => labels.get(code) ?? code),
        files: message.files.flatMap((id) => (files.has(id) ? [{ id, name: files.get(id) ?? '' }] : [])),
        changes: message.changes?.map(({ code }) => ({ code, label: labels.get(code) ?? code, before: before[code] ?? '', after: after[code] ?? '' })) ?? null,
      }
    }),
    correctable: correctableFields(path)
      .map(({ value }) => ({ code: value.property_code, label: value.property_description, is_file: value.default_value.input_type === 'file' }))
      // Answers that cannot be read any more cannot be corrected either.
      .filter(({ is_file }) => is_file || !content.unreadable),
  }
}

/** Returns true if a requester can be asked: the request has an address and is not at its end. */
export const isReachable = ({ email, state }: { email: string | null; state: string }): boolean =>
  Boolean(email) && email !== SURVEY_EMAIL && state !== 'cancelled' && state !== 'expired'
