import { DEFAULT_LANGUAGE, isLanguage } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { cleanHtml } from '../../catalogue/definitions/rules.ts'
import { renderHtml, renderLine } from '../../requests/requests/rules.ts'

/** The data of a request that the notification for the responsible department contains. */
export interface DeskNotificationData {
  ticket: string
  form_title: string
  step: string
  email: string | null
  answers: readonly { label: string; text: string }[]
  files: readonly string[]
  /**
   * The summary of the request, rendered from the form's own template as sanitised HTML. If null, the notification
   * lists the answers instead.
   */
  summary: string | null
}

/**
 * Renders the notification that tells a department about a new ticket, as a mail or as a text for a ticket system.
 * @throws if a template fails.
 */
export function deskNotification(data: DeskNotificationData, langCode: string): { subject: string; html: string } {
  const { desk } = phrases[isLanguage(langCode) ? langCode : DEFAULT_LANGUAGE].mail
  return { subject: renderLine(desk.subject, { ...data }), html: cleanHtml(renderHtml(desk.html, { ...data })) }
}
