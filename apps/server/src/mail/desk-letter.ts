import { DEFAULT_LANGUAGE, isLanguage } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { cleanHtml } from '../definitions/rules.ts'
import { renderHtml, renderLine } from '../requests/rules.ts'

/** What a desk is told of a request. */
export interface DeskMatter {
  ticket: string
  form_title: string
  step: string
  email: string | null
  answers: readonly { label: string; text: string }[]
  files: readonly string[]
  /** The form's own summary, clean; in place of the answers. */
  summary: string | null
}

/** The letter that opens a ticket at a desk, in a mail or in a ticket system. @throws when it does not render. */
export function deskLetter(matter: DeskMatter, langCode: string): { subject: string; html: string } {
  const { desk } = phrases[isLanguage(langCode) ? langCode : DEFAULT_LANGUAGE].mail
  return { subject: renderLine(desk.subject, { ...matter }), html: cleanHtml(renderHtml(desk.html, { ...matter })) }
}
